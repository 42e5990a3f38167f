import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD, PROMPT } from '../reward/scored';
import { jsonl } from '../rollouts/opened';
import { run, values } from './run';

const row = (output: string, gts: readonly string[], more: object = {}): object => ({
  input: PROMPT,
  output,
  gts,
  score: 1,
  ...more,
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracehop-score-'));
  const good = jsonl(row(GOOD, ['Melka River']), row(`${GOOD} extra`, ['Melka River']), row(GOOD, []));
  await writeFile(join(folder, '3.jsonl'), `${good}{"input": nope}\n`);
  await writeFile(join(folder, 'plain.txt'), '<|begin_of_query|>q<|end_of_query|>\n\n<answer> x </answer>\n');
});
afterAll(() => rm(folder, { recursive: true }));

describe('score', () => {
  it('prints a line a rollout, by the published schema', async () => {
    const { code, out, err } = await run(
      folder,
      'score',
      join(folder, '3.jsonl'),
      '--profile',
      'search-r1-format',
    );
    const lines = values(out);
    expect(code).toBe(0);
    expect(err).toBe(
      '1 broken record: see the lines with "error"\n' +
        '1 rollout without a total: the file holds no gold answer for this rollout\n',
    );
    expect(lines.map(({ id, total, answer, em, f1 }) => [id, total, answer, em, f1])).toEqual([
      ['3.jsonl#0', 1, 'The Melka River', 1, 1],
      ['3.jsonl#1', 0.8, 'The Melka River', 1, 1],
      ['3.jsonl#2', null, 'The Melka River', null, null],
      ['3.jsonl#3', undefined, undefined, undefined, undefined],
    ]);
    expect(Object.keys(lines[0] ?? {})).toEqual([
      'id',
      'profile',
      'total',
      'components',
      'answer',
      'em',
      'f1',
    ]);
    expect(Object.keys((lines[0]?.['components'] as object[])[0] ?? {})).toEqual([
      'name',
      'value',
      'weight',
      'reason',
    ]);
    expect(lines[3]).toMatchObject({ error: 'not JSON; found "nope}" where a value should be', line: 4 });
    const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false });
    const [schema, rollout] = await Promise.all(
      ['score', 'rollout'].map(
        async (name) => JSON.parse(await readFile(`docs/schema/${name}.schema.json`, 'utf8')) as object,
      ),
    );
    ajv.addSchema(rollout ?? {}, 'rollout.schema.json');
    const validate = ajv.compile(schema ?? {});
    for (const line of lines) {
      validate(line);
      expect(validate.errors).toBeNull();
    }
  });

  it('takes the profile of the dialect where none is named', async () => {
    const { out } = await run(folder, 'score', join(folder, '3.jsonl'), '--limit', '2');
    expect(values(out).map(({ profile, total }) => [profile, total])).toEqual([
      ['search-r1', 1],
      ['search-r1', 1],
    ]);
  });

  it('says so where it knows no profile, and takes one that is named', async () => {
    const path = join(folder, 'plain.txt');
    const { code, out, err } = await run(folder, 'score', path);
    const reason = 'no reward profile is known for rollouts of the dialect r1-searcher; name one';
    expect(code).toBe(0);
    expect(values(out)).toMatchObject([{ profile: null, total: null, reason, components: [] }]);
    expect(err).toBe(`1 rollout without a total: ${reason}\n`);
    expect(values((await run(folder, 'score', path, '--profile', 'search-r1')).out)).toMatchObject([
      { profile: 'search-r1', total: null, answer: null },
    ]);
    const forced = await run(folder, 'score', path, '--dialect', 'search-r1', '--container', 'plain-text');
    expect(values(forced.out)).toMatchObject([{ profile: 'search-r1' }]);
  });

  it('refuses a profile that does not exist before it reads anything', async () => {
    const { code, out, err } = await run(folder, 'score', join(folder, 'nowhere'), '--profile', 'nope');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: there is no reward profile "nope"; known are auto, search-r1, /);
  });

  it('tells of a file that holds no rollouts, and of one that is not there', async () => {
    await writeFile(join(folder, 'corpus.jsonl'), jsonl({ id: '1', contents: 'x' }));
    expect(await run(folder, 'score', join(folder, 'corpus.jsonl'))).toMatchObject({ code: 2, out: '' });
    expect(await run(folder, 'score', join(folder, 'gone.jsonl'))).toMatchObject({ code: 2, out: '' });
  });
});
