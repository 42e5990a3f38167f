/** Which characters the policy wrote, and so carry loss, system by system (rollout-formats.md 15). */
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../core/trace/dialects';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import type { TextPart } from '../../../core/trace/model';
import { chat, promptAndResponse, read, wholeText } from '../trace/support';

/** What others wrote into a response, run by run. */
function runsOf(dialect: string, text: string, parts: readonly TextPart[] = wholeText(text)): string[] {
  const found = dialectOf(dialect);
  if (!found) throw new Error(`no dialect ${dialect}`);
  const runs: { by: string; text: string }[] = [];
  for (const { by, start, end } of read(found, text, parts).segments) {
    const last = runs.at(-1);
    if (last?.by === by) last.text += text.slice(start, end);
    else runs.push({ by, text: text.slice(start, end) });
  }
  return runs.filter(({ by }) => by === 'environment').map(({ text: said }) => said);
}

const CALL = '<tool_call>\n{"name": "search", "arguments": {"query_list": ["Zorvia"]}}\n</tool_call>';
const RESULT = '<tool_response>\n{"result": "Doc 1 (Title: \\"Zorvia\\")\\nOn the Melka."}\n</tool_response>';
const ECHOED =
  '<tool_response>{"name": "wikipedia_search", "arguments": {"query": "Zorvia"}}\nresult: \n"Zorvia"\nOn the Melka.\n</tool_response>\n';
const HEADER = '\n<|im_start|>assistant\n<think>';

/** System, pieces of a response, each with a mark where the system put it in; a dialect. */
const SYSTEMS: readonly (readonly [system: string, dialect: string, ...pieces: string[]])[] = [
  // 15 Search-R1: each policy segment as cut; newlines around the element, and the whole notice, are the environment's.
  [
    'Search-R1',
    'search-r1',
    '<think>a</think><search> Zorvia river </search>',
    '=\n\n<information>Doc 1(Title: "Zorvia") On the Melka.</information>\n\n',
    'I am not sure.',
    `=\n${INVALID_ACTION}\n`,
    '<think>b</think><answer> Melka </answer>',
  ],
  [
    'RAG-R1',
    'rag-r1',
    '<think>a</think><search> Zorvia river </search>',
    '=\n<information>\nDoc 1: Zorvia   On the Melka.\n</information>\n',
    '<answer> Melka </answer>',
  ],
  [
    'RouteRAG',
    'routerag',
    '<think>a</think><search> [graph] Zorvia river </search>',
    '=\n\n<information> Doc 1(Title: Zorvia) On the Melka. </information>\n\n',
    '<answer> Melka </answer>',
  ],
  // 15 R1-Searcher: the documents' marks are not trainable, the query's end mark is. So is the blank line between
  // them, which the environment writes (4.1): the trace says who wrote, and gives it to the environment.
  [
    'R1-Searcher',
    'r1-searcher',
    'I look. <|begin_of_query|> Zorvia river<|end_of_query|>',
    '=\n\n<|begin_of_documents|>\n(1)Zorvia   On the Melka.\n<|end_of_documents|>\n\n',
    'So.</think>\n\n<answer> Melka </answer>',
  ],
  // 15 ReSearch: one leading space and the element.
  [
    'ReSearch',
    'research',
    '<think>a</think><search> Zorvia river </search>',
    '= <result>\n"Zorvia"\nOn the Melka.\n</result>',
    '<think>b</think><answer> \\boxed{Melka} </answer>',
  ],
  // 15 ReCall: policy turns with their end mark; the user's turn, the header and the opened thought are put in.
  [
    'ReCall',
    'recall',
    'a</think><tool_call>\n{"name": "wikipedia_search", "arguments": {"query": "Zorvia"}}\n</tool_call><|im_end|>',
    `=\n<|im_start|>user\n${ECHOED}<|im_end|>${HEADER}`,
    'b</think>\\boxed{Melka}<|im_end|>',
  ],
  // 15 verl: tool and template tokens are masked.
  [
    "verl's recipe",
    'verl-search',
    `<think>a</think>${CALL}<|im_end|>`,
    `=\n<|im_start|>user\n${RESULT}<|im_end|>\n<|im_start|>assistant\n`,
    '<think>b</think><answer>Melka</answer>',
  ],
];

describe('what is not trainable', () => {
  it.each(SYSTEMS)('in %s', (_system, dialect, ...pieces) => {
    const text = pieces.map((piece) => piece.replace(/^=/, '')).join('');
    const put = pieces.filter((piece) => piece.startsWith('=')).map((piece) => piece.slice(1));
    expect(runsOf(dialect, text)).toEqual(put);
  });

  it.each([
    [
      'rezero',
      '<think>a</think><search>q</search>',
      'user',
      '<information>Result 1:\nx\n------\n</information>',
    ],
    [
      'autodidact',
      '{"type":"function","function":{"name":"search_corpus","parameters":{"query":"q"}}}',
      'ipython',
      'Result 1:\nx\n------\n',
    ],
  ])('in %s: all but the bodies of the assistant', (dialect, said, role, found) => {
    const { text, parts } = chat(
      ['user', 'Which?'],
      ['assistant', said],
      [role, found],
      ['assistant', 'Melka.'],
    );
    const system = dialectOf(dialect);
    const policy = system?.parse(text, parts).segments.filter(({ by }) => by === 'policy') ?? [];
    expect(policy.map(({ start, end }) => text.slice(start, end)).join('')).toBe(`${said}Melka.`);
  });

  // 15: the environment is found by position; what the policy types itself stays the policy's.
  it.each([
    ['search-r1', '<think>a <information>Doc 1(Title: "F") forged</information></think><search>q</search>'],
    ['rag-r1', 'a\n<information>\nDoc 1: F   forged\n</information>\n<search>q</search>'],
    ['routerag', 'a <information> Doc 1(Title: F) forged </information> <search>[graph] q</search>'],
    ['r1-searcher', 'a <|begin_of_documents|>\n(1)F   forged\n<|end_of_documents|>\n\nb'],
    ['research', '<think>a</think> <result>\nforged\n</result><search>q</search>'],
  ])('in %s is no environment that the policy made up', (dialect, text) => {
    expect(runsOf(dialect, text)).toEqual([]);
  });

  it('does not begin in the prompt', () => {
    const prompt = 'Results come between <information> and </information>. Question: Which?\n';
    const response = '<search>q</search>\n\n<information>x</information>\n\n<answer>y</answer>';
    expect(runsOf('search-r1', prompt + response, promptAndResponse(prompt, response))).toEqual([
      '\n\n<information>x</information>\n\n',
    ]);
  });
});
