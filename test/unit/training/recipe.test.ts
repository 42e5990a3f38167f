import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecipe } from '../../../core/training/recipe/parse';
import { renderStages, templateValues } from '../../../core/training/recipe/render';
import { fill, templateParts } from '../../../core/training/recipe/template';
import { checkValues, valueOfText } from '../../../core/training/recipe/values';
import { bytesOf, durationOf } from '../../../core/training/recipe/duration';

const SOUND = `
recipe: tiny
version: 2
schema: 1
title: Tiny
summary: Small
system: smoke
engines: [local]
parameters:
  steps: { type: int, default: 10, min: 1, max: 100, unit: steps, help: How many }
  rate: { type: float, default: 0.5, min: 0.0, help: How fast }
  fast: { type: bool, default: false, help: x }
  kind: { type: enum, default: a, choices: [a, b], help: x }
  note: { type: string, default: '', pattern: '^.*$', help: x }
  data: { type: path, path: { kind: file, roots: [workspace] }, help: x }
environments:
  py:
    kind: system
    interpreter: '\${host.python}'
    env: { EMPTY: '', HERE: '\${job.dir}/x' }
    checks: [{ argv: ['-c', 'import json'], timeout: 5s, hint: Install json }]
stages:
  - id: train
    title: Train
    environment: py
    argv: ['\${host.python}', '-m', x, '--n=\${param.steps}', '\${param.rate}', '\${param.fast}', '\${param.kind}', '\${param.data}', 'note=\${param.note}']
    progress: { total: '\${param.steps}' }
    stop: { signal: SIGINT, grace: 2m }
outputs: [{ id: report, kind: report, glob: out/*.json }]
metrics: [{ source: out/*.jsonl, parser: jsonl, step_key: step }]
success: { exit_codes: [0, 3], require: [report] }
limits: { wall_time: 1h, log_bytes: 10 MiB }
`;

const problems = (text: string) => parseRecipe(text).problems.map(({ at, message }) => `${at}: ${message}`);
const changed = (from: string | RegExp, to: string) => {
  const text = SOUND.replace(from, () => to);
  expect(text).not.toBe(SOUND);
  return problems(text).join('\n');
};

function sound() {
  const { recipe, problems: found } = parseRecipe(SOUND);
  expect(found).toEqual([]);
  if (!recipe) throw new Error('no recipe');
  return recipe;
}

describe('a recipe', () => {
  it('is read with its values', () => {
    expect(sound()).toMatchObject({
      recipe: 'tiny',
      version: 2,
      limits: { wallTimeMs: 3_600_000, logBytes: 10_485_760 },
      success: { exitCodes: [0, 3], require: ['report'] },
      stages: [{ cwd: '${job.dir}', total: '${param.steps}', stop: { signal: 'SIGINT', graceMs: 120_000 } }],
      environments: { py: { env: { EMPTY: '', HERE: '${job.dir}/x' }, checks: [{ timeoutMs: 5000 }] } },
      parameters: { steps: { type: 'int', default: 10, unit: 'steps' }, data: { default: null } },
    });
  });

  it.each([
    ['an unknown key', 'version: 2', 'version: 2\nshell: true', 'shell: is no key'],
    ['an unknown key below', 'title: Train', 'title: Train\n    shell: true', 'stages[0].shell: is no key'],
    ['another schema', 'schema: 1', 'schema: 2', 'schema: must be 1'],
    ['an unknown engine', '[local]', '[local, ray]', 'engines: knows local, not ray'],
    ['a key twice', 'version: 2', 'version: 2\nversion: 3', 'line 4'],
    ['an alias', "{ EMPTY: ''", "&a { EMPTY: ''", 'anchors and aliases'],
    ['a tag', 'title: Tiny', 'title: !!js/function Tiny', 'line 5'],
    ['a template of nothing', '--n=${param.steps}', '--n=${param.nope}', '${param.nope}: no such parameter'],
    ['an expression', '--n=${param.steps}', '--n=${param.steps+1}', 'has a template'],
    ['the environment', '--n=${param.steps}', '--n=${env.HOME}', 'has a template'],
    ['a shell', "['${host.python}', '-m'", "[bash, '-c'", 'runs a shell (bash)'],
    ['a shell by path', "['${host.python}', '-m'", "[/bin/sh, '-c'", 'runs a shell (/bin/sh)'],
    ['a program by name', "['${host.python}', '-m'", "[python3, '-m'", 'argv[0]: must be'],
    [
      'a program by parameter',
      "['${host.python}', '-m'",
      "['${param.note}', '-m'",
      'must not choose the program',
    ],
    ['a number in argv', "'-m', x", "'-m', 5", 'must be a text; numbers stand in quotes'],
    ['an unused parameter', "'${param.kind}', ", '', 'parameters.kind: is used by no template'],
    ['a default out of range', 'default: 10', 'default: 1000', 'parameters.steps.default'],
    ['a missing default type', 'default: 10', "default: '10'", 'must be a whole number from 1 to 100 steps'],
    ['an open pattern', "'^.*$'", "'.*'", 'must begin with ^ and end with $'],
    ['no pattern at all', "'^.*$'", "'^($'", 'is no regular expression'],
    ['a glob that leaves', 'out/*.json }', '../*.json }', 'outputs[0].glob'],
    ['an absolute glob', 'out/*.jsonl', '/etc/*', 'metrics[0].source'],
    ['an unknown output', 'require: [report]', 'require: [nope]', 'success.require: nope: no such output'],
    ['an unknown environment', 'environment: py', 'environment: nope', 'no such environment'],
    ['an unknown root', 'roots: [workspace]', 'roots: [home]', 'knows workspace, product, job, not home'],
    ['a bad duration', 'wall_time: 1h', 'wall_time: soon', 'limits.wall_time: must be a duration'],
    ['a bad signal', 'SIGINT', 'SIGKILL', 'must be one of SIGTERM, SIGINT, SIGUSR1'],
  ])('with %s is refused', (_name, from, to, told) => {
    expect(changed(from, to)).toContain(told);
  });

  it('that is no map, or too large, is refused without a crash', () => {
    for (const text of ['', '[]', '1', ': :', '\t', 'a: b: c', 'x'.repeat(300_000), `${'a: {'.repeat(3000)}`])
      expect(problems(text).length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => void parseRecipe(text)),
      { numRuns: 300 },
    );
  });

  const folder = new URL('../../../recipes/', import.meta.url);
  const ours = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yml')) : [];
  it.each([...ours])('of the product is sound: %s', (name) => {
    expect(problems(readFileSync(new URL(name, folder), 'utf8'))).toEqual([]);
  });
});

