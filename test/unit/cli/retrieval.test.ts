import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleHost, type HostBundle } from '../host/bundle';
import { runWith, values, type Ran } from './run';

const root = resolve(import.meta.dirname, '../../..');
const examples = join(root, 'examples');
let bundle: HostBundle;
let folder: string;
let index: string;

beforeAll(async () => {
  bundle = await bundleHost();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-cli-'));
  index = join(folder, 'examples.index');
  expect(await run('index', join(examples, 'corpus/passages.jsonl'), '--out', index)).toMatchObject({
    code: 0,
  });
});
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true });
});

const run = (...args: readonly string[]): Promise<Ran> =>
  runWith({ cwd: folder, host: bundle.script }, ...args);

const SEARCH = ['--engine', 'bm25'];

describe('index', () => {
  it('says what it did, on stderr alone', async () => {
    const corpus = join(folder, 'c.jsonl');
    writeFileSync(corpus, '{"text":"one"}\n{"broken\n{"text":"two"}\n');
    const first = await run('index', corpus, '--out', join(folder, 'c.index'));
    expect(first).toMatchObject({ code: 0, out: '' });
    expect(first.err).toMatch(
      /c\.jsonl:2: left out: not JSON; found .*\nc\.index: 2 passages, 1 broken record left out; built in \d+\.\d s\n$/,
    );
    expect((await run('index', corpus, '--out', join(folder, 'c.index'))).err).toMatch(
      /left out; up to date\n$/,
    );
  });

  it('ends with 2 for input that cannot be read and wrong usage, with 1 where it cannot build', async () => {
    expect(await run('index', join(folder, 'none.json'), '--out', index)).toEqual({
      code: 2,
      out: '',
      err: `${join(folder, 'none.json')}: no such file\n`,
    });
    expect(
      await run('index', join(examples, 'corpus/passages.jsonl'), '--out', index, '--engines', 'bm25,magic'),
    ).toMatchObject({ code: 2, err: 'error: unknown engine “magic”; there is bm25\n' });
    expect((await run('index', 'x')).code).toBe(2);
    const empty = join(folder, 'empty.jsonl');
    writeFileSync(empty, '');
    expect(await run('index', empty, '--out', join(folder, 'e.index'))).toMatchObject({ code: 1 });
  });
});

