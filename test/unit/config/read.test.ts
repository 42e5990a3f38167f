import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configChoice, openChoice, restricted } from '../../../core/config/config';
import { configShape } from '../../../core/config/keys';
import { configSchema } from '../../../core/config/json-schema';
import { readConfig } from '../../../core/config/read';
import { cpuTime } from '../cpu-time';

const published = resolve(import.meta.dirname, '../../../docs/schema/tracehop.schema.json');
const valid = new Ajv({ strict: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(published, 'utf8')) as object,
);

/** Each problem as `line:column message`. */
function problems(text: string): string[] {
  return readConfig(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

/** Every key, each with all that may stand in it. */
const FULL = `# runs of ours
version: 1
corpora:
  wiki: data/wiki.jsonl
  both: [a.jsonl, b.jsonl]
indexes:
  wiki: {path: wiki.duckdb, engines: [bm25], model: models/e5}
retrievers:
  live: {url: "http://127.0.0.1:8000", kind: search-r1, options: {topk: 3, nested: {a: [1]}}}
profiles:
  ours:
    components:
      - {name: em, weight: 0.8, component: exact-match}
      - {weight: 0.2, expression: turns < 4}
      - {command: python score.py}
dialects:
  "runs/*.jsonl": search-r1
  "old/**": auto
containers:
  "*.json": raw
  "dump/*.jsonl":
    container: mapped
    fields:
      text: choices[0].text
      golds: reward_model.ground_truth.target
      score: meta["a.b"]
  "chat.json": {fields: {messages: messages}}
assertions: ["turns < 5"]
judge: {baseUrl: "http://127.0.0.1:1/v1", model: m}
bridges: {gpu: "ssh://host"}
redact: {patterns: ["\\\\d+"], fields: [email]}
`;

describe('tracehop.yml', () => {
  it('is read with every key', () => {
    const { config, problems: found } = readConfig(FULL);
    expect(found).toEqual([]);
    expect(Object.keys(config.sections)).toEqual([
      'version',
      'corpora',
      'indexes',
      'retrievers',
      'profiles',
      'dialects',
      'containers',
      'assertions',
      'judge',
      'bridges',
      'redact',
    ]);
    expect(Object.keys(config.sections).sort()).toEqual(Object.keys(configShape.keys).sort());
    expect(config.dialects).toEqual({ 'runs/*.jsonl': 'search-r1', 'old/**': 'auto' });
    expect(config.containers).toEqual({
      '*.json': 'raw',
      'dump/*.jsonl': {
        fields: {
          text: ['choices', 0, 'text'],
          golds: ['reward_model', 'ground_truth', 'target'],
          score: ['meta', 'a.b'],
        },
      },
      'chat.json': { fields: { messages: ['messages'] } },
    });
  });

  it('chooses by the last glob that matches', () => {
    const { config } = readConfig(FULL);
    expect(configChoice(config, '/w/dump/x.jsonl')).toEqual({
      fields: expect.objectContaining({ text: ['choices', 0, 'text'] }) as unknown,
    });
    expect(configChoice(config, '/w/chat.json')).toEqual({ fields: { messages: ['messages'] } });
    expect(configChoice(config, '/w/other.json')).toEqual({ container: 'raw' });
    expect(configChoice(config, '/w/old/x')).toEqual({ dialect: 'auto' });
    expect(openChoice(configChoice(config, '/w/old/x'))).toEqual({});
    expect(configChoice(config, '/w/x.parquet')).toEqual({});
  });

  it('means a path from its own folder by ./', () => {
    const { config } = readConfig('version: 1\ndialects: {"./x.jsonl": plain, "./runs/[a]*": search-r1}\n');
    expect(configChoice(config, '/w/x.jsonl', '/w')).toEqual({ dialect: 'plain' });
    expect(configChoice(config, 'c:\\w\\x.jsonl', 'c:\\w')).toEqual({ dialect: 'plain' });
    expect(configChoice(config, '/w/runs/ab', '/w/')).toEqual({ dialect: 'search-r1' });
    for (const [path, folder] of [
      ['/w/deep/x.jsonl', '/w'],
      ['/other/x.jsonl', '/w'],
      ['/wx.jsonl', '/w'],
    ] as const)
      expect(configChoice(config, path, folder)).toEqual({});
    expect(configChoice(config, '/w/x.jsonl')).toEqual({});
  });

  it('is read in part in restricted mode: dialects, containers and redact', () => {
    const { config } = readConfig(FULL);
    const kept = restricted(config);
    expect(Object.keys(kept.sections).sort()).toEqual(['containers', 'dialects', 'redact']);
    expect([kept.dialects, kept.containers]).toEqual([config.dialects, config.containers]);
  });
});

/** What is wrong, and what is said of it. */
const WRONG: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'an unknown key',
    'version: 1\ndialect:\n  "*": plain\n',
    ['2:1 there is no key "dialect" here; did you mean dialects'],
  ],
  [
    'a key like no other',
    'version: 1\nzzzzzz: 1\n',
    [
      expect.stringContaining(
        '2:1 there is no key "zzzzzz" here; known are version, dialects, containers',
      ) as string,
    ],
  ],
  [
    'an unknown dialect',
    'version: 1\ndialects:\n  "*.jsonl": serch-r1\n',
    ['3:14 dialects["*.jsonl"] is "serch-r1", which is not known; did you mean search-r1'],
  ],
  [
    'mapped without fields',
    'version: 1\ncontainers:\n  "a": mapped\n',
    [expect.stringContaining('3:8 containers["a"] is "mapped", which is not known; ') as string],
  ],
  [
    'a container and no fields',
    'version: 1\ncontainers:\n  a: {container: mapped}\n',
    ['3:6 `fields` is missing here'],
  ],
  ['a list for names', 'version: 1\ndialects: [a]\n', ['2:11 dialects is a list; it has to be an object']],
  [
    'a number for a dialect',
    'version: 1\ndialects: {a: 3}\n',
    ['2:15 dialects["a"] is the number 3; it has to be a text'],
  ],
  [
    'nothing',
    'version: 1\ndialects:\n',
    [expect.stringContaining('dialects is empty; it has to be an object') as string],
  ],
  [
    'two texts',
    'version: 1\ncontainers:\n  a:\n    fields: {text: t, messages: m}\n',
    ['4:13 exactly one of text, messages has to stand here'],
  ],
  [
    'no text',
    'version: 1\ncontainers:\n  a:\n    fields: {golds: t}\n',
    ['4:13 exactly one of text, messages has to stand here'],
  ],
  [
    'an unknown role',
    'version: 1\ncontainers:\n  a:\n    fields: {text: t, qestion: q}\n',
    ['4:23 there is no key "qestion" here; did you mean question'],
  ],
  [
    'a path that is none',
    'version: 1\ncontainers:\n  a:\n    fields: {text: "a..b"}\n',
    [
      '4:20 containers["a"].fields.text is "a..b"; it has to be a path such as `answer`, `meta.score` or `choices[0].text`',
    ],
  ],
  ['no version', 'dialects: {}\n', ['1:1 `version` is missing here']],
  ['another version', 'version: 2\n', ['1:10 version is 2; only 1 is known here']],
  ['a version in quotes', 'version: "1"\n', ['1:10 version is a text; it has to be a number']],
  [
    'two ways of a component',
    'version: 1\nprofiles: {p: {components: [{command: a, expression: b}]}}\n',
    ['2:29 exactly one of component, expression, command has to stand here'],
  ],
  ['a judge without a model', 'version: 1\njudge: {baseUrl: x}\n', ['2:8 `model` is missing here']],
  ['a list', '- a\n', ['1:1 the file has to hold keys, the first of them `version: 1`']],
  ['an empty file', '', ['1:1 the file has to hold keys, the first of them `version: 1`']],
];

