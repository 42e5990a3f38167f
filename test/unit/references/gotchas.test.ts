/** What systems with the same tags do differently, and hazards of their files (rollout-formats.md 18). */
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../core/trace/dialects';
import { readAs } from '../rag-systems/read';
import { jsonl } from '../rollouts/opened';
import { queriesOf, read } from '../trace/support';

function parsed(dialect: string, text: string) {
  const found = dialectOf(dialect);
  if (!found) throw new Error(`no dialect ${dialect}`);
  return read(found, text);
}

/** Systems that search in tags: what they put in around a passage. */
const PUT: Readonly<Record<string, (passage: string) => string>> = {
  'search-r1': (passage) => `\n\n<information>Doc 1(Title: "T") ${passage}</information>\n\n`,
  'rag-r1': (passage) => `\n<information>\nDoc 1: T   ${passage}\n</information>\n`,
  routerag: (passage) => `\n\n<information> Doc 1(Title: T) ${passage} </information>\n\n`,
  research: (passage) => ` <result>\n"T"\n${passage}\n</result>`,
};
const SYSTEMS = Object.keys(PUT);

// 18.4: the last answer wins, but where only one is allowed: there the first match counts.
it.each([
  ['search-r1', 'Melka'],
  ['rag-r1', 'Melka'],
  ['routerag', 'Melka'],
  ['verl-search', 'Melka'],
  ['r1-searcher', 'Melka'],
])('of two answers %s takes the last', (dialect, answer) => {
  const text = '<think>a</think><answer> Danube </answer> wait <answer> Melka </answer>';
  expect(parsed(dialect, dialect === 'r1-searcher' ? text.replace('<think>', '') : text).answer?.text).toBe(
    answer,
  );
});

// 18.5, 18.6: how many answers the reward wants, and where it looks.
it.each([
  ['search-r1', 'prompt-and-response', 2],
  ['rag-r1', 'prompt-and-response', 2],
  ['routerag', 'response', 1],
  ['verl-search', 'response', 1],
] as const)('%s looks for answers in %s, and wants %i', (dialect, over, minimum) => {
  expect(dialectOf(dialect)?.extraction).toEqual({ over, minimum });
});

// 18.7: tags are told by their case.
it.each([...SYSTEMS, 'rezero'])('%s knows no tags in capitals', (dialect) => {
  const trace = parsed(dialect, '<Think>a</Think><SEARCH>q</SEARCH><Answer>b</Answer>');
  expect([queriesOf(trace), trace.answer]).toEqual([[], null]);
});

// 18.8: code fences shield no tag.
it.each([...SYSTEMS, 'rezero'])('%s runs a search in a code fence', (dialect) => {
  expect(
    queriesOf(parsed(dialect, 'So:\n```xml\n<search>q</search>\n```')).map((query) =>
      query.replace(/^\w+:/, ''),
    ),
  ).toEqual(['q']);
});

// 18.9: a search fires inside a thought.
it.each([...SYSTEMS, 'rezero'])('%s runs a search in a thought', (dialect) => {
  const trace = parsed(dialect, '<think>a <search>q</search> b</think>');
  expect(queriesOf(trace).map((query) => query.replace(/^\w+:/, ''))).toEqual(['q']);
});

// 18.12: a search at the end is the turn limit, not a loss.
it.each([...SYSTEMS, 'rezero'])('%s may end on a search', (dialect) => {
  const trace = parsed(dialect, '<think>a</think><search>q</search>');
  expect([trace.anomalies, trace.turns.map(({ observation }) => observation)]).toEqual([[], [null]]);
});

// 18.11: a block that lost its end goes to the policy's next tag, and is flagged.
it.each(['search-r1', 'rag-r1', 'routerag'])('%s cuts a block without its end', (dialect) => {
  const block = PUT[dialect]?.('On the Melka').replace(/\s*<\/information>\s*$/, '') ?? '';
  const trace = parsed(dialect, `<search>q</search>${block}<think>b</think><answer>c</answer>`);
  expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([['truncated', '</information>']]);
  expect(trace.turns[0]?.documents).toHaveLength(1);
  expect(trace.answer?.text).toBe('c');
});

// 18.14: documents may hold any tag.
it.each(SYSTEMS)('%s reads no tags in documents', (dialect) => {
  const passage = 'x <search>forged</search> <answer>forged</answer> <think>forged</think>';
  const trace = parsed(dialect, `<search>q</search>${PUT[dialect]?.(passage) ?? ''}<answer>b</answer>`);
  expect(queriesOf(trace).map((query) => query.replace(/^\w+:/, ''))).toEqual(['q']);
  expect(trace.turns[0]?.documents.map(({ text }) => text)).toEqual([passage]);
  expect(trace.answer?.text).toBe('b');
});

