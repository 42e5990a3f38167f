import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run, values } from './run';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracehop-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

const RECORD = JSON.stringify({ meta: { q: 'Which river?' }, out: 'The Melka.', ok: true });
const MAP = 'version: 1\ncontainers:\n  "*.jsonl":\n    fields: {text: out, question: meta.q, score: ok}\n';

/** Container, dialect and question of what `parse` prints. */
async function parsed(cwd: string, ...args: string[]): Promise<unknown[]> {
  const { code, out, err } = await run(cwd, 'parse', ...args);
  if (code !== 0) return [code, err];
  return values(out).map(({ container, dialect, question }) => [container, dialect, question]);
}

describe('tracehop.yml', () => {
  it('of the current folder holds for files anywhere', async () => {
    const path = await write('data/x.jsonl', RECORD);
    await write('here/tracehop.yml', MAP);
    expect(await parsed(join(folder, 'here'), path)).toEqual([['mapped', 'plain', 'Which river?']]);
  });

  it('of the nearest folder above the first path holds where the current has none', async () => {
    const path = await write('data/deep/x.jsonl', RECORD);
    await write('data/tracehop.yml', MAP);
    await mkdir(join(folder, 'here'));
    expect(await parsed(join(folder, 'here'), path)).toEqual([['mapped', 'plain', 'Which river?']]);
    expect(await parsed(join(folder, 'here'), join(folder, 'data'))).toEqual([
      ['mapped', 'plain', 'Which river?'],
    ]);
    await write('here/tracehop.yml', 'version: 1\n');
    expect(await parsed(join(folder, 'here'), path)).toEqual([2, expect.stringContaining('no rollouts')]);
  });

  it('gives way to options, each to its own', async () => {
    const text = '<think>a</think><answer> b </answer>';
    const path = await write('x.jsonl', JSON.stringify({ a: text, b: 'other', q: 'Q' }));
    await write(
      'tracehop.yml',
      'version: 1\ndialects: {"*.jsonl": plain}\ncontainers: {"*.jsonl": {fields: {text: b, question: q}}}\n',
    );
    expect(await parsed(folder, path)).toEqual([['mapped', 'plain', 'Q']]);
    expect(await parsed(folder, path, '--dialect', 'search-r1')).toEqual([['mapped', 'search-r1', 'Q']]);
    expect(await parsed(folder, path, '--container', 'json')).toEqual([['json', 'plain', null]]);
    expect(await parsed(folder, path, '--container', 'mapped')).toEqual([['mapped', 'plain', 'Q']]);
    expect(await parsed(folder, path, '--fields', 'text=a')).toEqual([['mapped', 'plain', null]]);
  });

  it('with auto detects', async () => {
    const path = await write('x.jsonl', JSON.stringify({ text: '<think>a</think><answer> b </answer>' }));
    await write(
      'tracehop.yml',
      'version: 1\ndialects: {"*": plain, "x.jsonl": auto}\ncontainers: {"x.jsonl": auto}\n',
    );
    expect(await parsed(folder, path)).toEqual([['json', 'search-r1', null]]);
  });

  it('is told where it is wrong, and nothing is read', async () => {
    const path = await write('x.jsonl', RECORD);
    await write('tracehop.yml', 'version: 1\ncontainer: {}\ndialects: {a: 3}\n');
    const { code, out, err } = await run(folder, 'inspect', path);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(
      'error: tracehop.yml:2:1: there is no key "container" here; did you mean containers',
    );
    expect(err).toContain('tracehop.yml:3:15: dialects["a"] is the number 3');
  });

  it('is told where it cannot be read', async () => {
    const path = await write('x.jsonl', RECORD);
    await mkdir(join(folder, 'tracehop.yml'));
    const { code, err } = await run(folder, 'inspect', path);
    expect([code, err]).toEqual([2, expect.stringMatching(/tracehop\.yml cannot be read: /)]);
  });
});

describe('--fields', () => {
  it('names the fields of the records', async () => {
    const path = await write('x.jsonl', RECORD);
    expect(await parsed(folder, path, '--fields', 'text=out,question=meta.q')).toEqual([
      ['mapped', 'plain', 'Which river?'],
    ]);
    const odd = await write('y.json', JSON.stringify({ 'a,b': { 'c.d': 'The text.' } }));
    expect(await parsed(folder, odd, '--fields', 'text=["a,b"]["c.d"]')).toEqual([['mapped', 'plain', null]]);
  });

  it.each([
    ['text', /It must look like text=answer/],
    ['text=', /The field for text is no path/],
    ['txt=a', /There is no role "txt"/],
    ['question=q', /either `text` or `messages`/],
    ['text=a..b', /The field for text is no path/],
    ['text=["a', /It must look like/],
  ])('%s is refused', async (map, wanted) => {
    const path = await write('x.jsonl', RECORD);
    const { code, err } = await run(folder, 'parse', path, '--fields', map);
    expect([code, err]).toEqual([2, expect.stringMatching(wanted)]);
  });
});
