import type { Document, Query, Range, Turn } from '../../core/trace/model';

/** A document with its number in its turn. */
export interface NumberedDocument {
  readonly document: Document;
  readonly index: number;
}

/** One search of a rollout: its element, its queries, and what came back for them. */
export interface Search {
  readonly turn: number;
  /** Number of the search in its turn. */
  readonly at: number;
  /** The element, tags included. */
  readonly range: Range;
  readonly queries: readonly Query[];
  /** What came back. Searches that brought the same documents share the list. */
  readonly documents: readonly NumberedDocument[];
  /** Where the environment answered, or null. */
  readonly observation: Range | null;
  readonly error: string | null;
}

/** Every search of some turns, in order. */
export function searchesOfTurns(turns: readonly Turn[]): Search[] {
  return turns.flatMap((turn, index) => searchesOfTurn(turn, index));
}

function searchesOfTurn(turn: Turn, index: number): Search[] {
  const { searches, queries, observation, error } = turn;
  const all = turn.documents.map((document, place) => ({ document, index: place }));
  // A turn has an element for each query, or one element for all of them.
  const own = searches.length === queries.length;
  const byQuery = own && searches.length > 1 ? documentsByQuery(all) : null;
  return searches.map((range, at) => ({
    turn: index,
    at,
    range,
    queries: own ? queries.slice(at, at + 1) : queries,
    documents: byQuery ? (byQuery.get(at) ?? []) : all,
    observation,
    error,
  }));
}

function documentsByQuery(
  documents: readonly NumberedDocument[],
): ReadonlyMap<number, readonly NumberedDocument[]> {
  const byQuery = new Map<number, NumberedDocument[]>();
  for (const each of documents) {
    const known = byQuery.get(each.document.query);
    if (known) known.push(each);
    else byQuery.set(each.document.query, [each]);
  }
  return byQuery;
}
