import { count } from '../../findings/words';
import type { UncheckedRollout } from '../../findings/rule';
import type { Query } from '../../trace/model';
import type { Bridge } from './bridges';
import type { MergedDocument } from './documents';
import { type GraphOptions, type LeftOut, MOST_DOCUMENTS, MOST_QUERIES } from './model';

/** A query with its place. */
export interface PlacedQuery {
  readonly turn: number;
  /** Number in its turn, from 0. */
  readonly number: number;
  readonly query: Query;
}

/** What a graph shows of a rollout. */
export interface Kept {
  readonly queries: readonly PlacedQuery[];
  /** Numbers of the documents, ascending. */
  readonly documents: readonly number[];
  readonly leftOut: LeftOut | null;
}

/**
 * Chooses what is shown: the first queries; of the documents those that hold a gold, then those that hold the answer,
 * then those that led to a query, then the best ranked, of equals the first.
 */
export function keptOf(
  rollout: UncheckedRollout,
  documents: readonly MergedDocument[],
  bridges: readonly Bridge[],
  { documents: mostDocuments = MOST_DOCUMENTS, queries: mostQueries = MOST_QUERIES }: GraphOptions,
): Kept {
  const all = rollout.turns.flatMap(({ queries }, turn) =>
    queries.map((query, number): PlacedQuery => ({ turn, number, query })),
  );
  const queries = all.slice(0, mostQueries);
  const next = all[mostQueries]?.turn ?? Infinity;
  const reached = Array.from(documents.keys()).filter((index) => isReached(documents[index], queries, next));
  const led = new Set(bridges.map(({ document }) => document));
  const classes = reached.map((index) => classOf(index, documents[index], led));
  const kept = classes.sort(byWorth).slice(0, Math.max(0, mostDocuments));
  const golds = classes.slice(kept.length).filter(({ worth }) => worth === 0).length;
  const counts = {
    documents: documents.length - kept.length,
    ofDocuments: documents.length,
    queries: all.length - queries.length,
    ofQueries: all.length,
  };
  return {
    queries,
    documents: kept.map(({ index }) => index).sort((left, right) => left - right),
    leftOut: counts.documents + counts.queries > 0 ? { ...counts, reason: reasonOf(counts, golds) } : null,
  };
}

interface Ranked {
  readonly index: number;
  readonly worth: number;
  readonly rank: number;
}

/** Whether a query that is shown, or a turn before the first that is not, brought a document. */
function isReached(
  document: MergedDocument | undefined,
  queries: readonly PlacedQuery[],
  next: number,
): boolean {
  if (next === Infinity) return true;
  const last = queries.at(-1);
  return (document?.occurrences ?? []).some(
    ({ turn, query }) => turn < next || (turn === last?.turn && query <= last.number),
  );
}

function classOf(index: number, document: MergedDocument | undefined, led: ReadonlySet<number>): Ranked {
  const worth = (document?.golds.length ?? 0) > 0 ? 0 : document?.holdsAnswer ? 1 : led.has(index) ? 2 : 3;
  return { index, worth, rank: bestRank(document) };
}

/** The best rank that a document ever had, from 1. */
export function bestRank(document: MergedDocument | undefined): number {
  return (document?.occurrences ?? []).reduce((best, { rank }) => Math.min(best, rank), Infinity);
}

function byWorth(left: Ranked, right: Ranked): number {
  return left.worth - right.worth || compare(left.rank, right.rank) || left.index - right.index;
}

/** Ranks may both be Infinity, whose difference is no number. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function reasonOf(
  { documents, ofDocuments, queries, ofQueries }: Omit<LeftOut, 'reason'>,
  golds: number,
): string {
  const parts: string[] = [];
  if (queries > 0) parts.push(`${queries} of ${count(ofQueries, 'query', 'queries')}, the last ones`);
  if (documents > 0) {
    const which = queries > 0 ? 'what only those brought, and the lowest ranked' : 'those of lowest rank';
    const but =
      golds > 0 ? `; ${golds} of them ${golds === 1 ? 'holds' : 'hold'} a gold` : ' that hold no gold';
    parts.push(`${documents} of ${count(ofDocuments, 'document')}, ${which}${but}`);
  }
  return `Left out: ${parts.join('; ')}.`;
}
