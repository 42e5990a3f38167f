import type { RawRecordPart } from '../../../../core/protocol/rollout-detail';
import { whole } from '../../../base/words';
import { sizeText } from './words';

/** Bytes of one part: enough to read, and little enough to be drawn at once. */
export const PART_BYTES = 64 * 1024;

/** Where the parts around one begin; null where there is none. */
export function neighbours({ from, to, size }: Omit<RawRecordPart, 'text'>): {
  readonly first: number | null;
  readonly previous: number | null;
  readonly next: number | null;
  readonly last: number | null;
} {
  const before = from > 0;
  const after = to < size;
  return {
    first: before ? 0 : null,
    previous: before ? Math.max(0, from - PART_BYTES) : null,
    next: after ? to : null,
    last: after ? Math.max(to, size - PART_BYTES) : null,
  };
}

/** `Bytes 0 to 65,536 of 1,073,741,824 (1.07 GB)`. */
export function partText({ from, to, size }: Omit<RawRecordPart, 'text'>): string {
  if (size === 0) return 'The record is empty.';
  return `Bytes ${whole(from)} to ${whole(to)} of ${whole(size)} (${sizeText(size)})`;
}
