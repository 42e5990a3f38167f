import type { RawRecord } from '../../core/containers/container';
import type { Position } from '../../core/protocol/server';
import { RolloutPositions, SharedPositions } from '../../core/rollouts/positions';
import type { Entry } from '../../core/rollouts/rollout-file';
import type { Rollout } from '../../core/trace/model';
import { countWhile } from '../../core/halving';
import { PlacedRollout } from '../places/placed-rollout';
import { isBefore } from '../places/places';
import { recordPlaces } from '../places/record-places';
import { LONGEST_LINE } from './limits';

/** One record of a file, read and parsed; its rollouts are placed when first asked where something stands. */
export interface PlacedRecord {
  readonly entry: Entry;
  readonly rollouts: readonly PlacedRollout[];
  /** Whether no line of it is too long for features inside the text. */
  readonly inText: boolean;
  /** What it takes in memory, roughly. */
  readonly bytes: number;
  /** Positions of a rollout in the file, for places in bytes. */
  positionsOf(at: number): RolloutPositions | null;
}

/** Places the rollouts of a record in their file. */
export function placeRecord(file: string, entry: Entry, record: RawRecord): PlacedRecord {
  const shared = new SharedPositions(record, entry.rollouts);
  const positions = entry.rollouts.map((rollout) => new LazyPositions(shared, rollout));
  const rollouts = entry.rollouts.map((rollout, at) => {
    const { index, sample } = rollout;
    const own = positions[at] ?? new LazyPositions(shared, rollout);
    return new PlacedRollout(rollout, recordPlaces(own), { file, index, sample });
  });
  const characters = entry.rollouts.reduce((sum, { text }) => sum + text.length, record.text.length);
  return {
    entry,
    rollouts,
    inText: fitsEditor(record),
    // Texts, and about as much again for segments, documents and position tables.
    bytes: 1_024 + 6 * characters,
    positionsOf: (at) => positions[at]?.known ?? null,
  };
}

/** Positions of a rollout, worked out at first use: a record may hold thousands of rollouts, and one is looked at. */
class LazyPositions {
  private made: RolloutPositions | null = null;

  constructor(
    private readonly shared: SharedPositions,
    private readonly rollout: Rollout,
  ) {}

  get known(): RolloutPositions {
    return (this.made ??= new RolloutPositions(this.shared, this.rollout));
  }
}

/** Rollouts that are asked one by one where the order of their ends does not tell. */
const MOST_ASKED = 64;

/** The rollout of a record that stands at a position, and the offset there; null where none does. */
export function rolloutAt(
  { rollouts }: Pick<PlacedRecord, 'rollouts'>,
  position: Position,
): { readonly placed: PlacedRollout; readonly offset: number } | null {
  // Mostly rollouts end in the order in which the record holds them.
  const ended = countWhile(rollouts, ({ places, rollout }) =>
    isBefore(places.endAt(rollout.text.length), position),
  );
  for (const placed of new Set([...rollouts.slice(ended, ended + 1), ...rollouts.slice(0, MOST_ASKED)])) {
    const offset = placed.places.offsetAt(position);
    if (offset !== null) return { placed, offset };
  }
  return null;
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
