import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROW_BYTES, RewardColumns } from '../../../language-server/rewards/columns';
import { positionsOf } from '../../../language-server/rewards/page';
import { RewardFiles } from '../../../language-server/rewards/reward-files';
import { uriBelow } from '../../../language-server/rewards/selection';
import type { JobRequest, TakeBatch } from '../../../language-server/worker/worker-client';

/** A worker that ends its jobs when it is told to; each brings one rollout whose reward is the number of the job. */
class HandWorker {
  readonly jobs: { readonly signal: AbortSignal; readonly take: TakeBatch; readonly end: () => void }[] = [];

  run(
    _request: JobRequest,
    begin: () => TakeBatch,
    signal: AbortSignal,
  ): Promise<{ readonly capped: boolean }> {
    return new Promise((resolve, reject) => {
      const number = this.jobs.length;
      const take = begin();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const end = (): void => {
        const columns = new RewardColumns();
        columns.add({ index: 0, sample: 0, step: 1, recorded: 0, recomputed: number, f1: 0, em: 0 });
        const facts = {
          bytes: 1,
          holds: true,
          stepFrom: null,
          broken: new Float64Array(),
          profiles: [],
        } as const;
        take({
          kind: 'rewards',
          id: number,
          chunk: columns.take(),
          facts: { ...facts, unscored: new Map() },
        });
        resolve({ capped: false });
      };
      this.jobs.push({ signal, take, end });
    });
  }
}

let folder: string;
let path: string;
let worker: HandWorker;
let files: RewardFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-reward-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  path = join(folder, '1.jsonl');
  writeFileSync(path, 'x\n');
  worker = new HandWorker();
  files = new RewardFiles(worker);
});

const ask = (signal = new AbortController().signal, more: object = {}) =>
  files.of({ uri: 'file:///1.jsonl', path, options: {}, profile: 'auto', ...more }, signal);
const rewardOf = async (asked: ReturnType<typeof ask>) => (await asked).columns.recomputed[0];
const started = async (jobs: number): Promise<void> => {
  while (worker.jobs.length < jobs) await new Promise((resolve) => setTimeout(resolve, 1));
};
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('the rewards of a file', () => {
  it('are read once for all who want them, and kept', async () => {
    const both = [ask(), ask()];
    await started(1);
    await settle();
    worker.jobs[0]?.end();
    expect(await Promise.all(both.map(rewardOf))).toEqual([0, 0]);
    expect(await rewardOf(ask())).toBe(0);
    expect(worker.jobs).toHaveLength(1);
  });

  it('are read again for another profile, dialect, container or field map', async () => {
    for (const [at, more] of [
      {},
      { profile: 'search-r1' },
      { options: { dialect: 'plain' } },
      { options: { container: 'json' } },
      { options: { fields: { text: ['out'] } } },
      { options: { fields: { text: ['out'], score: ['ok'] } } },
    ].entries()) {
      const asked = ask(undefined, more);
      await started(at + 1);
      worker.jobs[at]?.end();
      expect(await rewardOf(asked)).toBe(at);
    }
  });

  it('go on being read as long as anyone wants them', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [ask(first.signal), ask(second.signal)];
    const told = asked.map((each) => expect(each).rejects.toThrow('enough'));
    await started(1);
    await settle();
    first.abort(new Error('enough'));
    await told[0];
    expect(worker.jobs[0]?.signal.aborted).toBe(false);
    second.abort(new Error('enough'));
    await told[1];
    expect(worker.jobs[0]?.signal.aborted).toBe(true);
    // Who comes later starts anew.
    const later = ask();
    await started(2);
    worker.jobs[1]?.end();
    expect(await rewardOf(later)).toBe(1);
  });

  it('of a file that changed meanwhile are never taken for those of the new one', async () => {
    const stale = ask();
    await started(1);
    appendFileSync(path, 'y\n');
    const fresh = ask();
    await started(2);
    // The newer reading ends first, the older one after it.
    worker.jobs[1]?.end();
    expect(await rewardOf(fresh)).toBe(1);
    worker.jobs[0]?.end();
    expect(await rewardOf(stale)).toBe(0);
    expect(await rewardOf(ask())).toBe(1);
    expect(worker.jobs).toHaveLength(2);
  });

  it('that changed while it was read are not kept', async () => {
    const asked = ask();
    await started(1);
    appendFileSync(path, 'y\n');
    worker.jobs[0]?.end();
    await asked;
    const again = ask();
    await started(2);
    worker.jobs[1]?.end();
    expect(await rewardOf(again)).toBe(1);
  });

  it('cannot be had of a file that is not there', async () => {
    rmSync(path);
    await expect(ask()).rejects.toThrow(/1\.jsonl: no such file/);
  });

  it('are forgotten beyond a number of bytes', async () => {
    files = new RewardFiles(worker, 100);
    for (const job of [0, 1]) {
      const asked = ask();
      await started(job + 1);
      worker.jobs[job]?.end();
      expect(await rewardOf(asked)).toBe(job);
    }
  });
});

describe('columns', () => {
  it('keep what is added in 37 bytes a rollout', () => {
    const all = new RewardColumns();
    const part = new RewardColumns();
    for (let index = 0; index < 1_000; index++) {
      const values = { index, sample: 1, step: 0.5, recorded: index / 3, recomputed: NaN, f1: 0.25, em: -1 };
      part.add(values);
      if (index % 300 === 299) all.addAll(part.take());
    }
    all.addAll(part.take());
    all.trim();
    expect(ROW_BYTES).toBe(37);
    expect([all.length, all.bytes]).toEqual([1_000, 37_000]);
    expect(Array.from(all.index)).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
    expect(all.recorded[999]).toBe(333);
    expect(all.recomputed[999]).toBeNaN();
    expect([all.sample[999], all.step[999], all.f1[999], all.em[999]]).toEqual([1, 0.5, 0.25, -1]);
  });
});

it('a page holds what sorting everything would put there', () => {
  const key = fc.oneof(fc.constantFrom(0, -0, 1, 0.5, Infinity), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(key), fc.nat(30), fc.nat(10), (keys, from, count) => {
      const wanted = keys
        .map((_, at) => at)
        .sort((a, b) => {
          const [left = 0, right = 0] = [keys[a], keys[b]];
          return left < right ? -1 : left > right ? 1 : a - b;
        });
      expect(positionsOf(Float64Array.from(keys), from, count)).toEqual(wanted.slice(from, from + count));
    }),
  );
});

it('addresses below a folder are encoded as editors do', () => {
  expect(uriBelow('file:///runs', 'a b/ü#1 (2)!.jsonl')).toBe(
    'file:///runs/a%20b/%C3%BC%231%20%282%29%21.jsonl',
  );
});
