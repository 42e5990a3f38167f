import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchOf, Bench, fileOf } from './set';

let at: Bench;
beforeAll(() => {
  at = new Bench();
});
afterAll(() => at.remove());

it('groups keep their order from page to page while rows are added, and lose it with rows that are taken out', async () => {
  const own = await at.holding(
    Array.from({ length: 1500 }, (_, n) => ({ question: `q${n % 1200}`, score: n % 7 })),
  );
  const wanted = {
    by: 'question',
    filter: null,
    sort: { by: 'rollouts', descending: true },
    count: 500,
  } as const;
  const first = await own.groups({ ...wanted, snapshot: null, from: 0 });
  expect(first.total).toBe(1200);
  // Another row makes another order, and more groups.
  await own.append(0, { record: 1500, line: 1500 }, batchOf([{ question: 'a new one' }]));
  await own.commit([fileOf(0)]);
  const keys = new Set<unknown>();
  for (let from = 0; from < 1500; from += 500) {
    const page = await own.groups({ ...wanted, snapshot: first.snapshot, from });
    expect(page).toMatchObject({ snapshot: first.snapshot, total: 1200 });
    expect(page.groups).toHaveLength(Math.min(500, 1200 - from));
    for (const { key, rollouts } of page.groups) {
      expect(rollouts).toBe(keys.size < 300 ? 2 : 1);
      keys.add(key);
    }
  }
  expect(keys.size).toBe(1200);
  expect(await own.groups({ ...wanted, snapshot: null, from: 0 })).toMatchObject({ total: 1201 });
  // An order of something else is none of these.
  const other = await own.groups({ ...wanted, by: 'step', snapshot: first.snapshot, from: 0 });
  expect(other.snapshot).not.toBe(first.snapshot);
  await own.forgetFrom(0, 100);
  await own.commit([]);
  const fewer = await own.groups({ ...wanted, snapshot: first.snapshot, from: 0 });
  expect(fewer.snapshot).not.toBe(first.snapshot);
  expect(fewer.total).toBe(100);
  expect(fewer.groups).toHaveLength(100);
});
