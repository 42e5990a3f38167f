import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnownFile } from '../../../../core/store/database/row-store';
import { changeOf, fingerprintOf } from '../../../../core/store/process/changes';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-changes-'));
  path = join(folder, 'step_1.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true }));

const LINES = Array.from({ length: 400 }, (_, number) => `{"n":${number}}\n`);

/** What is known of the file as it is now, read up to its end unless said otherwise. */
async function known(reached = statSync(path).size): Promise<KnownFile> {
  const { size, mtimeMs: mtime, ino: inode } = statSync(path);
  const head = await fingerprintOf(path, reached);
  const counts = { reached, records: 1, lines: 1, broken: 0, faults: [] };
  const complete = reached === size;
  return {
    number: 0,
    path,
    name: 'x',
    size,
    mtime,
    inode,
    head,
    complete,
    container: '',
    dialect: '',
    ...counts,
  };
}

async function change(before: KnownFile): Promise<string> {
  const { size, mtimeMs: mtime, ino: inode } = statSync(path);
  return changeOf(before, { size, mtime, inode }, () => fingerprintOf(path, before.reached));
}

describe('what became of a file', () => {
  it.each<[string, () => void, string]>([
    ['nothing', () => undefined, 'same'],
    ['lines were added', () => appendFileSync(path, 'more\n'), 'more'],
    ['it was cut', () => writeFileSync(path, LINES.slice(0, 9).join('')), 'other'],
    ['it was emptied and written anew, longer', () => writeFileSync(path, 'x'.repeat(9000)), 'other'],
    [
      'the bytes before the end are others, and there are more',
      () => writeFileSync(path, [...LINES.slice(0, -1), '{"n":398}\n', 'more\n'].join('')),
      'other',
    ],
    [
      'another file of the same beginning took its place',
      () => (rmSync(path), writeFileSync(path, [...LINES].join(''))),
      'other',
    ],
  ])('%s', async (_, act, expected) => {
    writeFileSync(path, LINES.join(''));
    const before = { ...(await known()), mtime: 1 };
    const untouched = await known();
    act();
    expect(await change(expected === 'same' ? untouched : before)).toBe(expected);
  });

  it('goes on where reading was interrupted', async () => {
    writeFileSync(path, LINES.join(''));
    expect(await change(await known(1000))).toBe('more');
  });
});
