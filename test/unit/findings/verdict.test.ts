import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../core/findings/evidence';
import { answer, information, messages, rolloutOf, search } from './build';

const river = information('Zorvia is a town.', 'Zorvia lies on the Melka River, near the Orso.');
const rollout = (given: string, golds: readonly string[]) =>
  rolloutOf([search('zorvia'), river, answer(given)], { golds });

describe('a recorded verdict', () => {
  const id = 'gold-retrieved-answer-wrong';
  it.each([
    [{ score: 1 }, true],
    [{ score: 1.5 }, true],
    [{ reward: '1.0' }, true],
    [{ score: true }, true],
    [{ gpt4o_output: 'True' }, true],
    [{ gpt4o_output: 'False', score: 1 }, false],
    [{ score: 0 }, false],
    [{ reward: -1 }, false],
    [{ score: 0.5 }, null],
    [{ score: 'good', reward: null }, null],
    [{}, null],
  ])('%j: %s', (recorded, right) => {
    const wrong = { ...rollout('Danube', ['Melka River']), recorded };
    expect(evidenceOf(wrong).judgedRight).toBe(right);
    expect(messages(id, wrong)).toHaveLength(right === true ? 0 : 1);
  });

  it('is told with an answer that no document holds', () => {
    const recorded = { gpt4o_output: 'True' };
    expect(messages('answer-not-in-evidence', { ...rollout('Danube', []), recorded })).toEqual([
      'the answer “Danube” does not stand in any of the 2 retrieved documents; the file records it as right, so it ' +
        'came from memory or is worded differently there',
    ]);
  });
});

describe('what a tool returned that does not search', () => {
  const called = (query: string) =>
    rolloutOf([search(query), information('[1, 2, 3]'), answer('Danube')], { golds: ['Melka River'] });

  it.each([
    ['{"code":"print(2)"}', false],
    ['["a.py"]', false],
    ['import math\nprint(math.pi)', false],
    ['```python\n2```', false],
    ['zorvia river', true],
    ['[Zorvia] river', true],
    ['zorvia\nriver', true],
  ])('%j asks a retriever: %s', (query, asks) => {
    expect(evidenceOf(called(query)).retrieved).toBe(asks);
    for (const id of ['answer-not-in-evidence', 'gold-never-retrieved']) {
      expect(messages(id, called(query))).toHaveLength(asks ? 1 : 0);
    }
  });

  it('is evidence where it has a title', () => {
    const titled = rolloutOf([search('{"q":"a"}'), information('Zorvia lies there.'), answer('Danube')], {
      turn: (turn) => ({ ...turn, documents: turn.documents.map((each) => ({ ...each, title: 'Zorvia' })) }),
    });
    expect(evidenceOf(titled).retrieved).toBe(true);
  });
});
