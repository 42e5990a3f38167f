import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../core/host/duckdb/database';
import { bench, type Bench } from './host';

let at: Bench;
beforeAll(async () => {
  at = await bench();
});
afterAll(() => at.remove());

const corpus = (name: string): string =>
  at.write(
    name,
    Array.from({ length: 5 }, (_, number) => JSON.stringify({ title: `T${number}`, text: 'words' })).join(
      '\n',
    ),
  );

describe('the place of an index', () => {
  it('is never taken from a file that is none: not from the corpus, not from another', async () => {
    const passages = corpus('precious.jsonl');
    const diary = at.write('diary.txt', 'Dear diary, today I wrote more than twelve bytes.');
    for (const out of [passages, diary]) {
      const before = readFileSync(out);
      await expect(at.build([passages], out)).rejects.toThrow(`${out}: it is no index`);
      expect(readFileSync(out)).toEqual(before);
      expect(existsSync(`${out}.building`)).toBe(false);
    }
  });

  it("is not taken from a database of somebody's", async () => {
    const passages = corpus('own.jsonl');
    const out = join(at.folder, 'own.duckdb');
    const database = await Database.open();
    await database.attach(out, 'theirs', 'write');
    await database.connected((connection) =>
      connection.run('CREATE TABLE theirs.work AS SELECT 42 AS answer'),
    );
    database.close();
    const before = readFileSync(out);
    await expect(at.build([passages], out)).rejects.toThrow(`${out}: it is no index`);
    expect(readFileSync(out)).toEqual(before);
  });

  it('may be an empty file', async () => {
    const out = at.write('empty.index', '');
    expect((await at.build([corpus('little.jsonl')], out)).documents).toBe(5);
  });
});