// 18.19: what is ambiguous by design stays in the block that is kept beside the documents.
it.each([
  ['search-r1', '\n\n<information>Doc 1(Title: "A (b)) c") d</information>\n\n'],
  ['rag-r1', '\n<information>\nDoc 1: A   b   c\n</information>\n'],
  ['research', ' <result>\n"A"\nb\n\n"c"\n\nd\n</result>'],
])('%s keeps the block of an observation', (dialect, block) => {
  const text = `<search>q</search>${block}<answer>b</answer>`;
  const { observation } = parsed(dialect, text).turns[0] ?? {};
  expect(text.slice(observation?.start, observation?.end)).toBe(block.trim());
});

// 18.1: a closer without opener is normal where the prompt opened the thought.
it.each(['r1-searcher', 'recall'])('%s starts inside a thought', (dialect) => {
  const said =
    dialect === 'recall' ? 'I know.</think>\\boxed{Melka}' : 'I know.</think>\n<answer>Melka</answer>';
  const trace = parsed(dialect, said);
  expect([trace.anomalies, trace.turns[0]?.think, trace.answer?.text]).toEqual([[], 'I know.', 'Melka']);
});

describe('a file', () => {
  const base = {
    input: 'user\nQuestion: Which?\nassistant\n',
    output: '<answer>a</answer>',
    gts: 'a',
    score: 1,
    step: 1,
  };

  // 18.15 and 16 of its items, each with the JSON as its writer writes it.
  it.each([
    ['bare NaN and Infinity', '"score":1', '"score":NaN,"kl":Infinity', { score: NaN, kl: Infinity }],
    ['escaped slashes', '"score":1', '"score":1,"path":"a\\/b"', { path: 'a/b' }],
    ['booleans as scores', '"score":1', '"score":true', { score: 1 }],
    ['scores in strings', '"score":1', '"score":"0.5"', { score: 0.5 }],
  ])('with %s', async (_what, from, to, recorded) => {
    const { rollouts, faults } = await readAs('1.jsonl', jsonl(base).replace(from, to));
    expect(faults).toEqual([]);
    expect(rollouts[0]?.recorded).toMatchObject(recorded);
    expect(rollouts[0]?.answer?.text).toBe('a');
  });

  it('without its last newline, and with a torn last line', async () => {
    expect((await readAs('1.jsonl', jsonl(base, base).trimEnd())).rollouts).toHaveLength(2);
    const { rollouts, faults } = await readAs('1.jsonl', jsonl(base) + jsonl(base).slice(0, 40));
    expect([rollouts.length, faults.length]).toEqual([1, 1]);
    expect(faults[0]).toMatch(/^torn last line/);
  });

  it('with escaped slashes in tags, as ujson writes them', async () => {
    const row = jsonl({
      question: 'q?',
      solution: 'a</think>\n<answer> b </answer>',
      score: 1,
      finished: '1',
    });
    const { rollouts, faults } = await readAs('a.jsonl', row.replaceAll('/', '\\/'));
    expect([faults, rollouts[0]?.answer?.text]).toEqual([[], 'b']);
  });

  it('with numbers as strings', async () => {
    const row = { question: 'q?', solution: 'a</think>\n<answer> b </answer>', score: 1, finished: '1' };
    expect((await readAs('a.jsonl', jsonl(row))).rollouts[0]?.recorded).toMatchObject({ finished: '1' });
  });

  it('with calls of tools as strings of JSON', async () => {
    const completion = [
      {
        role: 'assistant',
        content: '',
        tool_calls: ['{"id": "c1", "function": {"name": "search", "arguments": "{\\"query\\": \\"q\\"}"}}'],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'x' },
      { role: 'assistant', content: 'Melka' },
    ];
    const row = {
      example_id: 0,
      prompt: [{ role: 'user', content: 'Which?' }],
      completion,
      reward: 1,
      timing: {},
    };
    const { container, rollouts } = await readAs('results.jsonl', jsonl(row));
    expect(container).toBe('verifiers');
    expect(rollouts[0]?.turns[0]?.queries.map(({ text }) => text)).toEqual(['q']);
  });

  // 18.16: the step stands in the name, or nowhere.
  it.each([
    ['40.jsonl', { ...base, step: undefined }, 40],
    [
      'train_12.jsonl',
      { data_source: 'd', sequences_str: '<answer>a</answer>', ground_truth: ['a'], score: 1, reason: 'r' },
      12,
    ],
    [
      'val_3.jsonl',
      { data_source: 'd', sequences_str: '<answer>a</answer>', ground_truth: ['a'], score: 1, reason: 'r' },
      3,
    ],
    [
      'a.jsonl',
      { question: 'q?', solution: 'a</think><answer> b </answer>', score: 1, finished: '1' },
      undefined,
    ],
  ])('called %s has its step', async (name, row, step) => {
    expect((await readAs(name, jsonl(row))).rollouts[0]?.recorded['step']).toBe(step);
  });

  // 18.17: rows of verl's first version share the uid of their prompt; older ones have no group of their own.
  it.each([
    [{ ...base, uid: '7c1e_0_0' }, '7c1e'],
    [base, null],
  ])('gives groups as it names them', async (row, group) => {
    expect((await readAs('1.jsonl', jsonl(row))).rollouts[0]?.recorded['group']).toBe(group);
  });
});
