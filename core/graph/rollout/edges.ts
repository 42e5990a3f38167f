import { count, turnName } from '../../findings/words';
import type { UncheckedRollout } from '../../findings/rule';
import { countWhile } from '../../halving';
import type { Bridge } from './bridges';
import type { Kept } from './kept';
import {
  ANSWER_ID,
  type AnswerNode,
  type DocumentNode,
  edgeId,
  type FlowEdge,
  type GraphEdge,
  type LedToEdge,
  type Occurrence,
  QUESTION_ID,
  queryId,
  type RetrievedEdge,
} from './model';
import { quoted } from './words';

/** A query that was asked. */
interface Asked {
  readonly turn: number;
  readonly id: string;
}

/** The order of things: question, queries, answer. */
export function* flowEdges({ queries, leftOut }: Kept, answer: AnswerNode): Generator<GraphEdge> {
  let before: Asked | null = null;
  let last: Asked | null = null;
  for (const { turn, number } of queries) {
    if (last && last.turn !== turn) before = last;
    const id = queryId(turn, number);
    yield before === null
      ? flow(
          'asked',
          QUESTION_ID,
          id,
          'asked',
          `A query of ${turnName(turn)}, the first that asks something.`,
        )
      : flow('then', before.id, id, 'then', `After ${turnName(before.turn)}, ${turnName(turn)} asked this.`);
    last = { turn, id };
  }
  const hidden = leftOut?.queries ?? 0;
  const when = last === null ? 'without any query' : `after ${turnName(last.turn)}`;
  const more = hidden > 0 ? ` and ${count(hidden, 'more query', 'more queries')}` : '';
  const [label, what] = answer.text === null ? ['ended', 'It ended'] : ['answered', 'The answer was given'];
  yield flow('answered', last?.id ?? QUESTION_ID, ANSWER_ID, label, `${what} ${when}${more}.`);
}

/** What each query brought that is shown: one edge a query and document. */
export function* retrievedEdges(
  { turns }: UncheckedRollout,
  { queries }: Kept,
  documents: readonly DocumentNode[],
): Generator<RetrievedEdge> {
  const shown = new Set(queries.map(({ turn, number }) => queryId(turn, number)));
  for (const { id, occurrences } of documents) {
    const bySource = new Map<string, Occurrence[]>();
    for (const occurrence of occurrences) {
      const { turn, query } = occurrence;
      const asked = turns[turn]?.queries[query] !== undefined;
      const source = asked ? queryId(turn, query) : lastBefore(queries, turn);
      if (asked && !shown.has(source)) continue;
      const known = bySource.get(source);
      if (known) known.push(occurrence);
      else bySource.set(source, [occurrence]);
    }
    for (const [source, found] of bySource) yield retrieved(source, id, found);
  }
}

/** What stands for the query of a turn that has none: the last query before it, else the question. */
function lastBefore(queries: Kept['queries'], turn: number): string {
  const last = queries[countWhile(queries, (query) => query.turn <= turn) - 1];
  return last ? queryId(last.turn, last.number) : QUESTION_ID;
}

function retrieved(from: string, to: string, occurrences: readonly Occurrence[]): RetrievedEdge {
  const best = occurrences.reduce((left, right) => (right.rank < left.rank ? right : left));
  const { rank, score, turn } = best;
  const gold = occurrences.some((occurrence) => occurrence.gold);
  const times = occurrences.length > 1 ? `, ${occurrences.length} times, best` : '';
  const scored = score === null ? '' : ` with score ${score}`;
  const holds = gold ? '; a gold stands in it' : '';
  return {
    kind: 'retrieved',
    id: edgeId(from, 'retrieved', to),
    from,
    to,
    label: `rank ${rank}`,
    reason: `Came back in ${turnName(turn)}${times} at rank ${rank}${scored}${holds}.`,
    rank,
    score,
    gold,
  };
}

/** Which documents led to which later queries. `ids` are those of the documents that are shown. */
export function* ledToEdges(
  bridges: readonly Bridge[],
  ids: ReadonlyMap<number, string>,
  { queries }: Kept,
): Generator<LedToEdge> {
  const shown = new Set(queries.map(({ turn, number }) => queryId(turn, number)));
  for (const { document, turn, query, terms, title } of bridges) {
    const from = ids.get(document);
    const to = queryId(turn, query);
    if (from === undefined || !shown.has(to)) continue;
    const [first = ''] = terms;
    const names = terms
      .slice(0, 3)
      .map((term) => quoted(term, 40))
      .join(', ');
    yield {
      kind: 'ledTo',
      id: edgeId(from, 'ledTo', to),
      from,
      to,
      label: `led to ${quoted(first, 40)}`,
      reason: title
        ? `The query of ${turnName(turn)} names ${names}, the title of this document, and nothing asked it before.`
        : `The query of ${turnName(turn)} names ${names}, first read in this document; nothing asked it before.`,
      terms,
      title,
    };
  }
}

/** Documents that the answer stands in. */
export function* supportEdges(holding: readonly string[]): Generator<FlowEdge> {
  for (const id of holding) {
    yield flow('supports', id, ANSWER_ID, 'holds the answer', 'The answer stands in this document.');
  }
}

function flow(kind: FlowEdge['kind'], from: string, to: string, label: string, reason: string): FlowEdge {
  return { kind, id: edgeId(from, kind, to), from, to, label, reason };
}
