/** Containers of single systems that keep calls or traces: WebDancer, DR Tulu, OpenAI's calls. */
import { describe, expect, it } from 'vitest';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

describe('webdancer', () => {
  const trajectory = {
    type: 'chatml',
    task: 'agent/multiturn_search',
    messages: [
      { role: 'system', content: 'Seek.' },
      {
        role: 'user',
        content: 'Example: <answer> answer here </answer>\n\nUser: Which river crosses Zorvia?',
      },
      {
        role: 'assistant',
        content:
          '<think>a</think>\n<tool_call>\n{"name": "search", "arguments": {"query": ["Zorvia"]}}\n</tool_call>',
      },
      {
        role: 'user',
        content:
          "<tool_response>\nA Google search for 'Zorvia' found 1 results:\n\n## Web Results\n1. [Zorvia](https://z.test)\n\nOn the Melka.\n</tool_response>",
      },
      { role: 'assistant', content: '<think>b</think>\n<answer>\nMelka\n</answer>' },
    ],
    functions: [{ name: 'search' }],
    tool_calls: [],
    answer: [['Melka']],
    tag: 'e2hqa',
  };

  it('reads question, golds and results in user turns', async () => {
    const file = await opened('traj.jsonl', jsonl(trajectory));
    const [entry] = await entriesOf(file);
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['webdancer', 'webdancer']);
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      golds: ['Melka'],
      answer: { text: 'Melka' },
      recorded: {
        type: 'chatml',
        task: 'agent/multiturn_search',
        tag: 'e2hqa',
        functions: [{ name: 'search' }],
      },
    });
    expect(entry?.rollouts[0]?.turns[0]?.documents).toMatchObject([
      { title: 'Zorvia', text: 'On the Melka.' },
    ]);
  });

  it('says that messages are none', async () => {
    const file = await opened('traj.jsonl', jsonl(trajectory, trajectory, { ...trajectory, messages: [7] }));
    expect((await entriesOf(file))[2]?.fault?.message).toBe(
      '`messages` is a list; a list of chat messages is expected',
    );
  });
});

describe('dr-tulu', () => {
  const trace = {
    example_id: 'x1',
    problem: 'Which river crosses Zorvia?',
    final_response: 'Melka',
    full_traces: {
      generated_text:
        '<think>a</think><call_tool name="google_search">Zorvia</call_tool><tool_output><snippet id=c1-0>\nTitle: Z\nSnippet: x\n</snippet></tool_output><answer>Melka</answer>',
      total_tokens: 6620,
      tool_call_count: 1,
      stopped_reason: 'natural',
      tool_calls: [
        {
          tool_name: 'google_search',
          output: 'x'.repeat(99),
          raw_output: { a: 1 },
          called: true,
          timeout: false,
          runtime: 11.5,
          error: '',
          call_id: 'c1',
          documents: [{ id: 1 }, { id: 2 }],
          query: 'Zorvia',
        },
      ],
    },
    original_data: { answer: ' Melka. ', dataset_name: 'simpleqa' },
  };

  it('reads the text, counts, and calls with times and ids', async () => {
    const file = await opened('x1.json', JSON.stringify(trace));
    const [entry] = await entriesOf(file);
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['dr-tulu', 'dr-tulu']);
    expect(entry?.rollouts[0]).toMatchObject({
      question: trace.problem,
      golds: ['Melka.'],
      answer: { text: 'Melka' },
    });
    expect(entry?.rollouts[0]?.recorded).toEqual({
      group: 'x1',
      example_id: 'x1',
      final_response: 'Melka',
      total_tokens: 6620,
      tool_call_count: 1,
      stopped_reason: 'natural',
      tool_calls: [
        {
          tool_name: 'google_search',
          called: true,
          timeout: false,
          runtime: 11.5,
          error: '',
          call_id: 'c1',
          documents: 2,
          query: 'Zorvia',
        },
      ],
      original_data: trace.original_data,
    });
  });

  it('says what is wrong with a trace', async () => {
    const wrong = { ...trace, full_traces: { generated_text: 7 } };
    const empty = { ...trace, full_traces: { generated_text: '' } };
    const file = await opened('x.jsonl', jsonl(trace, trace, wrong, empty, 'x'));
    expect((await entriesOf(file)).map(({ fault, withoutText }) => fault?.message ?? withoutText)).toEqual([
      null,
      null,
      '`full_traces.generated_text` is a number, not a string',
      '`full_traces.generated_text` is empty',
      'the record is a string, not an object with `full_traces`',
    ]);
  });
});

describe('openai-calls', () => {
  const call = {
    request: {
      model: 'm',
      temperature: 0,
      messages: [
        { role: 'system', content: 'Search.' },
        { role: 'user', content: 'Which river crosses Zorvia?' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c1', function: { name: 'search', arguments: '{"query": "Zorvia"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'On the Melka.' },
      ],
    },
    response: {
      id: 'r1',
      choices: [{ index: 0, message: { role: 'assistant', content: 'The Melka.' }, finish_reason: 'stop' }],
      usage: { total_tokens: 22 },
    },
  };

  it('reads what was sent and answered as one conversation', async () => {
    const file = await opened('calls.jsonl', jsonl(call));
    const [entry] = await entriesOf(file);
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['openai-calls', 'tool-call']);
    expect(entry?.rollouts).toMatchObject([
      {
        id: 'calls.jsonl#0',
        question: 'Which river crosses Zorvia?',
        answer: { text: 'The Melka.' },
        turns: [{ queries: [{ text: 'Zorvia' }], documents: [{ text: 'On the Melka.' }] }, { queries: [] }],
        recorded: {
          id: 'r1',
          finish_reason: 'stop',
          usage: { total_tokens: 22 },
          request: { model: 'm', temperature: 0 },
        },
      },
    ]);
  });

  it('reads a rollout for each choice, and says what is none', async () => {
    const [choice] = call.response.choices;
    const two = {
      ...call,
      response: { choices: [choice, { index: 1, message: { role: 'assistant', content: 'Orso.' } }] },
    };
    const bad = { ...call, response: { choices: [{ index: 0 }] } };
    const file = await opened(
      'calls.jsonl',
      jsonl(call, two, call, bad, { ...call, response: { choices: [] } }, { ...call, request: {} }),
    );
    const entries = await entriesOf(file);
    expect(entries[1]?.rollouts.map(({ id }) => id)).toEqual(['calls.jsonl#1.0', 'calls.jsonl#1.1']);
    expect(entries.slice(3).map(({ fault, withoutText }) => fault?.message ?? withoutText)).toEqual([
      '`response.choices[0].message` is no chat message',
      '`response.choices` is empty',
      '`request.messages` is missing, not a list of chat messages',
    ]);
  });
});
