import type { Document, Query, Range } from './model';

/** A turn that is still being read. */
export interface OpenTurn {
  start: number;
  end: number;
  think: string | null;
  queries: Query[];
  documents: Document[];
  error: string | null;
  nothingFound?: boolean;
  searches: Range[];
  observation: Range | null;
}

/** A turn of which no more is known than where it stands. */
export function openTurn({ start, end }: Range): OpenTurn {
  return {
    start,
    end,
    think: null,
    queries: [],
    documents: [],
    error: null,
    searches: [],
    observation: null,
  };
}
