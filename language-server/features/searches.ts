import type { Document, Query, Range, Turn } from '../../core/trace/model';
import type { PlacedRollout } from '../places/placed-rollout';

/** One search of a rollout: its element, its queries, and what came back for them. */
export interface Search {
  readonly turn: number;
  /** Number of the search in its turn. */
  readonly at: number;
  /** The element, tags included. */
  readonly range: Range;
  readonly queries: readonly Query[];
  /** Documents with their number in the turn. */
  readonly documents: readonly { readonly document: Document; readonly index: number }[];
  /** Where the environment answered, or null. */
  readonly observation: Range | null;
  readonly error: string | null;
}

/** Every search of a rollout, in order. */
export function searchesOf({ rollout }: PlacedRollout): Search[] {
  return rollout.turns.flatMap((turn, index) =>
    turn.searches.map((range, at) => searchOf(turn, index, range, at)),
  );
}

function searchOf(turn: Turn, index: number, range: Range, at: number): Search {
  // A turn has an element for each query, or one element for all of them.
  const own = turn.searches.length === turn.queries.length;
  const documents = turn.documents
    .map((document, place) => ({ document, index: place }))
    .filter(({ document }) => !own || turn.searches.length === 1 || document.query === at);
  const queries = own ? turn.queries.slice(at, at + 1) : turn.queries;
  return { turn: index, at, range, queries, documents, observation: turn.observation, error: turn.error };
}

/** Ranks of the documents of a search in which a gold stands; null where golds say nothing about documents. */
export function goldRanks(placed: PlacedRollout, search: Search): readonly number[] | null {
  if (placed.evidence.searchableGolds.length === 0) return null;
  return search.documents
    .filter(({ index }) => placed.holdsGold(search.turn, index))
    .map(({ document }) => document.rank);
}

/** What a search brought, in a few words: `3 documents · gold at 2`. */
export function searchSummary(placed: PlacedRollout, search: Search): string {
  const count = search.documents.length;
  if (count === 0) return search.observation ? 'no documents' : 'no result';
  const documents = `${count} document${count === 1 ? '' : 's'}`;
  const ranks = goldRanks(placed, search);
  if (ranks === null) return documents;
  return `${documents} · ${ranks.length > 0 ? `gold at ${ranks.join(', ')}` : 'gold not retrieved'}`;
}
