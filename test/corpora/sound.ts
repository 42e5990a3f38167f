import { expect } from 'vitest';
import { RolloutPositions } from '../../core/rollouts/positions';
import type { Rollout } from '../../core/trace/model';
import type { Read } from './reading';

/** Segments and parts cover the text of every rollout, in order. */
export function expectSound(rollouts: readonly Rollout[]): void {
  for (const { id, text, segments, parts } of rollouts) {
    for (const spans of [segments, parts]) {
      let end = 0;
      for (const span of spans) {
        expect(span.start, id).toBe(end);
        end = span.end;
      }
      expect(end, id).toBe(text.length);
    }
  }
}

/** Every part that stands in the file is found there again, at both its ends. */
export async function expectPlaces({ file }: Read, rollouts: readonly Rollout[]): Promise<void> {
  for (const rollout of rollouts) {
    const record = await file.recordAt(rollout.index);
    if (!record) throw new Error(`${rollout.id} is not there`);
    const positions = new RolloutPositions(record, rollout);
    for (const part of rollout.parts.filter(({ rendered }) => !rendered)) {
      expect(positions.toOwn(positions.toFile(part.start)), rollout.id).toBe(part.start);
      expect(positions.toOwn(positions.toFile(part.end - 1)), rollout.id).toBe(part.end - 1);
    }
  }
}
