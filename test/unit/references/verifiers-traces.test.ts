/** verifiers from version 1 on, by `rollout-formats.md` 12.2; what `test/unit/containers/verifiers.test.ts` holds is not repeated. */
import { describe, expect, it } from 'vitest';
import { jsonl } from '../rollouts/opened';
import { episode, node, START } from './episodes';
import { all } from './read';

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
