import { describe, expect, it } from 'vitest';
import { addressKey, readAddress, rolloutName } from '../../../core/protocol/rollout-uri';
import { readSubject } from '../../../extension/retrieval/subject';

const address = { file: 'file:///runs/step_1.jsonl', index: 3, sample: 0 };

describe('the name of a rollout', () => {
  it.each([
    [address, 'step_1.jsonl#3'],
    [{ ...address, sample: 2 }, 'step_1.jsonl#3.2'],
    [{ ...address, file: 'file:///runs/a%20b%23.jsonl' }, 'a b#.jsonl#3'],
    [{ ...address, file: 'file:///runs/50%.jsonl' }, '50%.jsonl#3'],
  ])('of %j is %s', (from, name) => {
    expect(rolloutName(from)).toBe(name);
  });
});

describe('an address', () => {
  it('has a key that no other has', () => {
    const others = [address, { ...address, sample: 1 }, { ...address, index: 30 }];
    expect(new Set(others.map(addressKey)).size).toBe(3);
  });

  it('is read without what stands beside it', () => {
    expect(readAddress({ ...address, other: 1 })).toEqual(address);
  });
});

describe('a stored search', () => {
  const place = { rollout: address, turn: 1, query: 0 };

  it('is read without what else was stored', () => {
    expect(readSubject({ ...place, other: 1 })).toEqual(place);
  });

  it.each([
    null,
    [],
    { ...place, rollout: { ...address, index: -1 } },
    { ...place, rollout: { ...address, file: '/runs/step_1.jsonl' } },
    { ...place, turn: 1.5 },
    { ...place, query: -1 },
  ])('is refused where it makes no sense: %j', (stored) => {
    expect(readSubject(stored)).toBeNull();
  });
});
