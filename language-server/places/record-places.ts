import type { Position } from '../../core/protocol/server';
import type { FilePosition, RolloutPositions } from '../../core/rollouts/positions';
import type { Places } from './places';

/** Places of a rollout in the file that holds it, through JSON escapes. */
export function recordPlaces(positions: { readonly known: RolloutPositions }): Places {
  return {
    startAt: (offset) => positionOf(positions.known.toFile(offset)),
    endAt: (offset) =>
      positionOf(positions.known.rangeToFile({ start: Math.max(0, offset - 1), end: offset }).end),
    offsetAt: (position) => positions.known.toOwn(position),
  };
}

function positionOf({ line, character }: FilePosition): Position {
  return { line, character };
}
