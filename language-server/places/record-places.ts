import type { Position } from '../../core/protocol/server';
import type { FilePosition, RolloutPositions } from '../../core/rollouts/positions';
import type { Places } from './places';

/** Places of a rollout in the file that holds it, through JSON escapes. */
export function recordPlaces(positions: RolloutPositions): Places {
  return {
    startAt: (offset) => positionOf(positions.toFile(offset)),
    endAt: (offset) => positionOf(positions.rangeToFile({ start: Math.max(0, offset - 1), end: offset }).end),
    offsetAt: (position) => positions.toOwn(position),
  };
}

function positionOf({ line, character }: FilePosition): Position {
  return { line, character };
}
