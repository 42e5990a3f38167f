/** verifiers' outputs before and from version 1 on, by the examples of the format reference (12.1, 12.2). */
import { describe, expect, it } from 'vitest';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const legacy = {
  example_id: 3,
  prompt: [{ role: 'user', content: 'Which river crosses Zorvia?' }],
  completion: [
    {
      role: 'assistant',
      content: '',
      tool_calls: ['{"id":"c1","name":"search_pages","arguments":"{\\"query\\":\\"zorvia\\"}"}'],
    },
    { role: 'tool', tool_call_id: 'c1', content: "[{'page_id': 'zorvia', 'title': 'Zorvia'}]" },
    { role: 'assistant', content: 'Melka' },
  ],
  answer: 'Melka',
  reward: 1.0,
  metrics: { judge_reward: 1.0 },
  judge_reward: 1.0,
  timing: { start_time: 1, generation: { duration: 2.5 }, total: 3 },
  token_usage: { input_tokens: 100, output_tokens: 20 },
  is_completed: true,
  is_truncated: false,
  stop_condition: 'no_tools_called',
  error: null,
};

async function read(name: string, ...records: unknown[]) {
  const file = await opened(name, jsonl(...records));
  return { file, entries: await entriesOf(file) };
}

describe('verifiers', () => {
  it('reads calls that are strings of JSON, whose arguments are strings of JSON', async () => {
    const { file, entries } = await read('results.jsonl', legacy);
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['verifiers', 'tool-call']);
    expect(entries[0]?.rollouts).toMatchObject([
      {
        id: 'results.jsonl#0',
        question: 'Which river crosses Zorvia?',
        golds: ['Melka'],
        answer: { text: 'Melka' },
        turns: [
          {
            queries: [{ text: 'zorvia' }],
            documents: [{ title: 'Zorvia', id: 'zorvia', text: '', query: 0 }],
          },
          { queries: [] },
        ],
        recorded: {
          score: 1,
          group: '3',
          metrics: { judge_reward: 1 },
          judge_reward: 1,
          timing: { total: 3 },
          token_usage: { output_tokens: 20 },
          stop_condition: 'no_tools_called',
        },
      },
    ]);
  });

  it('reads the keys of 2025', async () => {
    const { prompt, completion, answer, reward } = legacy;
    const old = {
      id: 0,
      prompt,
      completion,
      task: 'default',
      generation_ms: 8027.9,
      total_ms: 8324.1,
      answer,
      reward,
    };
    const { file, entries } = await read('results.jsonl', old, { ...old, id: 0 }, { ...old, id: 1 });
    expect(file.container.chosen.id).toBe('verifiers');
    expect(entries.map(({ rollouts }) => rollouts[0]?.recorded['group'])).toEqual(['0', '0', '1']);
    expect(entries[0]?.rollouts[0]?.recorded).toMatchObject({
      generation_ms: 8027.9,
      total_ms: 8324.1,
      task: 'default',
    });
  });

  it('reads prompts and completions that are strings', async () => {
    const text = { ...legacy, prompt: 'Which river?', completion: '<think>a</think><answer>Melka</answer>' };
    const { entries } = await read('results.jsonl', legacy, legacy, text);
    expect(entries[2]?.rollouts[0]).toMatchObject({
      text: 'Which river?<think>a</think><answer>Melka</answer>',
      question: 'Which river?',
    });
  });

  it('says why a rollout has no text', async () => {
    const failed = { ...legacy, completion: [], error: { error: 'ModelError', message: 'x' } };
    const { entries } = await read('results.jsonl', legacy, failed, { ...legacy, completion: [] });
    expect(entries.map(({ withoutText }) => withoutText)).toEqual([
      null,
      'the rollout failed before the assistant spoke (`error`)',
      "`completion` holds no assistant's turn",
    ]);
    const broken = await read('results.jsonl', legacy, legacy, [1]);
    expect(broken.entries[2]?.fault?.message).toMatch(/^the record is a list, not an object/);
  });

  it('leaves an empty last message without an answer', async () => {
    const empty = {
      ...legacy,
      completion: [...legacy.completion.slice(0, 2), { role: 'assistant', content: '' }],
    };
    const { entries } = await read('results.jsonl', empty);
    expect(entries[0]?.rollouts[0]?.answer).toBeNull();
  });

  it('takes metadata for settings', async () => {
    for (const env of ['env', 'env_id']) {
      const settings = {
        [env]: 'wiki-search',
        model: 'm',
        num_examples: 50,
        rollouts_per_example: 1,
        avg_reward: 0.9,
      };
      const file = await opened('metadata.json', JSON.stringify(settings, null, 2));
      expect([file.container.chosen.id, file.container.chosen.holds]).toEqual([
        'verifiers-metadata',
        'settings',
      ]);
      for await (const entry of file.entries()) expect(entry.rollouts).toEqual([]);
    }
  });
});

