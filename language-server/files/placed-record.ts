import type { RawRecord } from '../../core/containers/container';
import { RolloutPositions } from '../../core/rollouts/positions';
import type { Entry } from '../../core/rollouts/rollout-file';
import { PlacedRollout } from '../places/placed-rollout';
import { recordPlaces } from '../places/record-places';
import { LONGEST_LINE } from './limits';

/** One record of a file, read, parsed and placed. */
export interface PlacedRecord {
  readonly entry: Entry;
  readonly rollouts: readonly PlacedRollout[];
  /** Positions of each rollout in the file, for places in bytes. */
  readonly positions: readonly RolloutPositions[];
  /** Whether no line of it is too long for features inside the text. */
  readonly inText: boolean;
  /** What it takes in memory, roughly. */
  readonly bytes: number;
}

/** Places the rollouts of a record in their file. */
export function placeRecord(file: string, entry: Entry, record: RawRecord): PlacedRecord {
  const positions = entry.rollouts.map((rollout) => new RolloutPositions(record, rollout));
  const rollouts = entry.rollouts.map((rollout, at) => {
    const { index, sample } = rollout;
    const places = recordPlaces(positions[at] ?? new RolloutPositions(record, rollout));
    return new PlacedRollout(rollout, places, { file, index, sample });
  });
  const characters = entry.rollouts.reduce((sum, { text }) => sum + text.length, record.text.length);
  // Texts, and about as much again for segments, documents and position tables.
  return { entry, rollouts, positions, inText: fitsEditor(record), bytes: 1_024 + 6 * characters };
}

/** Whether every line of a record ends before the column at which editors stop rendering. */
export function fitsEditor({ text, character = 0 }: RawRecord): boolean {
  let column = character;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (column + end - start > LONGEST_LINE) return false;
    if (newline < 0) return true;
    start = newline + 1;
    column = 0;
  }
  return true;
}
