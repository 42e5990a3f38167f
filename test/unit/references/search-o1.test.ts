/** Results of Search-o1's evaluation (sunnynexus/Search-o1 `scripts/evaluate.py`). */
import { describe, expect, it } from 'vitest';
import { readAs, shortly } from '../rag-systems/read';
import { entriesOf, opened } from '../rollouts/opened';

const OUTPUT =
  'I look.\n\n<|begin_search_query|>Zorvia river<|end_search_query|>\n\n<|begin_search_result|>On the Melka.<|end_search_result|>\n\nSo \\boxed{Melka}.';
const PROMPT =
  '<|im_start|>user\nUse <|begin_search_query|> and <|end_search_query|>. Answer in \\boxed{}.\n\nQuestion:\nWhich river crosses Zorvia?\n\n<|im_end|>\n<|im_start|>assistant\n';
const METRICS = { is_valid_answer: true, acc: 1, em: 1, f1: 1, math_equal: 0 };
const row = {
  id: 3,
  Question: PROMPT,
  answer: ['Melka'],
  Output: OUTPUT,
  Pred_Answer: 'Melka',
  Metrics: METRICS,
};

describe('search-o1', () => {
  it('puts the prompt, which the evaluation writes over the question, in front', async () => {
    const { container, dialect, rollouts, faults, losses } = await readAs(
      'test.3.14,9:26.json',
      JSON.stringify([row]),
    );
    const [rollout] = rollouts;
    expect([container, dialect, faults]).toEqual(['search-o1', 'search-o1', []]);
    expect(rollout && shortly(rollout)).toEqual({
      question: 'Which river crosses Zorvia?',
      golds: ['Melka'],
      answer: 'Melka',
      searches: [{ query: 'Zorvia river', titles: [null] }],
    });
    expect(rollout?.text).toBe(PROMPT + OUTPUT);
    expect(rollout?.segments[0]).toMatchObject({ kind: 'prompt', end: PROMPT.length });
    expect(rollout?.recorded).toEqual({
      score: 1,
      id: 3,
      answer: ['Melka'],
      Pred_Answer: 'Melka',
      Metrics: METRICS,
    });
    expect(losses.filter((loss) => loss.startsWith('guessed'))).toHaveLength(1);
  });

  it.each([
    ['a question of its own', { ...row, question: 'Which?' }, 'Which?', ['Melka']],
    ['a question that was not written over', { ...row, Question: 'Which?' }, 'Which?', ['Melka']],
    ['a prompt of other words', { ...row, Question: '<|im_start|>user\nx' }, 'x', ['Melka']],
    [
      'a choice',
      { ...row, answer: undefined, 'Correct Choice': 'B', 'Correct Answer': 'x' },
      'Which river crosses Zorvia?',
      ['B'],
    ],
  ])('reads a row with %s', async (_what, value, question, golds) => {
    const { rollouts } = await readAs('a.json', JSON.stringify([value]));
    expect([rollouts[0]?.question, rollouts[0]?.golds]).toEqual([question, golds]);
  });

  it('names the dialect where nothing was searched, and gives way to the marks of another', async () => {
    const known = await readAs('a.json', JSON.stringify([{ ...row, Output: 'It is \\boxed{Melka}.' }]));
    expect([known.dialect, known.rollouts[0]?.answer?.text]).toEqual(['search-o1', 'Melka']);
    const other = {
      ...row,
      Question: 'q?',
      Output: '<search>q</search> <result>\n"T"\nx\n</result>\\boxed{a}',
    };
    expect((await readAs('a.json', JSON.stringify([other]))).dialect).toBe('research');
  });

  it('says what is wrong, and reads on', async () => {
    const rows = [row, row, { ...row, Output: 7 }, { ...row, Output: '' }, 'x'];
    const entries = await entriesOf(await opened('a.json', JSON.stringify(rows)));
    expect(entries.map(({ fault, withoutText }) => fault?.message ?? withoutText)).toEqual([
      null,
      null,
      '`Output` is a number, not a string',
      '`Output` is empty',
      'the record is a string, not an object with `Output`',
    ]);
  });

  it('is not seen in other rows', async () => {
    for (const value of [
      { Output: OUTPUT, Pred_Answer: 'x' },
      { ...row, Output: 7 },
      { ...row, Metrics: 1 },
    ])
      expect((await readAs('a.json', JSON.stringify([value]))).container).not.toBe('search-o1');
  });
});
