import type { Needle } from '../../findings/needle';
import type { Evidence, Passage, UncheckedRollout } from '../../findings/rule';
import { normaliseN1 } from '../../reward/normalise';
import type { Document } from '../../trace/model';
import type { Occurrence } from './model';

/** Normalised characters below which a text is too short to be known by its beginning. */
const SHORTEST_BEGINNING = 40;

/** One wording of a passage, with what stands in it. */
export interface Wording {
  readonly document: Document;
  /** Turn in which it first came back. */
  readonly turn: number;
  readonly golds: readonly string[];
  readonly holdsAnswer: boolean;
}

/** One passage with every time that it came back. */
export interface MergedDocument {
  /** Its longest wording. */
  readonly fullest: Document;
  readonly wordings: readonly Wording[];
  readonly occurrences: readonly Occurrence[];
  readonly golds: readonly string[];
  readonly holdsAnswer: boolean;
}

/** A wording while passages are being told apart. */
interface OpenWording extends Wording {
  /** Normalised text without the title, and without the half character that a cut leaves. */
  readonly beginning: string;
  readonly occurrences: Occurrence[];
  /** The wording that this one is a beginning of. */
  longer: OpenWording | null;
}

/**
 * The documents of a rollout, each passage once, in the order in which they first came back. Two documents are one
 * passage where title and text are the same after normalisation (N1), or where the titles are the same and one text,
 * of at least {@link SHORTEST_BEGINNING} normalised characters, is the beginning of the other: token limits cut the last
 * document of an observation. A beginning that several longer texts share counts to the first of them in alphabetical
 * order. Documents without title must be the same throughout. O(n log n) comparisons of texts.
 */
export function mergedDocuments(
  rollout: UncheckedRollout,
  evidence: Evidence,
  answer: Needle | null,
): MergedDocument[] {
  const byTitle = wordingsByTitle(rollout, evidence, answer);
  for (const [title, wordings] of byTitle) if (title !== null) joinBeginnings(wordings);
  const passages = new Map<OpenWording, OpenWording[]>();
  for (const wording of Array.from(byTitle.values()).flat()) {
    const longest = longestOf(wording);
    const known = passages.get(longest);
    if (known) known.push(wording);
    else passages.set(longest, [wording]);
  }
  return Array.from(passages, ([longest, wordings]) => merged(longest, wordings)).sort(byFirstPlace);
}

function wordingsByTitle(
  rollout: UncheckedRollout,
  { passages, needles }: Evidence,
  answer: Needle | null,
): ReadonlyMap<string | null, OpenWording[]> {
  const byTitle = new Map<string | null, OpenWording[]>();
  const byText = new Map<string, OpenWording>();
  for (const passage of passages) {
    const { turn, document: number } = passage;
    const document = number === null ? undefined : rollout.turns[turn]?.documents[number];
    if (number === null || document === undefined) continue;
    const title = document.title === null ? null : normaliseN1(document.title) || document.title.trim();
    const text = textOf(passage, document);
    const key = `${title === null ? 'untitled' : `titled ${title}`}\n${text}`;
    let wording = byText.get(key);
    if (wording === undefined) {
      const golds = needles.filter((needle) => passage.holds(needle)).map(({ raw }) => raw);
      const holdsAnswer = answer !== null && passage.holds(answer);
      const beginning = text.replace(/(?: |\ufffd)+$/u, '');
      wording = { document, turn, golds, holdsAnswer, beginning, occurrences: [], longer: null };
      byText.set(key, wording);
      const known = byTitle.get(title);
      if (known) known.push(wording);
      else byTitle.set(title, [wording]);
    }
    const { query, rank, score, start, end } = document;
    const gold = wording.golds.length > 0;
    wording.occurrences.push({ turn, number, query, rank, score, gold, start, end });
  }
  return byTitle;
}

/** A document's text after N1; as it is where nothing is left of it. */
function textOf(passage: Passage, { title, text }: Document): string {
  const heading = title === null ? '' : normaliseN1(title);
  const normal = passage.normal.startsWith(heading)
    ? passage.normal.slice(heading.length).trimStart()
    : normaliseN1(text);
  return normal === '' ? text.trim() : normal;
}

/** Hangs each text below one that goes on. In alphabetical order a text's continuations follow it directly. */
function joinBeginnings(wordings: readonly OpenWording[]): void {
  const sorted = [...wordings].sort((left, right) => compare(left.beginning, right.beginning));
  for (const [index, wording] of sorted.entries()) {
    const next = sorted[index + 1];
    const { beginning } = wording;
    if (next && beginning.length >= SHORTEST_BEGINNING && next.beginning.startsWith(beginning))
      wording.longer = next;
  }
}

function longestOf(wording: OpenWording): OpenWording {
  let longest = wording;
  while (longest.longer) longest = longest.longer;
  // Chains are walked once: whoever comes later is one step from the end.
  for (let at = wording; at.longer;) {
    const next = at.longer;
    if (next !== longest) at.longer = longest;
    at = next;
  }
  return longest;
}

function merged(longest: OpenWording, wordings: readonly OpenWording[]): MergedDocument {
  const inOrder = wordings.flatMap(({ occurrences }) => occurrences).sort(byPlace);
  return {
    fullest: longest.document,
    wordings,
    occurrences: inOrder,
    golds: Array.from(new Set(wordings.flatMap(({ golds }) => golds))),
    holdsAnswer: wordings.some(({ holdsAnswer }) => holdsAnswer),
  };
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function byPlace(left: Occurrence, right: Occurrence): number {
  return left.turn - right.turn || left.number - right.number;
}

function byFirstPlace(
  { occurrences: [left] }: MergedDocument,
  { occurrences: [right] }: MergedDocument,
): number {
  return left && right ? byPlace(left, right) : 0;
}