describe('retrieve', () => {
  it('prints a line for each query', async () => {
    const { code, out, err } = await run(
      'retrieve',
      '--index',
      index,
      ...SEARCH,
      '--top-k',
      '2',
      'salmon moss',
      'the',
      '--ndjson',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [first, second] = values(out);
    expect(Object.keys(first ?? {})).toEqual(['query', 'engine', 'results', 'ms']);
    const results = first?.['results'] as Record<string, unknown>[];
    expect(results).toHaveLength(2);
    expect(Object.keys(results[0] ?? {})).toEqual(['rank', 'id', 'title', 'text', 'score']);
    expect(results[0]).toMatchObject({ rank: 1, id: '0', title: 'Salmon moss' });
    expect(second).toMatchObject({ query: 'the', engine: 'bm25', results: [] });
  });

  it('refuses what it cannot use with 2', async () => {
    expect(await run('retrieve', '--index', join(folder, 'none'), ...SEARCH, 'q')).toEqual({
      code: 2,
      out: '',
      err: `${join(folder, 'none')}: no such file\n`,
    });
    expect(await run('retrieve', '--index', index, '--engine', 'magic', 'q')).toMatchObject({
      code: 2,
      err: 'error: unknown engine “magic”; there is bm25\n',
    });
    expect((await run('retrieve', '--index', index, ...SEARCH, '--top-k', '0', 'q')).err).toMatch(
      /whole number from 1/,
    );
    expect((await run('retrieve', '--index', join(examples, 'README.md'), ...SEARCH, 'q')).err).toMatch(
      /README\.md: it is no index; build one with `tracehop index`/,
    );
  });
});

describe('evaluate', () => {
  it('prints the numbers, and says on stderr what they are of', async () => {
    const queries = join(folder, 'q.jsonl');
    // “Salmon moss” comes first for its own words; no passage is called “Nothing”.
    writeFileSync(
      queries,
      '{"question":"salmon moss","supporting":["Salmon moss","Nothing"]}\n{"question":"what"}\n',
    );
    const { code, out, err } = await run(
      'evaluate',
      '--index',
      index,
      ...SEARCH,
      '--queries',
      queries,
      '--json',
    );
    expect(code).toBe(0);
    const value = JSON.parse(out) as Record<string, unknown>;
    expect(value).toEqual({
      engine: 'bm25',
      queries: 1,
      recall: { '1': 0.5, '2': 0.5, '5': 0.5, '10': 0.5, '20': 0.5 },
      mrr: 1,
      msPerQuery: expect.any(Number) as number,
    });
    expect(err).toMatch(
      /q\.jsonl: 2 questions; form: titles in `supporting`\n1 question without gold documents, not counted\n$/,
    );
    const shown = await run('evaluate', '--index', index, ...SEARCH, '--queries', queries, '--top-k', '3');
    expect(shown.out).toMatch(
      /^engine +queries +recall@1 +recall@2 +recall@3 +MRR +ms\/query\nbm25 +1 +0\.5000/,
    );
  });
});

describe('replay', () => {
  it('prints every search of the examples beside what comes back now', async () => {
    const path = join(examples, 'search-r1/step_40.jsonl');
    const { code, out, err } = await run('replay', path, '--index', index, ...SEARCH);
    expect(code).toBe(0);
    const lines = values(out);
    expect(err).toBe(`${lines.length} searches replayed\n`);
    expect(lines.length).toBeGreaterThan(48);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual([
        'id',
        'turn',
        'query',
        'recorded',
        'replayed',
        'overlap',
        'goldRankRecorded',
        'goldRankReplayed',
        'goldPath',
        'receipt',
      ]);
      const recorded = line['recorded'] as unknown[];
      expect((line['receipt'] as Record<string, unknown>)['k']).toBe(recorded.length || 3);
    }
    expect(lines[0]?.['receipt']).toMatchObject({
      engine: 'bm25',
      analyser: 'english-2',
      k1: 0.9,
      b: 0.4,
      index: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    const fixed = values((await run('replay', path, '--index', index, ...SEARCH, '--top-k', '1')).out);
    expect(fixed.every(({ replayed }) => (replayed as unknown[]).length <= 1)).toBe(true);
  });

  it('reads no file where the index cannot be used', async () => {
    expect(
      await run('replay', join(folder, 'none.jsonl'), '--index', join(folder, 'none'), ...SEARCH),
    ).toMatchObject({ code: 2, err: `${join(folder, 'none')}: no such file\n` });
    expect(await run('replay', join(folder, 'none.jsonl'), '--index', index, ...SEARCH)).toMatchObject({
      code: 2,
    });
  });
});

describe('Ctrl+C', () => {
  it('stops a build, leaves no process and no half index, and the next run goes on', async () => {
    const script = join(bundle.script, '../cli.js');
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['cli/cli.ts'],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      mainFields: ['module', 'main'],
      logLevel: 'warning',
    });
    const corpus = join(folder, 'big.jsonl');
    const line = (number: number): string =>
      JSON.stringify({ title: `T${number}`, text: `number${number} ${'some words in a row '.repeat(30)}` });
    writeFileSync(corpus, Array.from({ length: 60_000 }, (_, number) => line(number)).join('\n'));
    const out = join(folder, 'big.index');
    const child = spawn(process.execPath, [script, 'index', corpus, '--out', out], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const ended = new Promise<number | null>((done) => child.on('close', done));
    while (!existsSync(`${out}.building`)) await new Promise((tick) => setTimeout(tick, 20));
    // As a terminal does: to the whole group, the host included.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await ended).toBe(1);
    expect(err).toBe(`stopped; the same command goes on where it was (${out}.building holds what is done)\n`);
    expect(existsSync(out)).toBe(false);
    expect(() => process.kill(-(child.pid ?? 0), 0)).toThrow(/ESRCH/);
    expect((await run('index', corpus, '--out', out)).err).toMatch(/60000 passages; built/);
    expect(existsSync(`${out}.building`)).toBe(false);
  });
});
