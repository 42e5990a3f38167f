/** verifiers before version 1, by `rollout-formats.md` 12.1; what `test/unit/containers/verifiers.test.ts` holds is not repeated. */
import { describe, expect, it } from 'vitest';
import { jsonl } from '../rollouts/opened';
import { all } from './read';

describe('results of verifiers before version 1', () => {
  // 12.1: the example line, with a list of documents where it has `[…]`.
  const example = JSON.parse(
    String.raw`{"example_id":3,"prompt":[{"role":"user","content":"Which river crosses Zorvia?"}],"completion":[{"role":"assistant","content":"","tool_calls":["{\"id\":\"c1\",\"name\":\"search_pages\",\"arguments\":\"{\\\"query\\\":\\\"zorvia\\\"}\"}"]},{"role":"tool","tool_call_id":"c1","content":"[{'title': 'Zorvia', 'text': 'On the Melka.'}]"},{"role":"assistant","content":"Melka"}],"answer":"Melka","reward":1.0,"metrics":{"judge_reward":1.0},"judge_reward":1.0,"timing":{"start_time":1750000000.5,"setup":0.1,"generation":{"start":1,"end":3.5,"duration":2.5},"scoring":{"start":3.5,"end":4,"duration":0.5},"model":{"spans":[],"duration":2},"env":{"spans":[],"duration":0.5},"total":3,"overhead":0.1},"is_completed":true,"is_truncated":false,"stop_condition":"no_tools_called","error":null,"tool_defs":[{"name":"search_pages","description":"d","parameters":{}}]}`,
  ) as Record<string, unknown>;

  it('hold the example of the reference', async () => {
    const { file, rollouts, entries } = await all('results.jsonl', jsonl(example));
    expect(file.container.chosen.id).toBe('verifiers');
    expect(rollouts).toMatchObject([
      {
        question: 'Which river crosses Zorvia?',
        golds: ['Melka'],
        answer: { text: 'Melka' },
        turns: [
          { queries: [{ text: 'zorvia' }], documents: [{ title: 'Zorvia', text: 'On the Melka.' }] },
          {},
        ],
        recorded: {
          score: 1,
          group: '3',
          judge_reward: 1,
          timing: { overhead: 0.1, scoring: { duration: 0.5 } },
          is_completed: true,
          stop_condition: 'no_tools_called',
          error: null,
          tool_defs: [{ name: 'search_pages' }],
        },
      },
    ]);
    expect((entries[0]?.losses ?? []).filter(({ kind }) => kind === 'cut')).toEqual([]);
  });

  // 12.1: truncation, stop conditions, errors with their chains, usage, requested columns: all stays.
  it.each([
    [{ is_truncated: true, stop_condition: 'max_total_completion_tokens_reached' }],
    [{ stop_condition: 'prompt_too_long' }],
    [
      {
        error: { error: 'ToolError', message: 'm', error_chain_repr: 'r', error_chain_str: 's' },
        stop_condition: 'has_error',
      },
    ],
    [{ token_usage: { input_tokens: 10, output_tokens: 5, final_input_tokens: 8, final_output_tokens: 2 } }],
    [{ info: { hops: 2 }, turn_count: 3, error_chain: 'a -> b' }],
  ])('keep %j', async (more) => {
    const { rollouts, entries } = await all('results.jsonl', jsonl({ ...example, ...more }));
    expect(rollouts[0]?.recorded).toMatchObject(more);
    const cut = (entries[0]?.losses ?? []).some(({ kind }) => kind === 'cut');
    expect(cut).toBe('is_truncated' in more);
  });

  // 12.1: a message may have its thought beside the content; prompt and completion may be strings, each on its own.
  it('read thoughts beside the content', async () => {
    const completion = [{ role: 'assistant', reasoning_content: 'It is a river.', content: 'Melka' }];
    const { rollouts } = await all('results.jsonl', jsonl(example, { ...example, completion }));
    expect(rollouts[1]?.turns).toMatchObject([{ think: 'It is a river.' }]);
    expect(rollouts[1]?.answer?.text).toBe('Melka');
  });

  it.each([
    [{ prompt: 'Which river?', completion: '<think>a</think>\n<answer>Melka</answer>' }],
    [
      {
        prompt: [{ role: 'user', content: 'Which river?' }],
        completion: '<think>a</think>\n<answer>Melka</answer>',
      },
    ],
    [
      {
        prompt: 'Which river?',
        completion: [{ role: 'assistant', content: '<think>a</think>\n<answer>Melka</answer>' }],
      },
    ],
  ])('read %j', async (texts) => {
    const { rollouts } = await all('results.jsonl', jsonl({ ...example, ...texts }));
    expect(rollouts[0]).toMatchObject({ question: 'Which river?', answer: { text: 'Melka' } });
    expect(rollouts[0]?.segments[0]?.by).toBe('prompt');
  });

  // 12.1: XMLParser trims; the answer is the first match of the last assistant's message that has one.
  it('read an answer in tags of the last message that has them', async () => {
    const completion = [
      { role: 'assistant', content: '<answer>Orso</answer>' },
      { role: 'user', content: 'Sure?' },
      { role: 'assistant', content: '<think>no</think><answer>\n Melka \n</answer>' },
    ];
    const { rollouts } = await all('results.jsonl', jsonl({ ...example, completion }));
    expect(rollouts[0]?.answer?.text).toBe('Melka');
  });

  // 12.1: lines that are torn, no objects or without an id are skipped on load; here they are said, and the rest read.
  it('read on behind a line that verifiers would skip', async () => {
    const good = JSON.stringify(example);
    const withoutId = JSON.stringify({ ...example, example_id: undefined });
    const { entries } = await all(
      'results.jsonl',
      `${good}\n${good}\n${good.slice(0, 50)}\n[1]\n${withoutId}\n${good}`,
    );
    expect(entries.map(({ fault, rollouts }) => [fault !== null, rollouts.length])).toEqual([
      [false, 1],
      [false, 1],
      [true, 0],
      [true, 0],
      [false, 1],
      [false, 1],
    ]);
  });

  // 12.1: `metadata.json` beside the results.
  it('have their settings beside them', async () => {
    const metadata = {
      env_id: 'wiki-search',
      env_args: {},
      model: 'm',
      base_url: 'u',
      num_examples: 5,
      rollouts_per_example: 3,
      sampling_args: {},
      time: 12.5,
      avg_reward: 0.5,
      avg_metrics: {},
      pass_at_k: { '1': 0.5 },
      pass_threshold: 0.5,
      state_columns: [],
      tools: null,
    };
    const { file, rollouts } = await all('metadata.json', JSON.stringify(metadata));
    expect([file.container.chosen.id, file.container.chosen.holds, rollouts.length]).toEqual([
      'verifiers-metadata',
      'settings',
      0,
    ]);
  });
});
