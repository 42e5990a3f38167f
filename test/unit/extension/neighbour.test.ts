import { describe, expect, it } from 'vitest';
import type { RolloutSummary } from '../../../core/protocol/server';
import { nextRollout, previousRollout, type RolloutLister } from '../../../extension/rollout-view/neighbour';

const file = 'file:///runs/step.jsonl';
const at = (index: number, sample = 0) => ({ file, index, sample });

function summary(index: number, sample: number, fault: string | null): RolloutSummary {
  const nothing = { question: null, answer: null, turns: 0 };
  const something = { question: 'q', answer: 'a', turns: 1 };
  const counts = { score: null, searches: 0, documents: 0, errors: 0, warnings: 0, informations: 0 };
  const told = { golds: [], correct: null, opening: '', structured: true, rules: [] };
  return {
    ...at(index, sample),
    id: `${index}`,
    fault,
    ...counts,
    ...told,
    ...(fault ? nothing : something),
  };
}

/** Records 0 to 19: 5 holds three rollouts, 7 to 14 are broken, 16 holds none. */
const records = Array.from({ length: 20 }, (_, index) => {
  if (index === 5) return [0, 1, 2].map((sample) => summary(index, sample, null));
  if (index === 16) return [];
  return [summary(index, 0, index >= 7 && index <= 14 ? 'broken' : null)];
});

const lister: RolloutLister = {
  request: (_name, { from, count }) =>
    Promise.resolve({
      rollouts: records.slice(from, from + count).flat(),
      next: from + count < records.length ? from + count : null,
    }),
};

describe('neighbours of a rollout', () => {
  it('are in the same record, then in the next', async () => {
    expect(await nextRollout(lister, at(4))).toEqual(at(5));
    expect(await nextRollout(lister, at(5))).toEqual(at(5, 1));
    expect(await nextRollout(lister, at(5, 2))).toEqual(at(6));
    expect(await previousRollout(lister, at(6))).toEqual(at(5, 2));
    expect(await previousRollout(lister, at(5))).toEqual(at(4));
  });

  it('lie beyond records that hold nothing', async () => {
    expect(await nextRollout(lister, at(6))).toEqual(at(15));
    expect(await previousRollout(lister, at(15))).toEqual(at(6));
    expect(await nextRollout(lister, at(15))).toEqual(at(17));
  });

  it('end where the file ends', async () => {
    expect(await nextRollout(lister, at(19))).toBeNull();
    expect(await previousRollout(lister, at(0))).toBeNull();
  });
});
