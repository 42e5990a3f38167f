import type { UncheckedRollout } from '../../findings/rule';
import type { MergedDocument } from './documents';
import { IDENTIFIER, identifiersIn, identifiersOf } from './identifiers';
import { isTelling, namesIn, namesInTitle, type Term, termsOf } from './terms';

/** A later query names what first came up in a document. */
export interface Bridge {
  /** Number of the document. */
  readonly document: number;
  readonly turn: number;
  /** Number of the query in its turn. */
  readonly query: number;
  /** The title, or the names, as the document writes them. */
  readonly terms: readonly string[];
  readonly title: boolean;
}

/** Titles of more words are sentences, which no query repeats. */
const MOST_TITLE_WORDS = 12;

/** Tags and marks of chat templates, which stand directly beside words. */
const MARK = /<[^<>\s]{1,40}>/g;

/** A query with its words, and which of them no question and no earlier turn's query had. */
interface Asked {
  readonly turn: number;
  readonly query: number;
  readonly terms: readonly Term[];
  readonly fresh: ReadonlySet<string>;
}

/** Where something first came up. */
interface Source {
  readonly document: number;
  readonly turn: number;
  readonly raw: string;
}

/**
 * Which documents led to which later queries: those whose whole title stands in the query, and those in which a name
 * that the query uses came up first. Either must bring a word that neither the question nor a query of an earlier turn
 * had. A title that several documents have counts to the first. Of a tool's arguments the identifiers count (a page's
 * name, an address). Words are compared after N1; linear in the texts. What
 * the policy knew anyway cannot be told from what it read.
 */
export function bridgesOf(rollout: UncheckedRollout, documents: readonly MergedDocument[]): Bridge[] {
  const asked = askedIn(rollout);
  const wanted = new Set(asked.flatMap(({ fresh }) => Array.from(fresh)));
  if (wanted.size === 0) return [];
  const names = firstNames(documents, wanted);
  const titles = new Titles(documents);
  return asked.flatMap((query) => bridgesTo(query, names, titles));
}

function askedIn(rollout: UncheckedRollout): Asked[] {
  const known = new Set(termsOf(toldTo(rollout)).map(({ normal }) => normal));
  return rollout.turns.flatMap(({ queries }, turn) => {
    const asked = queries.map(({ text }, query): Asked => {
      const terms = (identifiersOf(text) ?? termsOf(text)).filter(({ normal }) => normal !== '');
      const fresh = terms.filter((term) => isTelling(term) && !known.has(term.normal));
      return { turn, query, terms, fresh: new Set(fresh.map(({ normal }) => normal)) };
    });
    for (const { terms } of asked) for (const { normal } of terms) known.add(normal);
    return asked;
  });
}

/** The question, or the prompt where the question is not known. */
function toldTo({ question, segments, text }: UncheckedRollout): string {
  if (question !== null) return question;
  return segments
    .filter(({ kind }) => kind === 'prompt')
    .map(({ start, end }) => text.slice(start, end).replace(MARK, ' '))
    .join('\n');
}

/** In which document each wanted name came up first. */
function firstNames(
  documents: readonly MergedDocument[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Source> {
  const inOrder = documents
    .flatMap(({ wordings }, document) => wordings.map((wording) => ({ document, wording })))
    .sort((left, right) => left.wording.document.start - right.wording.document.start);
  const first = new Map<string, Source>();
  const identified = Array.from(wanted).some((normal) => normal.startsWith(IDENTIFIER));
  for (const { document, wording } of inOrder) {
    const { title, text, id = '' } = wording.document;
    const titled = title === null ? [] : namesInTitle(title);
    const identifiers = identified ? [...identifiersIn(id), ...identifiersIn(text)] : [];
    for (const names of [titled, namesIn(text), identifiers]) {
      for (const { normal, raw } of names) {
        if (wanted.has(normal) && !first.has(normal))
          first.set(normal, { document, turn: wording.turn, raw });
      }
    }
  }
  return first;
}

/** Titles by their words: a query is read once, whatever the number of titles. */
class Titles {
  private readonly first = new Map<string, Source>();
  /** Numbers of words that titles with some first word have, longest first. */
  private readonly lengths = new Map<string, readonly number[]>();

  constructor(documents: readonly MergedDocument[]) {
    for (const [document, { fullest, occurrences }] of documents.entries()) {
      const words = wordsOf(fullest.title ?? '');
      const [head] = words;
      const [place] = occurrences;
      if (head === undefined || place === undefined || words.length > MOST_TITLE_WORDS) continue;
      const key = words.join(' ');
      if (this.first.has(key)) continue;
      this.first.set(key, { document, turn: place.turn, raw: fullest.title ?? '' });
      const lengths = new Set([...(this.lengths.get(head) ?? []), words.length]);
      this.lengths.set(
        head,
        Array.from(lengths).sort((left, right) => right - left),
      );
    }
  }

  /** Titles that came up before a turn and stand in a query, longest first at each place, with their words. */
  *in({ terms, turn }: Asked): Generator<{ readonly source: Source; readonly words: readonly string[] }> {
    for (let at = 0; at < terms.length;) {
      const head = terms[at]?.normal ?? '';
      let length = 0;
      for (const candidate of this.lengths.get(head) ?? []) {
        const words = terms.slice(at, at + candidate).map(({ normal }) => normal);
        const source = this.first.get(words.join(' '));
        if (!source || words.length < candidate || source.turn >= turn) continue;
        yield { source, words };
        length = candidate;
        break;
      }
      at += Math.max(1, length);
    }
  }
}

function bridgesTo(asked: Asked, names: ReadonlyMap<string, Source>, titles: Titles): Bridge[] {
  const { turn, query, terms, fresh } = asked;
  const found = new Map<number, Bridge>();
  for (const { source, words } of titles.in(asked)) {
    if (!words.some((word) => fresh.has(word)) || found.has(source.document)) continue;
    const { document, raw } = source;
    found.set(document, { document, turn, query, terms: [raw], title: true });
  }
  for (const [document, runs] of runsOf(terms, fresh, names, turn)) {
    if (!found.has(document)) found.set(document, { document, turn, query, terms: runs, title: false });
  }
  return Array.from(found.values());
}

/** The fresh names of a query by the document they came up in; names that follow each other are one. */
function runsOf(
  terms: readonly Term[],
  fresh: ReadonlySet<string>,
  names: ReadonlyMap<string, Source>,
  turn: number,
): ReadonlyMap<number, readonly string[]> {
  const runs = new Map<number, string[][]>();
  const seen = new Set<string>();
  let before: number | null = null;
  for (const { normal } of terms) {
    const source = fresh.has(normal) && !seen.has(normal) ? names.get(normal) : undefined;
    if (source === undefined || source.turn >= turn) {
      before = null;
      continue;
    }
    seen.add(normal);
    const known = runs.get(source.document) ?? [];
    runs.set(source.document, known);
    if (before === source.document) known.at(-1)?.push(source.raw);
    else known.push([source.raw]);
    before = normal.startsWith(IDENTIFIER) ? null : source.document;
  }
  return new Map(Array.from(runs, ([document, found]) => [document, found.map((run) => run.join(' '))]));
}

function wordsOf(text: string): string[] {
  return termsOf(text)
    .map(({ normal }) => normal)
    .filter((normal) => normal !== '');
}
