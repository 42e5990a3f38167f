import { describe, expect, it } from 'vitest';
import type { Framing, Span } from '../../../../core/containers/framing/framing';
import { memorySource } from '../../../../core/containers/memory-source';
import { BadFormat } from '../../../../core/containers/rows/row-format';
import { sqlite } from '../../../../core/containers/rows/sqlite/sqlite';
import { openRolloutSource } from '../../../../core/rollouts/open';
import { countingSource, fixtureBytes } from './counting';

async function framingOf(bytes: Buffer): Promise<Framing> {
  return sqlite.framing(memorySource('t.db', bytes), bytes);
}

async function spansOf(bytes: Buffer): Promise<Span[]> {
  const spans: Span[] = [];
  const framing = await framingOf(bytes);
  for await (const batch of framing.spans(memorySource('t.db', bytes))) spans.push(...batch);
  return spans;
}

function valueOf({ bytes }: Span): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

/** What Python's sqlite3 read from the same database. */
function expected(name: string): unknown[] {
  const lines = fixtureBytes(`${name}.rows.jsonl`).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** What is wrong with a damaged database: the reasons of its rows, or of the whole. Fails on any other error. */
async function faultsOf(bytes: Buffer): Promise<string[]> {
  try {
    return (await spansOf(bytes)).flatMap(({ problem }) => problem ?? []);
  } catch (error) {
    if (error instanceof BadFormat) return [error.message];
    throw error;
  }
}

async function lossesOf(name: string): Promise<string[]> {
  const file = await openRolloutSource(name, memorySource(name, fixtureBytes(name)));
  return file.losses.map(({ what }) => what);
}

const NAMES = [
  'metrics.db',
  'project.db',
  'values.sqlite',
  'utf-16le.sqlite3',
  'utf-16be.sqlite3',
  'small.db',
];

describe('SQLite', () => {
  it.each(NAMES)('reads the rows of %s as sqlite3 does', async (name) => {
    const spans = await spansOf(fixtureBytes(name));
    expect(spans.map(({ problem }) => problem).filter((problem) => problem !== null)).toEqual([]);
    expect(spans.map(valueOf)).toEqual(expected(name));
  });

  it('finds a row again, by its own pages alone', async () => {
    const bytes = fixtureBytes('project.db');
    const { source, read } = countingSource('project.db', bytes);
    const framing = await sqlite.framing(source, bytes);
    const rows = expected('project.db');
    for (const [index, row] of rows.entries()) {
      const place = framing.rows?.at(index);
      if (!place || !framing.spanAt) throw new Error(`row ${index} has no place`);
      expect(valueOf(await framing.spanAt(source, place))).toEqual(row);
    }
    const before = read();
    const place = framing.rows?.at(5);
    if (!place || !framing.spanAt) throw new Error('row 5 has no place');
    await framing.spanAt(source, place);
    // Row 5 has about 6 KB, so its leaf and one overflow page or two.
    expect(read() - before).toBeLessThanOrEqual(3 * 4096);
    expect(framing.rows?.at(rows.length)).toBeNull();
  });

  it('finds rows by the heads of their pages', async () => {
    const bytes = fixtureBytes('metrics.db');
    const { source, read } = countingSource('metrics.db', bytes);
    const framing = await sqlite.framing(source, bytes);
    expect(framing.rows?.count).toBe(219);
    // 53 pages: the schema and the interior ones are read whole, the leaves' first 12 bytes.
    expect(read()).toBeLessThan(12 * 512);
    const before = read();
    const place = framing.rows?.at(200);
    if (!place || !framing.spanAt) throw new Error('row 200 has no place');
    expect(valueOf(await framing.spanAt(source, place))).toEqual(expected('metrics.db')[200]);
    expect(read() - before).toBe(512);
    expect(place.byteEnd - place.byteStart).toBe(512);
  });

  it('says what it does not read', async () => {
    expect(await lossesOf('metrics.db')).toEqual([
      'the rows of other tables than `metrics` (`traces`) are not read',
      'rows still in the write-ahead log beside the database (`-wal`) are not read',
    ]);
    expect(await lossesOf('project.db')).toEqual([
      'the rows of other tables than `traces` (`metrics`, `configs`) are not read',
    ]);
    const keyed = await openRolloutSource('keyed.db', memorySource('keyed.db', fixtureBytes('keyed.db')));
    expect(keyed.container.evidence.because).toMatch(
      /only rows are in tables `WITHOUT ROWID`.*sqlite3 -header -csv/,
    );
  });
});

describe('damaged SQLite', () => {
  it('reads what is left of a file that is cut off', async () => {
    const bytes = fixtureBytes('metrics.db');
    for (let length = 16; length < bytes.length; length += 397) {
      const faults = await faultsOf(bytes.subarray(0, length));
      expect(faults.length, `cut at ${length}`).toBeGreaterThan(0);
    }
    const [fault] = await faultsOf(bytes.subarray(0, 40 * 512));
    expect(fault).toMatch(/of the table `metrics` cannot be read \(page \d+ is past the end of the file\)/);
    expect(
      (await spansOf(bytes.subarray(0, 40 * 512))).filter(({ problem }) => problem === null).length,
    ).toBeGreaterThan(100);
  });

  it('ends with rows or a reason whatever byte is broken', async () => {
    const bytes = fixtureBytes('small.db');
    const sound = (await spansOf(bytes)).length;
    let told = 0;
    let most = 0;
    for (const at of bytes.keys()) {
      const broken = Buffer.from(bytes);
      broken.writeUInt8((broken[at] ?? 0) ^ 0xff, at);
      if (broken.toString('latin1', 0, 16) !== 'SQLite format 3\0') continue;
      const faults = await faultsOf(broken);
      most = Math.max(most, faults.length);
      if (faults.length > 0) told++;
    }
    expect(most).toBeLessThanOrEqual(2 * sound);
    expect(told).toBeGreaterThan(100);
  });

  /** What is said of `small.db`, whose row 4 goes on in overflow pages, after a change. */
  async function changed(change: (bytes: Buffer) => void): Promise<string[]> {
    const bytes = Buffer.from(fixtureBytes('small.db'));
    change(bytes);
    return faultsOf(bytes);
  }

  it('names pages that stand in a table twice', async () => {
    // Page 2 is the table's root: all its children become its own page.
    const faults = await changed((bytes) => bytes.writeUInt32BE(2, 512 + 8));
    expect(faults).toEqual([expect.stringMatching(/page 2 stands in it twice/)]);
  });

  it('names overflow pages that lead back to themselves', async () => {
    const faults = await changed((bytes) => {
      for (let page = 3; page * 512 <= bytes.length; page++) {
        const start = (page - 1) * 512;
        // An overflow page is neither a leaf nor interior: its first bytes are the next page's number.
        if (bytes[start] === 0) bytes.writeUInt32BE(page, start);
      }
    });
    expect(faults).toEqual([expect.stringMatching(/row 4 .*overflow page \d+ stands in it twice/)]);
  });

  it('does not read the same overflow pages for row after row', async () => {
    // Page 7 begins with row 4, which has three overflow pages; the file has eight pages.
    const faults = await changed((bytes) => {
      const leaf = 6 * 512;
      const place = bytes.readUInt16BE(leaf + 8);
      bytes.writeUInt16BE(6, leaf + 3);
      for (let cell = 0; cell < 6; cell++) bytes.writeUInt16BE(place, leaf + 8 + 2 * cell);
    });
    const reason = /^row [6-9] of the table `t` cannot be read \(it goes on in pages of other rows\)/;
    expect(faults).toHaveLength(4);
    for (const fault of faults) expect(fault).toMatch(reason);
  });

  it.each([
    [17, 3, 'a page size of 515'],
    [59, 9, 'text encoding 9'],
    [19, 3, 'version 3 of the format'],
  ])('refuses a header whose byte %i is %i', async (at, value, reason) => {
    const bytes = Buffer.from(fixtureBytes('small.db'));
    bytes.writeUInt8(value, at);
    const file = await openRolloutSource('small.db', memorySource('small.db', bytes));
    expect(file.container.evidence.because).toContain(reason);
  });
});
