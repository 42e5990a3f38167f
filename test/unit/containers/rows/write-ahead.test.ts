import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRolloutFile } from '../../../../core/rollouts/open';
import { fixtureBytes } from './counting';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-ahead-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Steps of the metrics of a database with some log beside it, and what is lost of it. */
async function stepsOf(log: Buffer | null): Promise<{ steps: (number | null)[]; losses: string[] }> {
  const path = join(folder, 'running.db');
  rmSync(`${path}-wal`, { force: true });
  writeFileSync(path, fixtureBytes('running.db'));
  if (log) writeFileSync(`${path}-wal`, log);
  const file = await openRolloutFile(path);
  const steps: (number | null)[] = [];
  for await (const entry of file.entries()) steps.push(entry.measured?.step ?? null);
  await file.close();
  return { steps, losses: file.losses.map(({ what }) => what) };
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, step) => step);

/**
 * make_sqlite.py: 5 steps in the database, then three commits of 20, 20 and 5 further ones in the log;
 * pages of 512 bytes.
 */
const log = fixtureBytes('running.db-wal');
const FRAME = 24 + 512;

/** Numbers of the frames that end a commit. */
const commits = upTo((log.length - 32) / FRAME).filter(
  (frame) => log.readUInt32BE(32 + frame * FRAME + 4) > 0,
);

describe("SQLite's write-ahead log", () => {
  it('is read up to its last commit', async () => {
    expect(commits).toHaveLength(3);
    expect(await stepsOf(log)).toEqual({ steps: upTo(50), losses: [] });
  });

  it('is not missed where there is none, or an empty one', async () => {
    expect(await stepsOf(null)).toEqual({ steps: upTo(5), losses: [] });
    expect((await stepsOf(Buffer.alloc(0))).steps).toEqual(upTo(5));
    expect((await stepsOf(log.subarray(0, 40))).steps).toEqual(upTo(5));
  });

  it('counts a commit that is cut off, or whose checksum is wrong, for none', async () => {
    const [first = 0, second = 0] = commits;
    const cut = log.subarray(0, 32 + (second + 1) * FRAME + 100);
    expect((await stepsOf(cut)).steps).toEqual(upTo(45));
    const damaged = Buffer.from(log);
    const at = 32 + (first + 1) * FRAME + 30;
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect((await stepsOf(damaged)).steps).toEqual(upTo(25));
  });

  it('is of no use with another page size, or other salts', async () => {
    for (const at of [0, 4, 8, 16, 24]) {
      const other = Buffer.from(log);
      other[at] = (other[at] ?? 0) ^ 1;
      expect((await stepsOf(other)).steps).toEqual(upTo(5));
    }
    const salted = Buffer.from(log);
    salted[32 + 8] = (salted[32 + 8] ?? 0) ^ 1;
    expect((await stepsOf(salted)).steps).toEqual(upTo(5));
  });
});
