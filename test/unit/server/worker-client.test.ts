import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobRequest, WorkerClient, WorkerDied } from '../../../language-server/worker/worker-client';

/**
 * Jobs by their path: `die` ends the thread, `slow` and `quick`
 * end well, after a while and at once.
 */
const SCRIPT = `
const { parentPort } = require('node:worker_threads');
let jobs = 0;
const end = (id) => parentPort.postMessage({ kind: 'end', id, failed: null, capped: false });
parentPort.on('message', ({ kind, id, path }) => {
  if (kind === 'cancel') return;
  jobs++;
  parentPort.postMessage({ kind: 'documents', id, postings: new Float64Array(0), records: jobs });
  if (path === 'die') setTimeout(() => { throw new Error('out of luck'); }, 20);
  else if (path === 'slow') setTimeout(() => end(id), 150);
  else if (path === 'quick') end(id);
});
`;

let folder: string;
let client: WorkerClient;
let begun: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-worker-'));
  writeFileSync(join(folder, 'worker.js'), SCRIPT);
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  client = new WorkerClient(join(folder, 'worker.js'));
  begun = [];
});
afterEach(() => client.stop());

const run = (path: string, signal = new AbortController().signal): Promise<{ readonly capped: boolean }> => {
  const request: JobRequest = { kind: 'documents', path, options: {}, most: 1 };
  return client.run(
    request,
    () => {
      begun.push(path);
      return () => undefined;
    },
    signal,
  );
};

describe('a worker that dies', () => {
  it('takes down only what cannot be done, and the rest starts over', async () => {
    const slow = run('slow');
    const fatal = run('die');
    await expect(fatal).rejects.toThrow(WorkerDied);
    await expect(fatal).rejects.toThrow(/out of luck/);
    await expect(slow).resolves.toEqual({ capped: false });
    expect(begun.filter((path) => path === 'slow')).toHaveLength(2);
    expect(begun.filter((path) => path === 'die')).toHaveLength(2);
  });

  it('leaves the jobs of the next one alone, whatever it still reports', async () => {
    const fatal = run('die').catch((error: unknown) => error);
    while (begun.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    // The first is dead and reports its end while the next is at work.
    await expect(run('slow')).resolves.toEqual({ capped: false });
    expect(begun.filter((path) => path === 'slow')).toHaveLength(1);
    expect(await fatal).toBeInstanceOf(WorkerDied);
    await expect(run('quick')).resolves.toEqual({ capped: false });
  });

  it('starts nothing over that is cancelled, or once the client stops', async () => {
    const controller = new AbortController();
    const cancelled = run('hangs', controller.signal);
    const stopped = run('hangs too');
    controller.abort(new Error('enough'));
    await expect(cancelled).rejects.toThrow('enough');
    const told = expect(stopped).rejects.toThrow(WorkerDied);
    await client.stop();
    await told;
    expect(begun).toEqual(['hangs', 'hangs too']);
  });
});
