import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { unclosedTag } from '../../../core/findings/rules/unclosed-tag';
import { jsonl } from '../rollouts/opened';
import { run, values } from './run';

const ROW = { input: 'q', output: '<think>a</think><answer>b</answer>', gts: 'b', score: 1, step: 1 };

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracehop-'));
  const files: Record<string, string | Uint8Array> = {
    '1.jsonl': jsonl(ROW, ROW),
    '2.jsonl': jsonl(ROW),
    'bom.jsonl': '\uFEFF',
    'blank.jsonl': '\n \n',
    'utf16.jsonl': Buffer.from(`\uFEFF${jsonl(ROW)}`, 'utf16le'),
    'lines.json': '[\n  {"input": "q",\n   "output": oops}\n]',
    'deep.jsonl': `{"input":"q","output":"<answer>b</answer>","score":1,"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n${jsonl(ROW)}`,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

describe('a rule that throws', () => {
  it('is told once a rule, and the other findings are printed', async () => {
    vi.spyOn(unclosedTag, 'check').mockImplementation(() => {
      throw new RangeError('a bug');
    });
    const { code, err } = await run(folder, 'check', join(folder, '1.jsonl'), join(folder, '2.jsonl'));
    expect(code).toBe(1);
    const lines = err.trimEnd().split('\n');
    expect(lines[0]).toBe(
      'the rule unclosed-tag failed over 1.jsonl#0 (a bug); its findings are missing; please report it',
    );
    expect(lines[1]).toMatch(/ in 3 rollouts$/);
    expect(lines).toHaveLength(2);
  });
});

describe('wrong usage', () => {
  it.each([
    ['--dialect', 'nope', 'error: there is no dialect "nope"; known are '],
    ['--container', 'nope', 'error: there is no container "nope"; known are '],
  ])('is told for %s', async (option, value, message) => {
    const { code, err } = await run(folder, 'parse', join(folder, '1.jsonl'), option, value);
    expect(code).toBe(2);
    expect(err.startsWith(message)).toBe(true);
  });

  it('is not what a RangeError of our own is', async () => {
    vi.spyOn(JSON, 'stringify').mockImplementation(() => {
      throw new RangeError('a bug');
    });
    await expect(run(folder, 'parse', join(folder, '1.jsonl'))).rejects.toThrow('a bug');
  });
});

describe('files', () => {
  it('are empty where only a byte order mark or blanks stand in them', async () => {
    for (const name of ['bom.jsonl', 'blank.jsonl']) {
      const { code, err } = await run(folder, 'parse', join(folder, name));
      expect(code).toBe(0);
      expect(err).toContain('no rollouts: it is empty');
    }
  });

  it('in UTF-16 are named so, with what to do', async () => {
    const { code, err } = await run(folder, 'parse', join(folder, 'utf16.jsonl'));
    expect(code).toBe(2);
    expect(err).toContain('its encoding is UTF-16LE; convert it to UTF-8 (`iconv -f UTF-16LE -t UTF-8`)');
  });

  it('of several lines a record have their faults placed', async () => {
    const { out } = await run(folder, 'check', join(folder, 'lines.json'), '--container', 'verl-jsonl');
    expect(out).toContain('lines.json:3:14: error broken-record: not JSON; found "oops}"');
  });

  it('are read on after a record that nests deep', async () => {
    const { code, out } = await run(folder, 'parse', join(folder, 'deep.jsonl'));
    expect(code).toBe(0);
    expect(values(out)).toHaveLength(2);
  });
});
