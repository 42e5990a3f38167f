import { describe, expect, it } from 'vitest';
import { entriesOf, opened } from '../rollouts/opened';

const head = '<s><|system|>\nAnswer.</s>\n<|user|>\nWho built Fort Orn?</s>\n<|assistant|>\n';
const evidence = '[R_Evidences]Title: Fort Orn\nText: Built by Ada Vell.\n[/R_Evidences]';

const tree = {
  all_preds: ['Lund\nAda Vell'],
  prompts: [head],
  metric_results: [1],
  all_results: [
    [
      {
        prompt: `${head}[A_Response]Lund[EOS]`,
        depth: 1,
        done: true,
        final_answer: 'Lund',
        retrieved_index: [],
      },
      {
        prompt: `${head}[S_Rewritten_Query]Fort Orn builder[EOS]${evidence}[A_Response]Ada Vell[EOS]`,
        depth: 2,
        done: true,
        final_answer: 'Ada Vell',
        retrieved_index: [4, 0, 7],
        retrieval_performance: [0.5, 0],
      },
    ],
  ],
  golds: [['Ada Vell', 'Vell']],
  metric: 'match',
  metric_mean: 1,
};

describe('rq-rag', () => {
  it('has a rollout for each path of a tree', async () => {
    const file = await opened('final_results.json', JSON.stringify(tree));
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['rq-rag', 'rq-rag']);
    const [entry] = await entriesOf(file);
    expect(
      entry?.rollouts.map(({ id, question, golds, recorded }) => [id, question, golds, recorded]),
    ).toEqual([
      [
        'final_results.json#0.0',
        'Who built Fort Orn?',
        ['Ada Vell', 'Vell'],
        { group: '0', path: 0, depth: 1, done: true, final_answer: 'Lund', retrieved_index: [] },
      ],
      [
        'final_results.json#0.1',
        'Who built Fort Orn?',
        ['Ada Vell', 'Vell'],
        {
          group: '0',
          path: 1,
          depth: 2,
          done: true,
          final_answer: 'Ada Vell',
          retrieved_index: [4, 0, 7],
          retrieval_performance: [0.5, 0],
        },
      ],
    ]);
    expect(entry?.rollouts.map(({ answer }) => answer?.text)).toEqual(['Lund', 'Ada Vell']);
    expect(entry?.rollouts[1]?.segments[0]).toMatchObject({ kind: 'prompt', end: head.length });
    expect(entry?.rollouts[1]?.turns[0]?.documents).toMatchObject([{ title: 'Fort Orn' }]);
    expect(entry?.measured).toEqual({ step: null, values: { metric_mean: 1 } });
  });

  it('keeps what the sampler adds', async () => {
    const [paths] = tree.all_results;
    const sampled = {
      ...tree,
      all_results: [paths?.map((path) => ({ ...path, ppl: 1.5, confidence: 0.9 }))],
      score_lists: [[0.1, 0.2]],
      'oracle metric': 1,
      'ppl metric': 0,
    };
    const [entry] = await entriesOf(
      await opened('sample_from_tree_calc_depth_[1, 2].json', JSON.stringify(sampled)),
    );
    expect(entry?.rollouts[1]?.recorded).toMatchObject({ ppl: 1.5, confidence: 0.9, score_list: [0.1, 0.2] });
    expect(entry?.measured?.values).toEqual({ metric_mean: 1, 'oracle metric': 1, 'ppl metric': 0 });
  });

  it('says what is wrong, and reads the other paths', async () => {
    const [paths = []] = tree.all_results;
    const broken = { ...tree, all_results: [[...paths, { prompt: 3 }], 'x'] };
    const [entry] = await entriesOf(await opened('x.json', JSON.stringify(broken)));
    expect(entry?.rollouts).toHaveLength(2);
    expect(entry?.fault?.message).toBe('`all_results[0][2].prompt` is a number, not a string');
  });
});
