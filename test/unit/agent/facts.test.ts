import { expect, it } from 'vitest';
import { rewardFacts } from '../../../core/agent/explain/facts';
import type { Rollout } from '../../../core/trace/model';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const PROMPT = 'For example, <answer> Beijing </answer>. Question: Which river crosses Zorvia?\n';

/** A rollout of a Search-R1 dump with these values beside it. */
async function rolloutOf(output: string, more: object): Promise<Rollout> {
  const file = await opened('step_1.jsonl', jsonl({ input: PROMPT, output, ...more }), {
    dialect: 'search-r1',
  });
  const [entry] = await entriesOf(file);
  const [rollout] = entry?.rollouts ?? [];
  if (!rollout) throw new Error('no rollout');
  return rollout;
}

const RIGHT = '<think>It is that one.</think>\n<answer> the Melka! </answer>';

it('names what the answer was compared with, and that the file agrees', async () => {
  const facts = rewardFacts(await rolloutOf(RIGHT, { gts: ['Melka'], score: 1 }));
  expect(facts).toHaveLength(3);
  expect(facts[1]).toMatch(/^exact-match: 1 \(weighs 1\): .*“the Melka!”.*the gold “Melka”/);
  expect(facts[2]).toBe('The recomputed reward is 1, as the file records.');
});

it('says that the file holds another reward, none, or one that cannot be checked', async () => {
  const last = async (more: object): Promise<string | undefined> =>
    rewardFacts(await rolloutOf(RIGHT, more)).at(-1);
  expect(await last({ gts: ['Orva'], score: 1 })).toContain(
    'The recomputed reward is 0, but the file records 1',
  );
  expect(await last({ gts: ['Melka'], score: null })).toBe(
    'The recomputed reward is 1; the file records none.',
  );
  expect(await last({ score: 0.5 })).toBe('The reward cannot be recomputed; the file records 0.5.');
});

it('takes the profile that is named, leaves out what weighs nothing, and refuses one that is not there', async () => {
  // 0.1 as a 32-bit float: what `qa_em_format.py` pays for a wrong answer in a text without `<|im_start|>assistant`.
  const rollout = await rolloutOf(RIGHT, { gts: ['Orva'], score: 0.10000000149011612 });
  const facts = rewardFacts(rollout, 'search-r1-format');
  expect(facts[0]).toContain('Search-R1');
  expect(facts.join('\n')).not.toContain('(weighs 0)');
  expect(facts.at(-1)).toBe('The recomputed reward is 0.1, as the file records.');
  expect(() => rewardFacts(rollout, 'nobody')).toThrow('there is no reward profile "nobody"');
});

it('says nothing of a dialect whose reward is not known', async () => {
  expect(rewardFacts({ ...(await rolloutOf(RIGHT, {})), dialect: 'plain' })).toEqual([]);
});
