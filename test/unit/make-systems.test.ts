/** The rewards that the executors give, against vectors that the upstream functions gave (rollout-formats, golden vectors). */
import { describe, expect, it } from 'vitest';
import { f1, reward } from '../make/research/reward';
import type { Message } from '../make/rezero/chat';
import { correctness, emChunk, format, retry, strategy } from '../make/rezero/rewards';
import { extract as routeragExtract } from '../make/routerag/files';
import { routed } from '../make/routerag/query';

const PROMPT = '<|im_start|>user\nWhich river?<|im_end|>\n<|im_start|>assistant\n';
const research = (response: string, golds = ['Melka River']) => reward(PROMPT + response, golds);
const END = '<|im_end|>';
const LONG = Array.from({ length: 41 }, (_, at) => `w${at}`).join(' ');

describe('the reward of ReSearch', () => {
  const good = (answer: string): string =>
    `<think>a</think><search>q</search> <result>\nx\n</result><think>b</think><answer>\\boxed{${answer}}</answer>`;

  it.each([
    ['right', good('Melka River') + END, 1],
    ['wrong', good('Danube') + END, 0.1],
    ['without its end', good('Melka River'), 0],
    ['without a box', good('x').replace('\\boxed{x}', 'Melka River') + END, 0],
    ['with two answers', `${good('Melka River')}<answer>\\boxed{a}</answer>${END}`, 0],
    [
      'with a search without result',
      `<think>a</think><search>q</search><answer>\\boxed{a}</answer>${END}`,
      0,
    ],
    ['with LaTeX in the box', good('\\text{Melka River}') + END, 0.5],
  ])('%s', (_name, response, score) => {
    expect(research(response).score).toBeCloseTo(score, 10);
  });

  it('gives a partly right answer less than a wrong one', () => {
    expect(research(good('Melka River') + END, [`Melka River ${LONG}`]).score).toBeCloseTo(0.0889, 4);
  });

  it('says why', () => {
    expect(research(good('Danube') + END).reason).toBe('wrong answer but good format: Danube');
    expect(research(good('Melka River')).reason).toBe('over length');
  });

  it.each([
    ['Melka River', ['the Melka', 'Orso River bank'], 0.6667],
    ['yes', ['Yes!'], 1],
    ['yes it is', ['yes'], 0],
  ])('F1 of %s', (said, golds, expected) => {
    expect(Math.max(...golds.map((gold) => f1(said, gold)))).toBeCloseTo(expected, 4);
  });
});

describe('the rewards of ReZero', () => {
  const say = (content: string): Message => ({ role: 'assistant', content });
  const info = (text: string): Message => ({
    role: 'user',
    content: `<information>Result 1:\n${text}\n------\n</information>`,
  });
  const ask = (query: string): Message => say(`<think>I need it</think>\n<search>${query}</search>`);
  const finish = say('<think>based on the results</think>\n<answer>Melka</answer>');
  const one = [ask('zorvia river'), info('On the Melka.'), finish];
  const refined = [
    ask('zorvia river'),
    info('x'),
    say('<think>from this I go on</think>\n<search>melka river zorvia course</search>'),
    info('y'),
    finish,
  ];

  it('one search', () => {
    expect([format(one), retry(one), strategy(one)]).toEqual([1, 0.35, expect.closeTo(0.6, 10)]);
  });

  it('a second, refining search', () => {
    expect([retry(refined), strategy(refined)]).toEqual([0.5, expect.closeTo(0.8, 10)]);
    const marked = refined.map((message) => (message.role === 'user' ? info('a < b') : message));
    expect(strategy(marked)).toBeCloseTo(0.6, 10);
  });

  it('two searches in one message', () => {
    const two = say('<think>a</think><search>a</search><search>b</search>');
    expect(retry([two, info('x'), finish])).toBe(0.25);
  });

  it('three equal searches, none, or one at the end', () => {
    const again = ask('q');
    expect(retry([again, info('x'), again, info('x'), again, info('x'), finish])).toBe(0.65);
    expect(strategy([again, info('x'), again, info('x'), again, info('x'), finish])).toBeCloseTo(0.8, 10);
    expect(retry([finish])).toBe(0);
    expect([format([ask('q')]), retry([ask('q')]), correctness([ask('q')], true)]).toEqual([1, 0, false]);
  });

  it.each([
    ['<think>a</think><answer>b</answer>', 1],
    ['<think>a</think><answer>b</answer> and so on', 0],
    ['<answer>b</answer><think>a</think>', 0],
    ['<think>a</think>**<answer>**b</answer>', 0],
    ['<think>a</think><answer>b</answer><answer>c</answer>', 0],
    ['<think>a</think><search>b</search><search>c</search>', 1],
    ['<think>a<search>b</search></think>', 0],
    ['<think>a</think><info>x</info><answer>b</answer>', 0],
    ['<think>a</think>', 0],
    ['<think>a</think><search>b</search><answer>c</answer>', 0],
  ])('the form of %s', (content, expected) => {
    expect(format([say(content)])).toBe(expected);
  });

  it('a yes counts only for a clean last message', () => {
    expect(correctness(one, true)).toBe(true);
    expect(correctness(one, false)).toBe(false);
    expect(correctness([...one, info('x')], true)).toBe(false);
    expect(correctness([say('<information>x</information><answer>a</answer>')], true)).toBe(false);
  });

  it('the last paragraph must stand word for word', () => {
    expect(emChunk(one, ['other', 'On the Melka.'])).toBe(1);
    expect(emChunk(one, ['On the Melka.', 'other'])).toBe(0);
  });
});

describe('RouteRAG', () => {
  it('extracts the last answer behind the first assistant header, and one is enough', () => {
    const prompt =
      '<|im_start|>user\n<answer> and </answer> <answer> Paris </answer><|im_end|>\n<|im_start|>assistant\n';
    expect(routeragExtract(`${prompt}<answer> Melka </answer>`)).toBe('Melka');
    expect(routeragExtract(`${prompt}nothing`)).toBeNull();
    expect(routeragExtract(`${prompt}between <answer> and </answer>. Let me try again.`)).toBe('and');
  });

  it('reads modes anywhere', () => {
    expect(routed('[graph] a [passage]')).toEqual({ query: 'a', label: 'hybrid:a' });
    expect(routed('a')).toEqual({ query: 'a', label: 'passage:a' });
  });
});
