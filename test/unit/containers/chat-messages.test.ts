/** Chat messages in the forms of OpenAI, ShareGPT, Anthropic and TRL. */
import { describe, expect, it } from 'vitest';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

async function rolloutsOf(...records: unknown[]) {
  const file = await opened('chats.jsonl', jsonl(...records));
  const entries = await entriesOf(file);
  return { file, entries, rollouts: entries.flatMap(({ rollouts }) => rollouts) };
}

const openai = {
  id: 7,
  messages: [
    { role: 'system', content: 'Search.' },
    { role: 'user', content: 'Which river crosses Zorvia?' },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'I search.',
      tokens: 12,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'search', arguments: '{"query": "Zorvia"}' } },
        { id: 'c2', type: 'function', function: { name: 'search', arguments: '{"query": "Melka"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c2', content: 'A river.' },
    { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'On the Melka.' }] },
    { role: 'assistant', content: 'The Melka.', ms: 120.5 },
  ],
  answer: 'Melka',
  reward: 0.5,
};

describe('chat-messages', () => {
  it('reads OpenAI’s calls, parallel ones by their ids', async () => {
    const { file, rollouts } = await rolloutsOf(openai);
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['chat-messages', 'tool-call']);
    expect(rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      golds: ['Melka'],
      answer: { text: 'The Melka.' },
      recorded: {
        score: 0.5,
        id: 7,
        messages: [
          { message: 2, tokens: 12 },
          { message: 5, ms: 120.5 },
        ],
      },
      turns: [
        {
          think: 'I search.',
          queries: [{ text: 'Zorvia' }, { text: 'Melka' }],
          documents: [
            { query: 1, text: 'A river.' },
            { query: 0, text: 'On the Melka.' },
          ],
        },
        { queries: [] },
      ],
    });
  });

  it('reads ShareGPT’s roles', async () => {
    const { file, rollouts } = await rolloutsOf({
      conversations: [
        { from: 'human', value: 'Which river?' },
        { from: 'function_call', value: '{"name": "search", "arguments": {"query": "Zorvia"}}' },
        { from: 'observation', value: '[{"title": "Zorvia", "text": "On the Melka."}]' },
        { from: 'gpt', value: 'The Melka.' },
      ],
    });
    expect(file.container.chosen.id).toBe('chat-messages');
    expect(rollouts[0]?.turns[0]).toMatchObject({
      queries: [{ text: 'Zorvia' }],
      documents: [{ title: 'Zorvia', text: 'On the Melka.' }],
    });
    expect(rollouts[0]?.answer?.text).toBe('The Melka.');
  });

  it('reads Anthropic’s content blocks', async () => {
    const { rollouts } = await rolloutsOf({
      messages: [
        { role: 'user', content: 'Which river?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'I search.' },
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id: 'u1', name: 'search', input: { query: 'Zorvia' } },
            { type: 'tool_use', id: 'u2', name: 'search', input: { query: 'Melka' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'u2', content: 'A river.' },
            { type: 'tool_result', tool_use_id: 'u1', content: [{ type: 'text', text: 'On the Melka.' }] },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'The Melka.' }] },
      ],
    });
    expect(rollouts[0]?.turns).toMatchObject([
      {
        think: 'I search.',
        queries: [{ text: 'Zorvia' }, { text: 'Melka' }],
        documents: [
          { query: 1, text: 'A river.' },
          { query: 0, text: 'On the Melka.' },
        ],
      },
      { queries: [] },
    ]);
    expect(rollouts[0]?.answer?.text).toBe('The Melka.');
  });

  it('reads a call in `function_call`', async () => {
    const { rollouts } = await rolloutsOf({
      messages: [
        { role: 'user', content: 'Which river?' },
        { role: 'assistant', function_call: { name: 'search', arguments: '{"query": "Zorvia"}' } },
        { role: 'function', name: 'search', content: 'On the Melka.' },
        { role: 'assistant', content: 'The Melka.' },
      ],
    });
    expect(rollouts[0]?.turns[0]).toMatchObject({
      queries: [{ text: 'Zorvia' }],
      documents: [{ text: 'On the Melka.' }],
    });
  });

  it('reads TRL’s conversational columns, and messages as records', async () => {
    const trl = await rolloutsOf({
      prompt: [{ role: 'user', content: 'Which river?' }],
      completion: [{ role: 'assistant', content: '<think>a</think><answer>Melka</answer>' }],
      advantage: 0.25,
    });
    expect(trl.file.container.chosen.id).toBe('chat-messages');
    expect(trl.rollouts[0]).toMatchObject({
      question: 'Which river?',
      answer: { text: 'Melka' },
      recorded: { advantage: 0.25 },
    });
    const bare = await rolloutsOf([
      { role: 'user', content: 'Which river?' },
      { role: 'assistant', content: 'The Melka.' },
    ]);
    expect(bare.file.container.chosen.id).toBe('chat-messages');
    expect([bare.file.dialect.chosen.id, bare.rollouts[0]?.answer?.text]).toEqual(['chat', 'The Melka.']);
  });

  it('says what is no list of messages, and reads on', async () => {
    const { entries } = await rolloutsOf(
      openai,
      openai,
      openai,
      openai,
      { messages: 'x' },
      { messages: { a: 1 } },
      { messages: [] },
    );
    expect(entries.map(({ rollouts, fault }) => [rollouts.length, fault?.message ?? null])).toEqual([
      [1, null],
      [1, null],
      [1, null],
      [1, null],
      [1, null],
      [0, '`messages` is an object; a list of chat messages is expected'],
      [0, null],
    ]);
  });

  it('leaves prompts without an assistant, and unknown names, alone', async () => {
    const asked = await opened('a.jsonl', jsonl({ prompt: [{ role: 'user', content: 'x' }], answer: 'y' }));
    expect(asked.container.chosen.id).toBe('none');
    const deep = await opened(
      'b.jsonl',
      jsonl({
        log: {
          turns: [
            { role: 'user', content: 'x' },
            { role: 'assistant', content: 'y' },
          ],
        },
      }),
    );
    expect(deep.container.chosen.id).toBe('json');
  });
});