const node = (
  parent: number | undefined,
  role: string,
  content: string,
  sampled = false,
  more: object = {},
): object => ({
  ...(parent === undefined ? {} : { parent }),
  message: { role, content },
  sampled,
  ...more,
});

/** Two answers to one question: the second branch leaves after the tool's result. */
const episode = {
  id: 'e1',
  env: { id: 'wiki', name: 'wiki' },
  task: { type: 'qa', data: { question: 'Which river?', answer: 'Melka' }, key: 't7' },
  group: { id: 'g1' },
  ok: true,
  traces: [
    {
      id: 'tr1',
      nodes: [
        node(undefined, 'system', 'Search.'),
        node(0, 'user', 'Which river crosses Zorvia?'),
        node(1, 'assistant', 'Let me see.'),
        {
          ...node(2, 'assistant', '', true, { mask: [1, 1], logprobs: [-0.5, -0.25], timestamp: 5 }),
          message: {
            role: 'assistant',
            tool_calls: [{ id: 'c1', name: 'search', arguments: '{"query": "Zorvia"}' }],
          },
        },
        {
          ...node(3, 'tool', 'On the Melka.'),
          message: { role: 'tool', tool_call_id: 'c1', content: 'On the Melka.' },
        },
        node(4, 'assistant', 'The Melka.', true),
        node(4, 'assistant', 'The Orso.', true),
      ],
      rewards: { judge: { score: 1, weight: 0.5 }, format: { score: 0.5, weight: 2 }, none: null },
      stop_condition: 'no_tools_called',
    },
  ],
};

describe('verifiers-traces', () => {
  it('reads a rollout for each branch, and tells sampled text from injected', async () => {
    const { file, entries } = await read('traces.jsonl', episode);
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['verifiers-traces', 'tool-call']);
    const rollouts = entries.flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ id, answer }) => [id, answer?.text])).toEqual([
      ['traces.jsonl#0.0', 'The Melka.'],
      ['traces.jsonl#0.1', 'The Orso.'],
    ]);
    const [first] = rollouts;
    expect(first).toMatchObject({ question: 'Which river?', golds: ['Melka'] });
    expect(first?.turns[0]).toMatchObject({
      queries: [{ text: 'Zorvia' }],
      documents: [{ text: 'On the Melka.' }],
    });
    expect(first?.segments[0]?.by).toBe('prompt');
    expect(first?.text.slice(0, first.segments[0]?.end)).toContain('Let me see.');
  });

  it('adds the reward up, and keeps masks and log-probabilities', async () => {
    const { entries } = await read('traces.jsonl', episode);
    const recorded = entries[0]?.rollouts[0]?.recorded;
    expect(recorded).toMatchObject({
      score: 1.5,
      group: 'g1',
      rewards: { judge: { score: 1, weight: 0.5 } },
      branch: [0, 1, 2, 3, 4, 5],
      episode: { id: 'e1', ok: true },
    });
    expect(recorded?.['nodes']).toContainEqual({
      node: 3,
      sampled: true,
      mask: [1, 1],
      logprobs: [-0.5, -0.25],
      timestamp: 5,
    });
  });

  it('says what is broken, and reads the rest', async () => {
    const [trace] = episode.traces;
    const nodes = [node(undefined, 'user', 'q'), node(9, 'assistant', 'a', true)];
    const { entries } = await read(
      'traces.jsonl',
      episode,
      episode,
      { ...episode, traces: [{ nodes }, trace] },
      { ...episode, traces: [{ nodes: 'x' }] },
      { ...episode, traces: [{ nodes: [node(undefined, 'user', 'q')] }] },
      { ...episode, traces: [] },
    );
    expect(
      entries.map(({ rollouts, fault, withoutText }) => [rollouts.length, fault?.message ?? withoutText]),
    ).toEqual([
      [2, null],
      [2, null],
      [3, '`traces[0].nodes[1].parent` names no earlier node'],
      [0, '`traces[0].nodes` is a string, not a list'],
      [0, 'no message of its traces was sampled'],
      [0, 'no message of its traces was sampled'],
    ]);
  });

  it('does not let a wide, deep tree grow beyond measure', async () => {
    const nodes: object[] = [node(undefined, 'user', 'q')];
    for (let at = 1; at <= 1500; at++) nodes.push(node(at - 1, 'assistant', 'x', true));
    for (let leaf = 0; leaf < 300; leaf++) nodes.push(node(1500, 'assistant', 'y', true));
    const { entries } = await read('traces.jsonl', { ...episode, traces: [{ nodes }] });
    expect(entries[0]?.rollouts.length).toBe(134);
    expect(entries[0]?.fault?.message).toBe(
      '166 branches of `traces[0]` are too many together and were not read',
    );
  });
});
