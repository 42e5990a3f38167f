import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRolloutFile } from '../../../core/rollouts/open';
import { entriesOf, jsonl, opened } from './opened';

const row = (n: number): unknown => ({
  input: `Question: ${n}?\n`,
  output: `<search>é${n}</search>`,
  score: n,
  step: 1,
});

describe('faults', () => {
  it('reads on after a broken record and names its byte', async () => {
    const file = await opened('1.jsonl', `${jsonl(row(0))}{"input": "é", oops}\n${jsonl(row(2))}`);
    const entries = await entriesOf(file);
    const start = Buffer.byteLength(jsonl(row(0)));
    expect(entries.map(({ rollouts }) => rollouts.length)).toEqual([1, 0, 1]);
    expect(entries[1]?.fault).toEqual({
      message: 'not JSON; found "oops}" where a key in quotes should be',
      byte: start + Buffer.byteLength('{"input": "é", '),
    });
    expect(entries[1]?.place).toMatchObject({ index: 1, line: 1, byteStart: start });
  });

  it('says that a torn last line is torn', async () => {
    const [, last] = await entriesOf(await opened('1.jsonl', `${jsonl(row(0))}{"input": "a`));
    expect(last?.fault?.message).toMatch(
      /^torn last line: the writer was probably killed mid-write; found a string/,
    );
  });

  it('reads a last line without its end', async () => {
    const entries = await entriesOf(await opened('1.jsonl', jsonl(row(0), row(1)).trimEnd()));
    expect(entries.map(({ fault, rollouts }) => [fault, rollouts.length])).toEqual([
      [null, 1],
      [null, 1],
    ]);
  });

  it('keeps NaN and tells invalid UTF-8 beside the rollout', async () => {
    const line = '{"input": "", "output": "<think>a\u0000b", "score": NaN, "step": 1}\n'.replace(
      '\u0000',
      'x',
    );
    const bytes = Buffer.from(line);
    bytes[line.indexOf('axb') + 1] = 0xff;
    const [entry] = await entriesOf(await opened('1.jsonl', bytes));
    expect(entry?.rollouts[0]).toMatchObject({ text: '<think>a\uFFFDb', recorded: { score: NaN } });
    expect(entry?.fault).toMatchObject({
      byte: line.indexOf('axb') + 1,
      message: expect.stringMatching(/^invalid UTF-8/) as string,
    });
  });

  it('reports what follows a JSON array', async () => {
    const entries = await entriesOf(await opened('a.json', '[{"text":"<think>a</think>"}] tail'));
    expect(entries.map(({ fault }) => fault?.message ?? null)).toEqual([
      null,
      '4 bytes of other text follow the end of the JSON value',
    ]);
  });
});

describe('access', () => {
  const content = `\uFEFF${jsonl(...Array.from({ length: 50 }, (_, n) => row(n)))}`.replace('\n{', '\n\n{');

  it('finds one record, in any order', async () => {
    const all = await entriesOf(await opened('1.jsonl', content));
    const file = await opened('1.jsonl', content);
    for (const index of [30, 0, 49, 7]) expect(await file.entryAt(index)).toEqual(all[index]);
    expect(await file.entryAt(50)).toBeNull();
    expect(await file.entryAt(-1)).toBeNull();
  });

  it('goes on from any record', async () => {
    const all = await entriesOf(await opened('1.jsonl', content));
    const file = await opened('1.jsonl', content);
    expect(await entriesOf(file, 45)).toEqual(all.slice(45));
    expect(await entriesOf(file, 3)).toEqual(all.slice(3));
    expect(await entriesOf(file, 99)).toEqual([]);
  });

  it('knows which record covers a line', async () => {
    const file = await opened('1.jsonl', content);
    expect(await file.recordAtLine(0)).toBe(0);
    expect(await file.recordAtLine(1)).toBeNull();
    expect(await file.recordAtLine(2)).toBe(1);
    expect(await file.recordAtLine(50)).toBe(49);
    expect(await file.recordAtLine(999)).toBeNull();
    const pretty = await opened(
      'a.json',
      JSON.stringify([{ text: '<think>', x: 1 }, { text: '<think>' }], null, 1),
    );
    expect(await Promise.all([0, 1, 3, 4, 5, 7, 8].map((line) => pretty.recordAtLine(line)))).toEqual([
      null,
      0,
      0,
      0,
      1,
      1,
      null,
    ]);
  });

  it('names what is chosen and why', async () => {
    const file = await opened('1.jsonl', content);
    expect(file.dialect.evidence.because).toMatch(/in 20 of 20 rollouts$/);
    expect(file.dialect.others.at(-1)?.id).toBe('plain');
    const told = await opened('1.jsonl', content, { dialect: 'plain', container: 'json' });
    expect([told.dialect.chosen.id, told.container.chosen.id]).toEqual(['plain', 'json']);
    expect(told.dialect.evidence.because).toBe('you named it');
  });
});

describe('errors', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tracehop-'));
    await writeFile(join(folder, '1.jsonl'), jsonl(row(0)));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are clear about what is wrong', async () => {
    await expect(openRolloutFile(join(folder, 'none.jsonl'))).rejects.toThrow(/none\.jsonl: no such file$/);
    await expect(openRolloutFile(folder)).rejects.toThrow(/it is a folder; name a file in it$/);
    await expect(openRolloutFile(join(folder, '1.jsonl'), { dialect: 'x' })).rejects.toThrow(
      /^there is no dialect "x"; known are .*search-r1/,
    );
    await expect(openRolloutFile(join(folder, '1.jsonl'), { container: 'x' })).rejects.toThrow(
      /^there is no container "x"; known are .*plain-text/,
    );
  });

  it('do not come from a sound file', async () => {
    const file = await openRolloutFile(join(folder, '1.jsonl'), { name: 'runs/1.jsonl' });
    expect((await entriesOf(file))[0]?.rollouts[0]?.id).toBe('runs/1.jsonl#0');
    await file.close();
  });
});
