import type { QueryPlace } from '../../../core/protocol/retrieval';

/** A query that was tried, and what it brought. */
export interface Try {
  readonly text: string;
  readonly goldRank: number | null;
  readonly overlap: number | null;
}

export interface ReplayState {
  readonly turn: number;
  readonly query: number;
  /** The edited query; null for the recorded one. */
  readonly text: string | null;
  readonly topK: number | null;
  readonly tries: readonly Try[];
}

/** What an earlier page kept, or the beginning. */
export function readState(stored: unknown, { turn, query }: QueryPlace): ReplayState {
  const first: ReplayState = { turn, query, text: null, topK: null, tries: [] };
  if (typeof stored !== 'object' || stored === null) return first;
  const kept = stored as Partial<ReplayState>;
  return {
    turn: typeof kept.turn === 'number' ? kept.turn : turn,
    query: typeof kept.query === 'number' ? kept.query : query,
    text: typeof kept.text === 'string' ? kept.text : null,
    topK: typeof kept.topK === 'number' ? kept.topK : null,
    tries: Array.isArray(kept.tries) ? (kept.tries as readonly unknown[]).flatMap(readTry) : [],
  };
}

function readTry(stored: unknown): Try[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { text, goldRank, overlap } = stored as Partial<Record<keyof Try, unknown>>;
  if (typeof text !== 'string' || !isNumberOrNull(goldRank) || !isNumberOrNull(overlap)) return [];
  return [{ text, goldRank, overlap }];
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}
