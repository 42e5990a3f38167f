/** verifiers, by `rollout-formats.md` 12; what `test/unit/containers/verifiers.test.ts` holds is not repeated. */
import { Ajv2020 } from 'ajv/dist/2020';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { publishRollout } from '../../../core/rollouts/publish';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const all = async (name: string, content: string) => {
  const file = await opened(name, content);
  const entries = await entriesOf(file);
  return { file, entries, rollouts: entries.flatMap(({ rollouts }) => rollouts) };
};

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

/** A node of a trace: its message's tokens stand behind two of the template. */
const node = (parent: number | null, role: string, content: string, more: object = {}): object => ({
  ...(parent === null ? {} : { parent }),
  message: { role, content },
  sampled: role === 'assistant',
  token_ids: [1, 2, 3, 4],
  mask: role === 'assistant' ? [false, false, true, true] : [false, false, false, false],
  ...(role === 'assistant' ? { logprobs: [-0.5, -0.25] } : {}),
  ...more,
});

const episode = (nodes: readonly object[], trace: object = {}): object => ({
  id: 'e1',
  env: { id: 'wiki', name: 'w' },
  task: { type: 'qa', data: { question: 'Which river?', answer: 'Melka' }, key: 'k', hash: 'h' },
  group: { id: 'g1' },
  run: { type: 'train', id: 'r', name: 'n', work: 'w' },
  ok: true,
  errors: [],
  traces: [
    {
      version: 1,
      id: 't1',
      agent: { name: 'agent', trainable: true },
      nodes,
      rewards: {},
      is_completed: true,
      ok: true,
      ...trace,
    },
  ],
});

const START = [node(null, 'system', 'Search.'), node(0, 'user', 'Which river?')];

describe('traces of verifiers from version 1 on', () => {
  // 12.2: the reward is the sum of score times weight over what is not null, and not stored.
  it.each([
    [{ a: { score: 1, weight: 0.5 }, b: { score: -1, weight: 2 } }, -1.5],
    [{ a: { score: 0, weight: 1 }, b: null }, 0],
    [{ a: null }, undefined],
    [{}, undefined],
  ])('add up the rewards %j', async (rewards, score) => {
    const { rollouts } = await all(
      'traces.jsonl',
      jsonl(episode([...START, node(1, 'assistant', 'Melka')], { rewards })),
    );
    expect(rollouts[0]?.recorded['score']).toBe(score);
  });

  // 12.2: named `results.jsonl` before 2026-07-08.
  it('are told from results of the old kind by what they hold', async () => {
    const { file } = await all('results.jsonl', jsonl(episode([...START, node(1, 'assistant', 'Melka')])));
    expect(file.container.chosen.id).toBe('verifiers-traces');
  });

  // 12.2: nodes stand in the order in which they were made; `parent` alone tells the path.
  it('follow the parents, not the order', async () => {
    const nodes = [
      ...START,
      node(1, 'assistant', 'First.'),
      node(1, 'assistant', 'Second.'),
      node(2, 'user', 'Sure?'),
      node(3, 'user', 'Really?'),
      node(4, 'assistant', 'The Melka.'),
      node(5, 'assistant', 'The Orso.'),
    ];
    const { rollouts } = await all('traces.jsonl', jsonl(episode(nodes)));
    expect(rollouts.map(({ recorded, answer }) => [recorded['branch'], answer?.text])).toEqual([
      [[0, 1, 2, 4, 6], 'The Melka.'],
      [[0, 1, 3, 5, 7], 'The Orso.'],
    ]);
    expect(rollouts[1]?.text).not.toContain('Sure?');
  });

  // 12.2: `sampled`, not the role, tells the policy's text.
  it('take an assistant’s message that was put in for nothing of the policy', async () => {
    const nodes = [
      ...START,
      node(1, 'assistant', 'Put in.', { sampled: false }),
      node(2, 'user', 'Go on.'),
      node(3, 'assistant', 'Melka'),
    ];
    const { rollouts } = await all('traces.jsonl', jsonl(episode(nodes)));
    const policy = rollouts[0]?.parts.filter(({ by }) => by === 'policy') ?? [];
    expect(policy.map(({ start, end }) => rollouts[0]?.text.slice(start, end))).toEqual(['Melka']);
  });
});

describe('a run of verifiers from version 1 on', () => {
  // 12.2: episode and trace keep what stands beside the nodes.
  it('keeps the episode, and the trace with its calls', async () => {
    const trace = {
      verifiers: { version: '1.0' },
      tools: [{ name: 'search' }],
      calls: [{ node: 2, finish_reason: 'stop' }],
      metrics: { hops: 2, none: null },
      info: {},
      stop_condition: 'done',
      errors: [],
      timing: { start: 1.5 },
    };
    const { rollouts } = await all(
      'traces.jsonl',
      jsonl(episode([...START, node(1, 'assistant', 'Melka', { timestamp: 7.5 })], trace)),
    );
    expect(rollouts[0]?.recorded).toMatchObject({
      ...trace,
      group: 'g1',
      agent: { trainable: true },
      episode: { id: 'e1', env: { name: 'w' }, run: { type: 'train' }, ok: true, errors: [] },
    });
  });

  // 12.2: beside the traces `configs/{cli}.json`, and `logs/attempt_{n}/eval.log`.
  it('has settings and a log beside its traces, which are no rollouts', async () => {
    const settings = await all(
      'configs/eval.json',
      JSON.stringify({ model: 'm', env: { id: 'wiki' }, sampling: { temperature: 1 }, max_turns: 5 }),
    );
    expect(settings.file.container.chosen.holds).toBe('settings');
    const log = await all(
      'eval.log',
      '2026-08-01 10:00:00 - INFO - verifiers - Starting evaluation of wiki with m\n',
    );
    expect(log.rollouts).toEqual([]);
  });
});

