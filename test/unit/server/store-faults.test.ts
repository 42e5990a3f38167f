import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requests } from '../../../core/protocol/server';
import { writeBulk } from '../../make/bulk';
import { type Bundle, bundleServer } from './bundle';
import { type ClientWish, TestClient } from './client';
import { endStores, Table } from './table';

let bundle: Bundle;
let storage: string;
let folder: string;

beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());
beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), 'tracehop-storage-'));
  folder = mkdtempSync(join(tmpdir(), 'tracehop-run-'));
});
afterEach(() => {
  endStores(storage);
  for (const path of [storage, folder]) rmSync(path, { recursive: true });
});

const uri = (): string => pathToFileURL(folder).toString();

/** Works with a set of files that is open in a server of its own, whose store ends with it. */
async function opened(
  wish: ClientWish,
  work: (table: Table, client: TestClient) => Promise<void>,
): Promise<void> {
  const client = await TestClient.start(bundle.server, { settings: {}, storage, ...wish });
  const table = new Table(client, [uri()]);
  try {
    await work(table, client);
  } finally {
    table.close();
    await table.closed;
    await client.stop();
    endStores(storage);
  }
}

/** Rows, the different places they have, and the last of these. */
async function counted(client: TestClient): Promise<unknown> {
  const sql = 'SELECT count(*), count(DISTINCT (file, byte_start)), max(line) FROM rollouts';
  return (await client.request(requests.storeSql, { paths: [uri()], sql, count: 1 })).rows[0];
}

describe('a disk that gets full while files are read', () => {
  it('leaves memory: all rollouts are there once, it is said, and the cache goes on when there is room', async () => {
    const path = join(folder, 'big.jsonl');
    writeBulk(path, 20e6, 5);
    const lines = readFileSync(path).filter((byte) => byte === 10).length;
    const ended = ({ phase, filesRead }: { phase: string; filesRead: number }): boolean =>
      phase === 'following' && filesRead === 1;
    await opened({ blocks: 2000 }, async (table, client) => {
      const end = await table.until(ended, 40_000);
      expect(end).toMatchObject({
        rows: lines,
        bytesRead: end.bytes,
        problems: [],
        cache: {
          kind: 'memory',
          why: expect.stringMatching(
            /^The disk is full .* Free some space and open the rollouts again/,
          ) as string,
        },
      });
      expect(await counted(client)).toEqual([lines, lines, lines - 1]);
      // What comes later comes too.
      appendFileSync(path, readFileSync(path).subarray(0, readFileSync(path).indexOf(10) + 1));
      await table.rows(lines + 1);
      expect(await counted(client)).toEqual([lines + 1, lines + 1, lines]);
    });
    await opened({}, async (table, client) => {
      expect(await table.until(ended, 40_000)).toMatchObject({ rows: lines + 1, cache: { kind: 'disk' } });
      expect(await counted(client)).toEqual([lines + 1, lines + 1, lines]);
      // The beginning was not read again.
      expect(Math.min(...table.states.map(({ rows }) => rows))).toBeGreaterThan(0);
    });
  }, 90_000);
});

describe('a file that nobody may read', () => {
  it('is named with what to do, and the others are read', async () => {
    for (const name of ['a.jsonl', 'b.jsonl']) writeBulk(join(folder, name), 20_000, 6);
    const path = join(folder, 'a.jsonl');
    chmodSync(path, 0);
    // Root may read everything: then it is `nobody` who reads.
    const isRoot = process.getuid?.() === 0;
    for (const each of [folder, storage]) chmodSync(each, 0o777);
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    await opened({ user }, async (table) => {
      const end = await table.until(({ phase, problems }) => phase === 'following' && problems.length > 0);
      expect(end.rows).toBeGreaterThan(0);
      expect(end.problems).toEqual([
        {
          file: pathToFileURL(path).toString(),
          message: expect.stringMatching(/no permission to read it; give yourself permission/) as string,
        },
      ]);
      const rows = end.rows;
      chmodSync(path, 0o644);
      // Its name, size and times are what they were: written to again, it is looked at again.
      writeFileSync(path, readFileSync(path));
      expect((await table.until((state) => state.rows > rows)).problems).toEqual([]);
    });
  });
});