describe('what is wrong is told with line and column, and refused by the schema', () => {
  it.each(WRONG)('%s', (_name, text, wanted) => {
    expect(problems(text)).toEqual(wanted);
    expect(valid(parse(text) ?? null)).toBe(false);
  });

  it('keys twice, aliases, tags and broken YAML', () => {
    expect(problems('version: 1\nversion: 1\n').join()).toMatch(/^2:1 .*unique/);
    expect(problems('version: 1\nredact: &a {}\njudge: *a\n').join()).toMatch(/2:12 anchors and aliases/);
    expect(problems('version: 1\nredact: !x {}\n').join()).toContain('2:');
    expect(problems('version: 1\ndialects: {a: [\n').length).toBeGreaterThan(0);
    expect(problems('version: 1\na: b: c\n')[0]).toMatch(/^2:/);
  });
});

describe('the published schema', () => {
  it('is that of the reader', () => {
    expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(JSON.parse(JSON.stringify(configSchema())));
  });

  it('takes what the reader takes', () => {
    expect(valid(parse(FULL))).toBe(true);
    expect(valid(parse('version: 1\n'))).toBe(true);
    expect(readConfig('version: 1\n').problems).toEqual([]);
  });
});

describe('a broken file', () => {
  it('holds in what is right of it', () => {
    const { config } = readConfig('version: 1\ndialects: {a: plain, b: nope}\ncontainers: 3\n');
    expect(config.dialects).toEqual({ a: 'plain' });
    expect(config.containers).toEqual({});
    expect(readConfig('version: 2\ndialects: {a: plain}\n').config.dialects).toEqual({});
  });

  it('never throws, and takes no long time', () => {
    const hostile = [
      '['.repeat(200_000),
      '{a: '.repeat(60_000),
      '- '.repeat(100_000),
      '? '.repeat(100_000),
      `version: 1\n${'  a:\n'.repeat(1)}${Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')}`,
      'x'.repeat(300_000),
      '\u0000\uFEFF\ud800: 1',
      'version: 1\ndialects:\n  __proto__: plain\n  constructor: nope\n',
      'version: 1\r\ndialects:\r\n  a: nope\r\n',
      '%YAML 3.0\n---\nversion: 1\n',
      'version: 1\n---\nversion: 1\n',
      '"'.repeat(1001),
    ];
    const since = cpuTime();
    for (const text of hostile) expect(() => readConfig(text)).not.toThrow();
    expect(cpuTime() - since).toBeLessThan(2_000);
    expect(problems(hostile[8] ?? '')).toEqual([expect.stringMatching(/^3:6 dialects\["a"\] is "nope"/)]);
    const { config } = readConfig(hostile[7] ?? '');
    expect(Object.entries(config.dialects)).toEqual([['__proto__', 'plain']]);
    expect(Object.getPrototypeOf(config.dialects)).toBe(Object.prototype);
  });
});
