import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRolloutFile } from '../../../../core/rollouts/open';
import type { StretchJob } from '../../../../core/store/ingest/job';
import { readStretch } from '../../../../core/store/ingest/read-stretch';
import { readSmallFiles } from '../../../../core/store/ingest/small-files';
import { fingerprintOf } from '../../../../core/store/process/changes';
import { InOrder } from '../../../../core/store/process/in-order';
import type { Readers } from '../../../../core/store/process/readers';
import { readTogether, SmallFiles, type SmallReading } from '../../../../core/store/process/small-files';

const never = new AbortController().signal;
const turn = () => Promise.resolve({ parsed: () => undefined, end: () => undefined });

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tracehop-small-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const line = (answer: string): string =>
  `${JSON.stringify({ input: 'Q', output: `<answer> ${answer} </answer>`, gts: ['x'], score: 1 })}\n`;

function jobOf(name: string, content: string | null): StretchJob {
  const path = join(folder, name);
  if (content !== null) writeFileSync(path, content);
  const from = { byte: 0, record: 0, line: 0 };
  return { path, name, options: {}, profile: 'auto', columns: ['answer'], from, to: null };
}

/** Three files, of which the second is not there. */
const jobs = (): StretchJob[] => [
  jobOf('step_1.jsonl', line('a') + line('b')),
  jobOf('step_2.jsonl', null),
  jobOf('step_3.jsonl', line('c').trimEnd()),
];

describe('small files that are read together', () => {
  it('bring what they hold, or why they cannot be read, each for itself', async () => {
    const [first, missing, third] = await readSmallFiles(jobs(), turn, never);
    expect(first).toMatchObject({ end: { records: 2, reached: line('a').length * 2, open: null } });
    expect(missing).toMatchObject({
      error: { message: expect.stringMatching(/step_2\.jsonl.*no such file/) as string },
    });
    expect(third).toMatchObject({ end: { records: 0, open: { rows: 1, fault: null } } });
  });

  it('are known again by the digest that is taken of them on the disk', async () => {
    const wanted = jobs();
    const files = await readSmallFiles(wanted, turn, never);
    for (const [at, reached] of [
      [0, line('a').length * 2],
      [2, line('c').length - 1],
    ] as const)
      expect(files[at]).toMatchObject({ head: await fingerprintOf(wanted[at]?.path ?? '', reached) });
  });

  it('are left in the middle where nobody wants them any more', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(readSmallFiles(jobs(), turn, controller.signal)).rejects.toThrow('enough');
  });
});

describe('who takes them', () => {
  /** Reads here and now; together only where `together` says so. */
  function readersOf(together: boolean): Readers {
    return {
      size: 1,
      facts: () => Promise.reject(new Error('small files are not looked at before')),
      read: async (job, take, signal) => {
        const file = await openRolloutFile(job.path, { ...job.options, name: job.name, findings: false });
        try {
          return await readStretch(file, job, null, take, signal);
        } finally {
          await file.close();
        }
      },
      readSmall: (wanted, signal) =>
        together ? readSmallFiles(wanted, turn, signal) : Promise.reject(new Error('the thread died')),
      closeFiles: () => undefined,
    };
  }

  async function takenBy(readers: Readers): Promise<string[]> {
    const said: string[] = [];
    const order = new InOrder();
    const before = order.next();
    const files = jobs().map((job): SmallReading => ({
      reading: { ...job, facts: null },
      size: 100,
      base: () => ({ record: 0, line: 0 }),
      taker: {
        rows: ({ columns }) => {
          said.push(...(columns['answer']?.values as readonly string[]));
          return Promise.resolve();
        },
        end: () => Promise.resolve(void said.push(`end of ${job.name}`)),
      },
      failed: (error) => said.push(`failed: ${job.name} (${String(error).includes('no such file')})`),
    }));
    const reading = readTogether(readers, files, order, never);
    const after = order.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    // It is not their turn yet.
    expect(said).toEqual([]);
    before.pass();
    await reading;
    await after.come;
    return said;
  }

  const ALL = [
    ...['a', 'b', 'end of step_1.jsonl'],
    'failed: step_2.jsonl (true)',
    ...['c', 'end of step_3.jsonl'],
  ];

  it('gets them in their order, once it is their turn', async () => {
    expect(await takenBy(readersOf(true))).toEqual(ALL);
  });

  it('gets each by itself where a thread died over them', async () => {
    expect(await takenBy(readersOf(false))).toEqual(ALL);
  });

  it('gathers no more than are read in some dozens of milliseconds', () => {
    const small = new SmallFiles();
    const [job] = jobs();
    const file = { reading: { ...job, facts: null }, size: 60_000 } as unknown as SmallReading;
    let count = 0;
    for (; !small.full; count++) small.add(file);
    expect(count).toBe(9);
    expect(small.take()).toHaveLength(9);
    expect([small.empty, small.full]).toEqual([true, false]);
  });
});
