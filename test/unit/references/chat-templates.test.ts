/** Chat templates around rollouts, as whole texts hold them (rollout-formats.md 17). */
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../core/trace/dialects';
import { queriesOf, read } from '../trace/support';
import { readAs } from '../rag-systems/read';

function parsed(dialect: string, text: string) {
  const found = dialectOf(dialect);
  if (!found) throw new Error(`no dialect ${dialect}`);
  return read(found, text);
}

const turn = (role: string, content: string): string => `<|im_start|>${role}\n${content}<|im_end|>\n`;
const ASK = '<think></think> <search></search> <answer></answer>\nQuestion: Which river crosses Zorvia?\n';
const INFO = '<information>Result 1:\nOn the Melka.\n------\n</information>';
const LLAMA_SYSTEM = 'Cutting Knowledge Date: December 2023\nToday Date: 09 Apr 2025\n\n';

describe('ChatML', () => {
  it.each([
    'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.',
    'You are a helpful assistant.',
  ])('has a default system turn: %s', async (system) => {
    const text = `${turn('system', system)}${turn('user', 'Question: Which?')}<|im_start|>assistant\n<think>a</think>\n<answer>b</answer>`;
    const { rollouts } = await readAs('a.txt', text);
    expect(rollouts[0]?.question).toBe('Which?');
    expect(rollouts[0]?.segments[0]).toMatchObject({
      kind: 'prompt',
      end: text.indexOf('<think>'),
    });
    expect(rollouts[0]?.answer?.text).toBe('b');
  });

  it('shows results of tools in one turn of the user', () => {
    const call = (q: string): string =>
      `<tool_call>\n{"name": "search", "arguments": {"query": "${q}"}}\n</tool_call>`;
    const text = `${turn('user', 'Which?')}${turn('assistant', `I look.\n${call('a')}\n${call('b')}`)}${turn(
      'user',
      '<tool_response>\none\n</tool_response>\n<tool_response>\ntwo\n</tool_response>',
    )}<|im_start|>assistant\nThe Melka.<|im_end|>`;
    const trace = parsed('tool-call', text);
    expect(queriesOf(trace)).toEqual(['a', 'b']);
    expect(trace.turns[0]?.documents.map(({ query, text: said }) => [query, said])).toEqual([
      [0, 'one'],
      [1, 'two'],
    ]);
    expect(trace.answer?.text).toBe('The Melka.');
  });

  it('opens an empty thought where thinking is off (Qwen3)', () => {
    const text = `${turn('user', 'Which?')}<|im_start|>assistant\n<think>\n\n</think>\n\n<search>q</search>\n\n<information>x</information>\n\n<answer>b</answer>`;
    const trace = parsed('search-r1', text);
    expect(trace.turns[0]?.think?.trim()).toBe('');
    expect(trace.anomalies).toEqual([]);
    expect(queriesOf(trace)).toEqual(['q']);
  });
});

describe('Llama 3', () => {
  const say = (role: string, content: string): string =>
    `<|start_header_id|>${role}<|end_header_id|>\n\n${content}<|eot_id|>`;

  it('dates the day twice where the system does so as well (ReZero)', async () => {
    const text = `<|begin_of_text|>${say('system', `${LLAMA_SYSTEM}${LLAMA_SYSTEM}You help.`)}${say('user', ASK)}${say(
      'assistant',
      '<think>a</think>\n<search>zorvia river</search>',
    )}${say('user', INFO)}${say('assistant', '<think>b</think>\n<answer>Melka</answer>')}`;
    const { dialect, rollouts } = await readAs('a.txt', text);
    expect(dialect).toBe('rezero');
    expect(rollouts[0]?.question).toBe('Which river crosses Zorvia?');
    expect(rollouts[0]?.turns.map(({ queries, documents }) => [queries.length, documents.length])).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(rollouts[0]?.answer?.text).toBe('Melka');
  });
});

describe('DeepSeek-R1', () => {
  const END = '<｜end▁of▁sentence｜>';
  const text = `<｜begin▁of▁sentence｜><｜User｜>${ASK}<｜Assistant｜><think>a</think>\n<search>zorvia river</search>${END}<｜User｜>${INFO}<｜Assistant｜><think>b</think>\n<answer>Melka</answer>${END}`;

  it('cuts turns at its full-width marks', () => {
    const trace = parsed('rezero', text);
    expect(trace.segments[0]).toMatchObject({ kind: 'prompt', end: text.indexOf('<think>a') });
    expect(
      trace.turns.map(({ think, queries, documents }) => [think, queries.length, documents.length]),
    ).toEqual([
      ['a', 1, 1],
      ['b', 0, 0],
    ]);
    expect(trace.elements.filter((line) => line.startsWith('information'))).toEqual([
      `information environment ${INFO}`,
    ]);
    expect(trace.answer?.text).toBe('Melka');
  });

  it.each(['rezero', 'tool-call', 'chat'])('may be cut anywhere (%s)', (dialect) => {
    for (let start = 0; start < text.length; start += 7) parsed(dialect, text.slice(start));
    for (let end = 0; end <= text.length; end++) parsed(dialect, text.slice(0, end));
  });

  it('is a chat without its marks where it is one', () => {
    const chat = `<｜User｜>Which river?<｜Assistant｜>The Orso.${END}<｜User｜>Sure?<｜Assistant｜>The Melka.${END}`;
    const trace = parsed('chat', chat);
    expect(trace.turns).toHaveLength(2);
    expect(trace.answer?.text).toBe('The Melka.');
  });
});

describe('base models', () => {
  it.each([
    [
      'r1-searcher',
      'The User asks, the Assistant answers <answer> so </answer>.\n\nUser:Which river?\nAssistant: <think>',
      'I know.</think>\n\n<answer> Melka </answer>',
      'Melka',
    ],
    [
      'research',
      'Use <search> q </search> <result> r </result> <answer> \\boxed{answer here} </answer>. User: Which river?. Assistant:',
      ' <think>a</think> <answer>\\boxed{Melka}</answer>',
      'Melka',
    ],
    [
      'search-r1',
      'Answer the given question. Use <answer> and </answer>. For example, <answer> Beijing </answer>. Question: Which river?\n',
      '<think>a</think> <answer> Melka </answer>',
      'Melka',
    ],
  ])('of %s end their prompts so', (dialect, prompt, response, answer) => {
    const trace = parsed(dialect, prompt + response);
    expect(trace.answer?.text).toBe(answer);
    expect(trace.turns).toHaveLength(1);
    expect(trace.segments[0]).toMatchObject({ kind: 'prompt', by: 'prompt', start: 0 });
  });
});
