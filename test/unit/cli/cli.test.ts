import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { naturalOrder, shownPath } from '../../../cli/walk';
import { sarif } from '../../../cli/sarif';
import { jsonl } from '../rollouts/opened';
import { run, values } from './run';

const row = (score: unknown, step: number): unknown => ({
  input: 'Question: q?\n',
  output:
    '<think>a</think>\n<search>q</search>\n\n<information>Doc 1(Title: "T") d</information>\n\n<answer> é </answer>',
  gts: ['é'],
  score,
  step,
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracehop-'));
  await mkdir(join(folder, 'runs', 'deep'), { recursive: true });
  await mkdir(join(folder, 'runs', 'node_modules'));
  const files: Record<string, string> = {
    'runs/step_10.jsonl': jsonl(row(0, 10), row(0.5, 10)),
    'runs/step_2.jsonl': `${jsonl(row(1, 2))}{"input": nope}\n`,
    'runs/deep/step_2.jsonl': jsonl(row(1, 2)).replace('"score":1', '"score":NaN'),
    'runs/corpus.jsonl': jsonl({ id: '1', contents: 'x' }),
    'runs/.hidden.jsonl': jsonl(row(1, 1)),
    'runs/node_modules/1.jsonl': jsonl(row(1, 1)),
    'empty.jsonl': '',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
});
afterAll(() => rm(folder, { recursive: true }));

describe('parse', () => {
  it('prints rollouts in natural order, by the published schema', async () => {
    const { code, out, err } = await run(folder, 'parse', join(folder, 'runs'), '--ndjson', '--text');
    const lines = values(out);
    expect(code).toBe(0);
    expect(err).toBe('1 broken record: see the lines with "error"\n');
    expect(lines.map(({ id }) => id)).toEqual([
      'deep/step_2.jsonl#0',
      'step_2.jsonl#0',
      'step_2.jsonl#1',
      'step_10.jsonl#0',
      'step_10.jsonl#1',
    ]);
    const schema = JSON.parse(await readFile('docs/schema/rollout.schema.json', 'utf8')) as object;
    const validate = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(schema);
    for (const line of lines) {
      validate(line);
      expect(validate.errors).toBeNull();
    }
    expect(Object.keys(lines[1] ?? {})).toEqual([
      ...['id', 'file', 'index', 'container', 'dialect', 'question', 'golds', 'answer', 'turns', 'segments'],
      ...['recorded', 'findings', 'text'],
    ]);
    expect(lines[0]?.['recorded']).toMatchObject({ score: 'NaN' });
    expect(lines[2]).toEqual({
      id: 'step_2.jsonl#1',
      file: 'step_2.jsonl',
      index: 1,
      container: 'verl-jsonl',
      error: 'not JSON; found "nope}" where a value should be',
      byte: Buffer.byteLength(jsonl(row(1, 2))) + 10,
      line: 2,
    });
  });

  it('covers every text with segments', async () => {
    const { out } = await run(folder, 'parse', join(folder, 'runs', 'step_10.jsonl'), '--text');
    for (const { text, segments } of values(out) as unknown as {
      text: string;
      segments: { start: number; end: number }[];
    }[]) {
      let end = 0;
      for (const segment of segments) {
        expect(segment.start).toBe(end);
        end = segment.end;
      }
      expect(end).toBe(text.length);
    }
  });

  it('stops at the limit', async () => {
    expect(values((await run(folder, 'parse', join(folder, 'runs'), '--limit', '2')).out)).toHaveLength(2);
    expect((await run(folder, 'parse', join(folder, 'runs'), '--limit', '0')).out).toBe('');
  });

  it('names files of the same name apart', async () => {
    const paths = [join(folder, 'runs/step_2.jsonl'), join(folder, 'runs/deep/step_2.jsonl')];
    const files = values((await run(folder, 'parse', ...paths)).out).map(({ file }) => file);
    expect(new Set(files)).toEqual(new Set(paths));
  });

  it.each([
    [['parse', 'none.jsonl'], /none\.jsonl: no such file/],
    [['parse'], /missing required argument/],
    [['parse', 'x', '--limit', '-1'], /It must be a whole number/],
    [['parse', 'x', '--dialect'], /argument missing/],
    [['frobnicate'], /unknown command/],
    [[], /Usage: tracehop/],
    [['check', 'x', '--format', 'xml'], /Allowed choices are text, json, sarif/],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, out, err } = await run(folder, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  it('ends with 2 for an unknown dialect and for a file without rollouts', async () => {
    const unknown = await run(folder, 'parse', join(folder, 'runs'), '--dialect', 'x');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringMatching(/^error: there is no dialect "x"; known are/),
    ]);
    const corpus = await run(folder, 'parse', join(folder, 'runs/corpus.jsonl'));
    expect([corpus.code, corpus.err]).toEqual([
      2,
      expect.stringMatching(/corpus\.jsonl holds no rollouts: it is a corpus of passages: `contents`/),
    ]);
  });

  it('reads what it can beside what it cannot', async () => {
    const { code, out } = await run(
      folder,
      'parse',
      join(folder, 'none'),
      join(folder, 'runs/step_10.jsonl'),
    );
    expect([code, values(out).length]).toEqual([2, 2]);
  });

  it('is fine with an empty file', async () => {
    expect(await run(folder, 'parse', join(folder, 'empty.jsonl'))).toMatchObject({ code: 0, out: '' });
  });
});

describe('inspect', () => {
  it('tells of every file', async () => {
    const { code, out } = await run(folder, 'inspect', join(folder, 'runs'), '--json');
    const reports = JSON.parse(out) as Record<string, unknown>[];
    expect(code).toBe(0);
    expect(
      reports.map((report) => [report['path'], report['container'], report['rollouts'], report['broken']]),
    ).toEqual([
      ['runs/corpus.jsonl', 'corpus', 0, 0],
      ['runs/deep/step_2.jsonl', 'verl-jsonl', 1, 0],
      ['runs/step_2.jsonl', 'verl-jsonl', 1, 1],
      ['runs/step_10.jsonl', 'verl-jsonl', 2, 0],
    ]);
    expect(reports[3]).toMatchObject({ steps: [10], meanScore: 0.25, withoutText: 0, dialect: 'search-r1' });
    expect(reports[1]).toMatchObject({ meanScore: null });
  });

  it('prints a table with evidence', async () => {
    const { out } = await run(folder, 'inspect', join(folder, 'runs'));
    expect(out).toMatch(/^file +container +dialect +rollouts/);
    expect(out).toMatch(
      /runs\/step_10\.jsonl +verl-jsonl +search-r1 +2 +0 +0 +10 +0\.2500\n {4}container: `input`/,
    );
    expect(out).toMatch(/no rollouts: it is a corpus of passages: `contents` in 1/);
    expect(out).toMatch(/line 2, byte \d+: not JSON; found "nope}"/);
  });

  it('helps', async () => {
    const { code, out } = await run(folder, 'inspect', '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/Examples:/);
  });
});

describe('check', () => {
  it('counts a broken record as an error, with its place', async () => {
    const path = join(folder, 'runs/step_2.jsonl');
    const { code, out, err } = await run(folder, 'check', path);
    expect(code).toBe(1);
    expect(out).toMatch(/^runs\/step_2\.jsonl:2:11: error broken-record: not JSON.*\(step_2\.jsonl#1\)$/m);
    expect(err).toMatch(/ in 1 rollout\n$/);
  });

  it('prints JSON and SARIF with regions', async () => {
    const path = join(folder, 'runs/step_2.jsonl');
    const json = JSON.parse((await run(folder, 'check', path, '--format', 'json')).out) as Record<
      string,
      unknown
    >[];
    expect(json.at(-1)).toMatchObject({
      path: 'runs/step_2.jsonl',
      rule: 'broken-record',
      line: 2,
      column: 11,
    });
    const log = JSON.parse((await run(folder, 'check', path, '--format', 'sarif')).out) as {
      version: string;
      runs: {
        results: { ruleId: string; ruleIndex: number; locations: unknown[] }[];
        tool: { driver: { rules: { id: string }[] } };
      }[];
    };
    const [first] = log.runs;
    const result = first?.results.at(-1);
    expect(log.version).toBe('2.1.0');
    expect(first?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe('broken-record');
    expect(result?.locations).toMatchObject([
      {
        physicalLocation: {
          artifactLocation: { uri: 'runs/step_2.jsonl', uriBaseId: '%SRCROOT%' },
          region: { startLine: 2, startColumn: 11 },
        },
        logicalLocations: [{ fullyQualifiedName: 'step_2.jsonl#1' }],
      },
    ]);
  });

  it('escapes URIs and keeps files elsewhere absolute', () => {
    const place = { byte: 0, line: 0, character: 0 };
    const about = {
      id: 'x',
      rule: 'r',
      severity: 'hint',
      turn: null,
      range: null,
      from: place,
      to: place,
      message: 'm',
    } as const;
    const log = JSON.stringify(
      sarif(
        [
          { ...about, path: 'a b/c#1.jsonl' },
          { ...about, path: '../x.jsonl' },
        ],
        [],
        '/w/d',
        '1',
      ),
    );
    expect(log).toContain('"uri":"a%20b/c%231.jsonl"');
    expect(log).toContain('"uri":"file:///w/x.jsonl"');
    expect(log).toContain('"level":"note"');
  });
});

describe('paths', () => {
  it('are ordered as people do', () => {
    expect(['step_10', 'step_2', 'Step_1', 'a'].sort(naturalOrder)).toEqual([
      'a',
      'Step_1',
      'step_2',
      'step_10',
    ]);
  });

  it('are shown relative to the working folder', () => {
    expect(shownPath('/w/d/a.jsonl', '/w/d')).toBe('a.jsonl');
    expect(shownPath('/x/a.jsonl', '/w/d')).toBe('/x/a.jsonl');
    expect(shownPath('./a.jsonl', '/w/d')).toBe('a.jsonl');
  });
});
