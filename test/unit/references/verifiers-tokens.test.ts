/** Masks and log-probabilities of verifiers' nodes, by `rollout-formats.md` 12.2. */
import { Ajv2020 } from 'ajv/dist/2020';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { publishRollout } from '../../../core/rollouts/publish';
import { jsonl } from '../rollouts/opened';
import { episode, node, START } from './episodes';
import { all } from './read';

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