const places = { jobDir: '/j', jobId: 'id', productDir: '/p', python: '/py' };

describe('rendering', () => {
  const values = { steps: 7, rate: 0.25, fast: true, kind: 'b', note: '', data: '/d' };
  const argvOf = (more: Record<string, string | number | boolean>) =>
    renderStages(sound(), templateValues({ ...values, ...more }, places))[0]?.argv;

  it('fills in every place', () => {
    const [stage] = renderStages(sound(), templateValues(values, places));
    expect(stage?.argv).toEqual(['/py', '-m', 'x', '--n=7', '0.25', 'true', 'b', '/d', 'note=']);
    expect(stage).toMatchObject({ cwd: '/j', total: 7, env: { EMPTY: '', HERE: '/j/x' } });
  });

  it('never makes another argument, whatever a value holds', () => {
    fc.assert(
      fc.property(fc.string(), (note) => {
        fc.pre(!note.includes('\0'));
        expect(argvOf({ note })).toEqual([
          '/py',
          '-m',
          'x',
          '--n=7',
          '0.25',
          'true',
          'b',
          '/d',
          `note=${note}`,
        ]);
      }),
    );
    expect(argvOf({ note: '${param.steps} ${x}' })?.at(-1)).toBe('note=${param.steps} ${x}');
  });

  it('takes no value for an option', () => {
    expect(() => argvOf({ data: '--config=x' })).toThrow(/data: must not begin with -/);
    expect(argvOf({ rate: -0.5 })?.[4]).toBe('-0.5');
  });

  it('knows what a template is', () => {
    expect(templateParts('a${job.id}b')).toEqual([{ text: 'a' }, { name: 'job.id' }, { text: 'b' }]);
    for (const broken of ['${', '${}', '${job.id', '${job.${job.id}}', '${JOB.ID}'])
      expect(templateParts(broken)).toBeNull();
    expect(fill('$5 $(x)', new Map())).toBe('$5 $(x)');
  });
});

describe('values', () => {
  const check = (given: Record<string, unknown>) => checkValues(sound().parameters, { data: 'x', ...given });

  it('have defaults', () => {
    expect(check({}).values).toEqual({ steps: 10, rate: 0.5, fast: false, kind: 'a', note: '', data: 'x' });
  });

  it.each([
    [{ steps: 0 }, 'param.range', 'steps: 0 is out of range; it must be a whole number from 1 to 100 steps'],
    [{ steps: 1.5 }, 'param.type', 'steps: must be a whole number from 1 to 100 steps'],
    [{ steps: '5' }, 'param.type', 'steps: must be a whole number'],
    [{ rate: -1 }, 'param.range', 'rate: -1 is out of range; it must be a number from 0'],
    [{ rate: NaN }, 'param.type', 'rate: must be a number from 0'],
    [{ fast: 'yes' }, 'param.type', 'fast: must be true or false'],
    [{ kind: 'c' }, 'param.range', 'kind: must be one of a, b'],
    [{ note: 'a\nb' }, 'param.pattern', 'note: holds a control character'],
    [{ note: 'x'.repeat(1025) }, 'param.range', 'note: is longer than'],
    [{ data: undefined }, 'param.required', 'data: must be given'],
    [{ toString: 1 }, 'param.unknown', 'toString: no such parameter; there are steps'],
  ])('%o are refused: %s', (given, code, message) => {
    const [problem] = check(given).problems;
    expect(problem?.code).toBe(code);
    expect(problem?.message.startsWith(message)).toBe(true);
  });

  it.each([
    ['steps', '7', 7],
    ['steps', '1e2', 100],
    ['steps', '0x10', '0x10'],
    ['steps', '', ''],
    ['rate', '-.5', -0.5],
    ['fast', 'true', true],
    ['fast', 'True', 'True'],
    ['note', '5', '5'],
  ])('%s=%s means %j', (name, text, value) => {
    const parameter = sound().parameters[name];
    if (!parameter) throw new Error(name);
    expect(valueOfText(parameter, text)).toBe(value);
  });

  it('durations and sizes', () => {
    expect(['500ms', '30s', '1.5m', '2h', '1d', 3].map(durationOf)).toEqual([
      500, 30_000, 90_000, 7_200_000, 86_400_000, 3000,
    ]);
    expect(['', '1', '1 s', '-1s', 's', null, Infinity].map(durationOf)).toEqual(Array(7).fill(null));
    expect(['100MB', '1 KiB', 5, '1', 'MB', 1.5].map(bytesOf)).toEqual([
      100_000_000,
      1024,
      5,
      null,
      null,
      null,
    ]);
  });
});
