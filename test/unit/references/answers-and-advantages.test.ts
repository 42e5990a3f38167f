/** Normalisers, extraction and group statistics (rollout-formats.md 13, 14, 20). */
import { describe, expect, it } from 'vitest';
import { exactMatch, tokenF1 } from '../../../core/reward/answer-match';
import { normaliseN1, normaliseN2 } from '../../../core/reward/normalise';
import { officialAnswer } from '../../../core/reward/official-answer';
import { quantile, summarise } from '../../../core/reward/statistics';
import { reward as recallReward } from '../../make/recall/reward';
import { reward as r1SearcherReward } from '../../make/r1-searcher/reward';
import { GOOD, NOTICE, PROMPT } from '../reward/scored';

const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

describe('punctuation (13)', () => {
  it('are the 32 ASCII characters: deleted by N1, blanked by N2', () => {
    expect(PUNCTUATION).toHaveLength(32);
    for (const sign of PUNCTUATION) {
      expect(normaliseN1(`x${sign}y`), sign).toBe('xy');
      expect(normaliseN2(`x${sign}y`), sign).toBe('x y');
    }
  });

  it.each([...'“”–—…•«»'])('%s survives both', (sign) => {
    expect([normaliseN1(`x${sign}y`), normaliseN2(`x${sign}y`)]).toEqual([`x${sign}y`, `x${sign}y`]);
  });

  it.each([...'‘’´'])('%s survives N1, and is a blank to N2', (sign) => {
    expect([normaliseN1(`x${sign}y`), normaliseN2(`x${sign}y`)]).toEqual([`x${sign}y`, 'x y']);
  });
});

describe('token F1 (13)', () => {
  it.each([
    ['yes', 'no'],
    ['noanswer', 'Melka'],
    ['no way', 'no'],
    ['noanswer given', 'noanswer'],
  ])('%s against %s gives nothing where closed answers count whole', (answer, gold) => {
    expect(tokenF1(answer, [gold], { closedAnswers: true })).toBe(0);
  });

  it('takes the best gold, one that gives nothing aside', () => {
    expect(tokenF1('yes it is', ['yes', 'it is'], { closedAnswers: true })).toBeCloseTo(0.8, 10);
  });
});

const GOLD = ['Melka River'];

describe('extraction (20)', () => {
  // Response behind the prompt, gold; what verl takes from the response alone, and whether it is right.
  it.each([
    [GOOD, GOLD, 'The Melka River', true],
    [GOOD.replace('The Melka River', 'Danube'), GOLD, 'Danube', false],
    [GOOD.split('\n').slice(0, 2).join('\n'), GOLD, null, false],
    ['I wonder.', GOLD, null, false],
    ['I wonder.', ['Beijing'], null, false],
    ['<answer>Danube</answer>', GOLD, 'Danube', false],
    ['<answer>melka river</answer>', GOLD, 'melka river', true],
    [`${GOOD} extra`, GOLD, 'The Melka River', true],
    ['<think>hm</think><answer>Danube</answer> wait <answer>Melka River</answer>', GOLD, 'Melka River', true],
  ])('of %j for %j by verl and RouteRAG', (response, golds, answer, right) => {
    const taken = officialAnswer(response, 1)?.text ?? null;
    expect([taken, taken !== null && exactMatch(taken, golds)]).toEqual([answer, right]);
    // RouteRAG looks behind the first header of the assistant.
    const text = PROMPT + response;
    const marker = '<|im_start|>assistant';
    expect(officialAnswer(text.slice(text.indexOf(marker) + marker.length), 1)?.text ?? null).toBe(answer);
  });

  it('of a notice at the end gives its words', () => {
    expect(officialAnswer(`x${NOTICE}`, 1)?.text).toBe('and');
    expect(officialAnswer(`${PROMPT}x${NOTICE}`, 2)?.text).toBe('and');
  });
});

describe('statistics of a group (14, 20)', () => {
  const advantages = (rewards: readonly number[], eps: number): number[] => {
    const { mean = NaN, sd = null } = summarise(rewards) ?? {};
    return rewards.map((reward) => (reward - mean) / ((sd ?? NaN) + eps));
  };

  it.each([
    [[1, 0, 0, 0, 1], 1e-6, [1.095443, -0.730295, -0.730295, -0.730295, 1.095443]],
    [[1, 0, 0, 0, 1], 1e-4, [1.095245, -0.730163, -0.730163, -0.730163, 1.095245]],
    [[0.1, 0.1, 1], 1e-6, [-0.577349, -0.577349, 1.154698]],
    [[0.3, 0.3, 0.3], 1e-6, [0, 0, 0]],
  ])('%j with eps %d', (rewards, eps, expected) => {
    for (const [at, value] of advantages(rewards, eps).entries())
      expect(value).toBeCloseTo(expected[at] ?? NaN, 6);
  });

  it('the 95th percentile of search times lies between two values', () => {
    const times = Float64Array.from([0, 0.2, 0.4, 0.8, 2, 0.6, 0, 1]).sort();
    expect(quantile(times, 0.95)).toBeCloseTo(1.65, 12);
  });
});

describe('the rewards of executors (20)', () => {
  const search =
    'I look. <|begin_of_query|> Zorvia river<|end_of_query|>\n\n<|begin_of_documents|>\n(1)Zorvia   On the Melka River.\n<|end_of_documents|>\n\n';

  it('R1-Searcher: an answer of more than ten words', () => {
    const answer = 'the river the Melka River in the far east of old Zorvia';
    const score = r1SearcherReward(`${search}So.</think>\n\n<answer> ${answer} </answer>`, GOLD);
    // Nine words without articles, two of them gold: F1 is 4/11, less 2.
    expect(score).toBeCloseTo(-1.6364, 4);
  });

  const turn = (body: string): string => `<|im_start|>assistant\n${body}<|im_end|>`;
  const call = (json: string): string => turn(`<think>a</think><tool_call>${json}</tool_call>`);
  const good = '{"name": "wikipedia_search", "arguments": {"query": "q"}}';
  const box = (answer: string): string => turn(`<think>b</think>\\boxed{${answer}}`);

  it.each([
    ['right', call(good) + box('Melka River'), 1],
    ['wrong', call(good) + box('Danube'), 0.1],
    ['`args` in a call', call(good.replace('arguments', 'args')) + box('Melka River'), 0],
    ['without its end', `${call(good)}${box('Melka River')}`.replace(/<\|im_end\|>$/, ''), 0],
    ['without a box', call(good) + turn('<think>b</think>Melka River'), 0],
    ['a turn without thought', call(good) + turn('\\boxed{Melka River}'), 0],
  ])('ReCall: %s', (_what, text, score) => {
    expect(recallReward(text, GOLD).score).toBe(score);
  });
});
