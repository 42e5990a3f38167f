import type { Position, PositionRange } from '../../core/protocol/server';
import type { Range } from '../../core/trace/model';

/**
 * Where the characters of an own text stand in a document. At the border of two parts (the prompt's field and the
 * response's) an offset stands in two places: at the end of what is before it and at the start of what follows.
 */
export interface Places {
  /** Where the character at `offset` starts. */
  startAt(offset: number): Position;
  /** Where the character before `offset` ends. */
  endAt(offset: number): Position;
  /** The own-text offset at a position; null where no character of the rollout stands. */
  offsetAt(position: Position): number | null;
}

/** A range of the own text as a range of the document. */
export function rangeIn(places: Places, { start, end }: Range): PositionRange {
  const from = places.startAt(start);
  if (end <= start) return { start: from, end: from };
  const to = places.endAt(end);
  return { start: from, end: isBefore(to, from) ? from : to };
}

export function isBefore(left: Position, right: Position): boolean {
  return left.line < right.line || (left.line === right.line && left.character < right.character);
}