describe('masks and log-probabilities of nodes', () => {
  const thought = { role: 'assistant', content: '<think>a</think>\n<answer>Melka</answer>' };
  const called = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', name: 'search', arguments: '{"query": "zorvia"}' }],
  };
  const marked = async (nodes: readonly object[], trace: object = {}) => {
    const { rollouts } = await all('traces.jsonl', jsonl(episode(nodes, trace)));
    const [rollout] = rollouts;
    if (!rollout) throw new Error('no rollout was read');
    return rollout;
  };
  const shown = async (nodes: readonly object[], trace: object = {}): Promise<unknown[]> =>
    (await marked(nodes, trace)).segments
      .filter(({ by, mask }) => by === 'policy' || mask !== undefined)
      .map(({ kind, mask, logprob }) => [kind, mask, logprob]);

  // 12.2: `mask` stands for each token, the template's first; `logprobs` for each that was sampled.
  it('stand on the segments of their message', async () => {
    const nodes = [
      ...START,
      node(1, 'assistant', '', { message: called }),
      node(2, 'tool', 'On the Melka.', {
        message: { role: 'tool', tool_call_id: 'c', content: 'On the Melka.' },
      }),
      node(3, 'assistant', '', { message: thought }),
    ];
    expect(await shown(nodes)).toEqual([
      ['prompt', false, undefined],
      ['search', true, -0.75],
      ['information', false, undefined],
      // Which of the tokens are the thought's, the file does not tell.
      ['think', true, undefined],
      ['text', true, undefined],
      ['answer', true, undefined],
    ]);
  });

  it.each([
    ['flags of another kind', { mask: [0, 0, 1, 1] }, true, -0.75],
    ['only scored tokens', { mask: undefined }, undefined, -0.75],
    ['no tokens', { mask: [], logprobs: [] }, undefined, undefined],
    [
      'a message that was not trained on',
      { mask: [false, false, false, false], logprobs: [] },
      false,
      undefined,
    ],
    ['a mask that changes within the message', { mask: [false, true, false, true] }, undefined, -0.75],
    [
      'template tokens on both sides',
      { mask: [false, true, true, false], is_content: [false, true, true, false] },
      true,
      -0.75,
    ],
    [
      'content of which half is sampled',
      { mask: [false, false, true, true], is_content: [false, true, true, true] },
      undefined,
      -0.75,
    ],
    ['fewer log-probabilities than sampled tokens', { logprobs: [-0.5] }, true, undefined],
    ['a log-probability that is none', { logprobs: [-0.5, 'x'] }, true, undefined],
    ['a mask that is none', { mask: 'x', logprobs: { a: 1 } }, undefined, undefined],
  ])('are read with %s', async (_what, more, mask, logprob) => {
    const segments = (await marked([...START, node(1, 'assistant', 'Melka', more)])).segments;
    const own = segments.at(-1);
    expect([own?.by, own?.mask, own?.logprob]).toEqual(['policy', mask, logprob]);
  });

  // 12.2: `agent.trainable`: whether the run trains on the trace at all.
  it('are not under loss where the agent is not trained', async () => {
    expect(
      await shown([...START, node(1, 'assistant', 'Melka')], { agent: { name: 'judge', trainable: false } }),
    ).toEqual([
      ['prompt', false, undefined],
      ['text', false, -0.75],
    ]);
  });

  it('are published by the schema, and the rest stays recorded', async () => {
    const schema = JSON.parse(await readFile('docs/schema/rollout.schema.json', 'utf8')) as object;
    const validate = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(schema);
    const published = publishRollout(
      await marked([...START, node(1, 'assistant', 'Melka', { advantages: [0.5, 0.5] })]),
    );
    expect(published.segments.at(-1)).toMatchObject({
      kind: 'text',
      by: 'policy',
      mask: true,
      logprob: -0.75,
    });
    expect(validate(JSON.parse(JSON.stringify(published)))).toBe(true);
    expect(published.recorded['nodes']).toContainEqual({
      node: 2,
      sampled: true,
      token_ids: [1, 2, 3, 4],
      mask: [false, false, true, true],
      logprobs: [-0.5, -0.25],
      advantages: [0.5, 0.5],
    });
  });

  it('stand on no segment of a file that keeps none', async () => {
    const nodes = [...START, node(1, 'assistant', 'Melka')].map((each) => ({
      ...each,
      mask: undefined,
      logprobs: undefined,
    }));
    expect(await shown(nodes)).toEqual([['text', undefined, undefined]]);
  });
});
