/** Expectations read off the files, and from the Python of `test/unit/reward/search-r1-vectors.py` run over them. */
import { describe, expect, it } from 'vitest';
import { profileNamed } from '../../core/reward/profiles';
import { scoreOf } from '../../core/reward/score';
import { corpora } from './corpora';
import { read } from './reading';

describe.skipIf(corpora === null)('rewards of real files', () => {
  it('search-r1/case.txt holds no golds, and its structure is not in order', async () => {
    const { file, rollouts } = await read('search-r1/case.txt');
    const scores = rollouts.map((rollout) => scoreOf(rollout, profileNamed('search-r1-format')));
    expect(scores.map(({ total, answer }) => [total, answer])).toEqual([
      [null, 'Charger'],
      [null, 'sinoatrial (SA) node'],
    ]);
    const [first, second] = scores.map(({ components }) => components[1]);
    expect(first?.reason).toContain("Unexpected content 'From the information provided, it's clear");
    expect(second?.reason).toContain('Mismatch in think tags: 1 opening vs 2 closing tags');
    await file.close();
  });

  it('of other systems are not taken for those of Search-R1', async () => {
    for (const [name, count] of [
      ['r1-searcher/hotpotqa_qwen.jsonl', 348],
      ['rl-factory/test.txt', 120],
    ] as const) {
      const { file, rollouts } = await read(name);
      const scores = rollouts.map((rollout) => scoreOf(rollout));
      expect(scores.filter(({ profile, total }) => profile === null && total === null)).toHaveLength(count);
      await file.close();
    }
  });
});
