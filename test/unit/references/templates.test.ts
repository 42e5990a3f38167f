/** Chats in the text of each chat template, as dialects read them (`rollout-formats.md` 7.5, 8.1, 8.3). */
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../core/trace/dialects';
import { entriesOf, opened } from '../rollouts/opened';
import { read, wholeText } from '../trace/support';

/** What each template puts before and after a message of a role. */
const TEMPLATES: Readonly<Record<string, (role: string, content: string) => string>> = {
  ChatML: (role, content) => `<|im_start|>${role}\n${content}<|im_end|>\n`,
  'Llama 3': (role, content) => `<|start_header_id|>${role}<|end_header_id|>\n\n${content}<|eot_id|>`,
  'R1 distillates': (role, content) =>
    role === 'assistant' ? `<｜Assistant｜>${content}<｜end▁of▁sentence｜>` : `<｜User｜>${content}`,
};

const JSON_CALL = '{"function": {"name": "s", "parameters": {"query": "q"}}}';

/** Call, result and answer of a dialect, and the role that results have. */
const CHATS = [
  [
    'rezero',
    '<search>q</search>',
    '<information>Result 1:\nOn the Melka.\n------\n</information>',
    'user',
    '<answer>Melka</answer>',
  ],
  ['autodidact', JSON_CALL, 'Result 1:\nOn the Melka.\n------\n', 'ipython', 'Melka'],
  [
    'tool-call',
    '<tool_call>{"name": "s", "arguments": {"query": "q"}}</tool_call>',
    '<tool_response>\nOn the Melka.\n</tool_response>',
    'user',
    'Melka',
  ],
  [
    'verl-search',
    '<tool_call>{"name": "s", "arguments": {"query_list": ["q"]}}</tool_call>',
    '<tool_response>\n{"result": "Doc 1 (Title: T)\\nOn the Melka."}\n</tool_response>',
    'user',
    '<answer>Melka</answer>',
  ],
  [
    'search-r1',
    '<search>q</search>',
    '<information>Doc 1(Title: T) On the Melka.</information>',
    'user',
    '<answer>Melka</answer>',
  ],
] as const;

describe.each(Object.entries(TEMPLATES))('a chat in the template of %s', (name, say) => {
  it.each(CHATS)('is read by %s', async (id, call, result, role, answer) => {
    const dialect = dialectOf(id);
    if (!dialect) throw new Error(`no dialect ${id}`);
    const text =
      say('user', 'Which river?') +
      say('assistant', call) +
      say(role, result) +
      say('assistant', answer).trimEnd();
    const trace = read(dialect, text);
    expect(
      trace.turns.map(({ queries, documents }) => [
        queries.map((query) => query.text),
        documents.map((document) => document.text),
      ]),
    ).toEqual([
      [['q'], ['On the Melka.']],
      [[], []],
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
    const authors = trace.segments
      .filter(({ by }, at) => by !== trace.segments[at - 1]?.by)
      .map(({ by }) => by);
    expect(authors).toEqual(['prompt', 'policy', 'environment', 'policy']);
    // The same text in a file, whose container knows the headers. R1's template has no role for results without tags.
    if (role === 'ipython' && name === 'R1 distillates') return;
    const [entry] = await entriesOf(await opened('a.txt', text, { dialect: id, container: 'plain-text' }));
    expect(entry?.rollouts[0]?.answer?.text).toBe('Melka');
    expect(entry?.rollouts[0]?.turns.map(({ documents }) => documents.length)).toEqual([1, 0]);
  });

  it('is read by chat', () => {
    const dialect = dialectOf('chat');
    if (!dialect) throw new Error('no dialect chat');
    const text =
      say('user', 'Which river?') +
      say('assistant', 'I think the Orso.') +
      say('user', 'Sure?') +
      say('assistant', 'The Melka.');
    const trace = read(dialect, text);
    expect(trace.turns).toHaveLength(2);
    expect(trace.answer?.text).toBe('The Melka.');
    expect(dialect.recognise(text, wholeText(text))?.because).toBe(
      'chat messages, 2 of the assistant, without tags',
    );
  });
});

it('tells results of tools from words of users in a Llama chat without tags', () => {
  const say = TEMPLATES['Llama 3'];
  const dialect = dialectOf('chat');
  if (!dialect || !say) throw new Error('no dialect chat');
  const text =
    say('user', 'Which river?') +
    say('assistant', 'I look.') +
    say('ipython', 'On the Melka.') +
    say('user', 'So?') +
    say('assistant', 'The Melka.');
  expect(
    read(dialect, text).turns.map(({ documents }) => documents.map((document) => document.text)),
  ).toEqual([['On the Melka.'], []]);
});
