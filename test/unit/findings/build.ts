import { evidenceOf } from '../../../core/findings/evidence';
import { rules } from '../../../core/findings';
import type { Sighting, UncheckedRollout } from '../../../core/findings/rule';
import type { Dialect } from '../../../core/trace/dialect';
import { searchR1 } from '../../../core/trace/dialects/search-r1';
import type {
  Anomaly,
  Answer,
  Author,
  Document,
  Query,
  Range,
  Segment,
  SegmentKind,
  Turn,
} from '../../../core/trace/model';

/** A piece of a hand-made rollout; see the functions below. */
export interface Piece {
  readonly kind: SegmentKind;
  readonly by: Author;
  readonly text: string;
  readonly closed: boolean;
  /** Texts of the queries or documents in it. */
  readonly inner: readonly string[];
}

const piece = (
  kind: SegmentKind,
  by: Author,
  text: string,
  closed = true,
  inner: readonly string[] = [],
): Piece => ({
  kind,
  by,
  text,
  closed,
  inner,
});
const element = (tag: string, inside: string, closed: boolean): string =>
  `<${tag}>${inside}${closed ? `</${tag}>` : ''}`;

export const prompt = (text: string): Piece => piece('prompt', 'prompt', text);
export const said = (text: string): Piece => piece('text', 'policy', text);
export const think = (text: string, closed = true): Piece =>
  piece('think', 'policy', element('think', text, closed), closed);
export const search = (...queries: string[]): Piece =>
  piece('search', 'policy', element('search', queries.join(' | '), true), true, queries);
export const information = (...documents: string[]): Piece =>
  piece('information', 'environment', element('information', documents.join('\n'), true), true, documents);
export const forged = (text: string): Piece =>
  piece('information', 'policy', element('information', text, true));
export const answer = (text: string, closed = true): Piece =>
  piece('answer', 'policy', element('answer', text, closed), closed, closed ? [text] : []);
export const notice = (text = 'My previous action is invalid. Let me try again.'): Piece =>
  piece('notice', 'environment', text);

export interface Wish {
  readonly question?: string;
  readonly golds?: readonly string[];
  readonly anomalies?: readonly Anomaly[];
  /** Changes a turn after it was built. */
  readonly turn?: (turn: Turn, index: number) => Turn;
}

type OpenTurn = { -readonly [Key in keyof Turn]: Turn[Key] };

/** Puts pieces together, a newline after each, and gathers turns: each ends with what the environment wrote. */
export function rolloutOf(pieces: readonly Piece[], wish: Wish = {}): UncheckedRollout {
  const segments: Segment[] = [];
  const turns: OpenTurn[] = [];
  const promptAnswers: Range[] = [];
  let text = '';
  let over = true;
  let given: Answer | null = null;
  for (const { kind, by, text: content, closed, inner } of pieces) {
    const start = text.length;
    const range = { start, end: start + content.length };
    segments.push({ kind, by, closed, ...range });
    text += content;
    if (by === 'prompt') {
      for (const match of content.matchAll(/<answer>(.*?)<\/answer>/gs)) {
        const from = match.index + '<answer>'.length;
        promptAnswers.push({ start: from, end: from + (match[1] ?? '').length });
      }
      continue;
    }
    if (over && by === 'policy') turns.push(emptyTurn(start));
    over = by === 'environment' || kind === 'search';
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    const found = locate(text, start, inner);
    if (kind === 'search') {
      turn.searches = [...turn.searches, range];
      turn.queries = [...turn.queries, ...found.map((query): Query => ({ ...query, mode: null }))];
    } else if (kind === 'information' && by === 'environment') {
      turn.observation = range;
      turn.documents = found.map((document, index): Document => ({
        ...document,
        query: 0,
        rank: index + 1,
        title: null,
        score: null,
      }));
    } else if (kind === 'notice') turn.error = content;
    else if (kind === 'answer' && closed) given = found[0] ?? given;
    turn.end = range.end;
  }
  const { question = null, golds = [], anomalies = [] } = wish;
  return {
    id: 'made#0',
    file: 'made',
    index: 0,
    sample: 0,
    container: 'made',
    dialect: 'search-r1',
    question,
    golds,
    text,
    parts: [],
    recorded: {},
    segments,
    turns: wish.turn ? turns.map(wish.turn) : turns,
    answer: given,
    anomalies,
    promptAnswers,
  };
}

function emptyTurn(start: number): OpenTurn {
  return {
    start,
    end: start,
    think: null,
    queries: [],
    documents: [],
    error: null,
    searches: [],
    observation: null,
  };
}

function locate(text: string, from: number, inner: readonly string[]): (Range & { readonly text: string })[] {
  let at = from;
  return inner.map((item) => {
    const start = text.indexOf(item, at === from ? text.indexOf('>', at) + 1 : at);
    at = start + item.length;
    return { start, end: at, text: item };
  });
}

/** What one rule sees. */
export function sightings(id: string, rollout: UncheckedRollout, dialect: Dialect = searchR1): Sighting[] {
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new Error(`No rule is called ${id}`);
  const context = { rollout, dialect, evidence: evidenceOf(rollout) };
  const seen: Sighting[] = [];
  rule.check(context, ({ start, end, turn, message }) => seen.push({ start, end, turn, message }));
  return seen;
}

/** The messages alone. */
export function messages(id: string, rollout: UncheckedRollout, dialect?: Dialect): string[] {
  return sightings(id, rollout, dialect).map(({ message }) => message);
}

/** The texts that a rule points at. */
export function pointed(id: string, rollout: UncheckedRollout, dialect?: Dialect): string[] {
  return sightings(id, rollout, dialect).map(({ start, end }) => rollout.text.slice(start, end));
}

/** Search-R1's own prompt examples, as they stand in its instruction. */
export const EXAMPLES =
  'answer inside <answer> and </answer>, for example <answer> Beijing </answer>. Question: ?\n';
