import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBulk } from '../make/bulk';
import { make } from '../make/make';

const root = new URL('../../', import.meta.url).pathname;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-make-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the generated examples', () => {
  it('come out byte for byte as they are committed', () => {
    const paths = make(folder);
    expect(paths.length).toBeGreaterThan(15);
    const differing = paths.filter(
      (path) => !readFileSync(join(folder, path)).equals(readFileSync(join(root, path))),
    );
    expect(differing).toEqual([]);
  });
});

describe('writeBulk', () => {
  const write = (name: string, seed: number): Buffer => {
    const path = join(folder, name);
    writeBulk(path, 2_000_000, seed);
    return readFileSync(path);
  };

  it('writes the same bytes for the same seed, and others for another', () => {
    expect(write('a', 1).equals(write('b', 1))).toBe(true);
    expect(write('a', 1).equals(write('c', 2))).toBe(false);
  });

  it('writes rollouts of a realistic length that do not repeat', () => {
    const lines = write('d', 3).toString('utf8').trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { input: string; output: string });
    const mean = 2_000_000 / lines.length;
    expect(mean).toBeGreaterThan(3_000);
    expect(mean).toBeLessThan(10_000);
    const documents = records.flatMap((record) => record.output.split('\nDoc '));
    expect(new Set(documents).size).toBe(documents.length);
    expect(records[4]?.input).toBe(records[0]?.input);
    expect(records[5]?.input).not.toBe(records[0]?.input);
  });
});
