import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { type Position, requests, type RolloutPlace } from '../../core/protocol/server';
import type { FileRequest } from './file-request';

/** The rollout that covers a position of the file, and the place in it. */
export const ownOffsetAt: FileRequest<
  { readonly file: string; readonly position: Position },
  RolloutPlace | null
> = {
  name: requests.ownOffsetAt,
  async answer({ handle, signal }, { file, position }) {
    const record = await handle.recordAtPosition(position, signal);
    if (!record) return null;
    const { index } = record.entry.place;
    for (const { places, rollout } of record.rollouts) {
      const offset = places.offsetAt(position);
      if (offset !== null) return { file, index, sample: rollout.sample, offset };
    }
    return { file, index, sample: record.rollouts[0]?.rollout.sample ?? 0, offset: null };
  },
};

/** Where the policy begins to write, line ends before its first word left out. */
export const policyStart: FileRequest<RolloutAddress, { readonly offset: number | null }> = {
  name: requests.policyStart,
  async answer({ handle, signal }, { index, sample }) {
    const { rollouts } = await handle.existingRecord(index, signal);
    const rollout = rollouts.find((each) => each.rollout.sample === sample)?.rollout;
    const first = rollout?.segments.find(({ by }) => by === 'policy');
    if (!rollout || !first) return { offset: null };
    const blanks = /^\s*/.exec(rollout.text.slice(first.start, first.end))?.[0].length ?? 0;
    return { offset: first.start + (first.start + blanks < rollout.text.length ? blanks : 0) };
  },
};
