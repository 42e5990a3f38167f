import type { StoreState } from '../../../core/protocol/store';

/** What is known of the rows in sight, and of the reader's place in them. */
export interface Place {
  /** Generation and rollouts in work of the order in sight. */
  readonly generation: number;
  readonly inWork: number;
  readonly rows: number;
  /** Whether the order is that of the view that was asked for. */
  readonly settled: boolean;
  readonly sorted: boolean;
  readonly atTop: boolean;
  readonly atEnd: boolean;
}

export type Step =
  | { readonly kind: 'none' }
  /** The newest rows are taken at once; `end` says whether the table is to follow to its end. */
  | { readonly kind: 'renew'; readonly end: boolean }
  /** The reader is told, and takes them when it suits; `more` is null where rows changed rather than came. */
  | { readonly kind: 'offer'; readonly more: number | null };

/**
 * What to do about rows that came since. Nothing may move under the reader's eyes: at the beginning and at the end of the
 * files' order new rows are taken, everywhere else they are offered.
 */
export function stepFor(
  { generation, rows: inWork }: Pick<StoreState, 'generation' | 'rows'>,
  place: Place,
): Step {
  if (!place.settled) return { kind: 'renew', end: false };
  if (generation <= place.generation) return { kind: 'none' };
  if (place.rows === 0) return { kind: 'renew', end: false };
  const free = !place.sorted && (place.atTop || place.atEnd);
  if (free) return { kind: 'renew', end: place.atEnd && !place.atTop };
  const more = inWork - place.inWork;
  return { kind: 'offer', more: more > 0 ? more : null };
}
