import { describe, expect, it } from 'vitest';
import { exactMatch, tokenF1, truthAsYesNo } from '../../../core/reward/answer-match';
import { normaliseN2 } from '../../../core/reward/normalise';

describe('exact match', () => {
  it('compares normalised texts with any gold', () => {
    expect(exactMatch('The Melka River!', ['Danube', 'melka river'])).toBe(true);
    expect(exactMatch('Melka', ['Melka River'])).toBe(false);
    expect(exactMatch('Melka', [])).toBe(false);
  });

  it('lets nothing equal nothing, as the rewards do', () => {
    expect(exactMatch('the', ['A.'])).toBe(true);
  });

  it('goes by the normaliser given', () => {
    expect(exactMatch('U.S.', ['us'])).toBe(true);
    expect(exactMatch('U.S.', ['us'], normaliseN2)).toBe(false);
  });
});

describe('token F1', () => {
  it.each([
    ['Melka River', ['the Melka', 'Orso River bank'], 2 / 3],
    ['the Melka', ['Melka River'], 2 / 3],
    ['yes', ['Yes!'], 1],
    ['Danube', ['Melka River'], 0],
    ['', ['Melka River'], 0],
    ['river river', ['river'], 2 / 3],
  ])('%j against %j', (answer, golds, f1) => {
    expect(tokenF1(answer, golds, { closedAnswers: true })).toBeCloseTo(f1, 10);
  });

  it('gives nothing for yes among other words only where the system says so', () => {
    expect(tokenF1('yes it is', ['yes'], { closedAnswers: true })).toBe(0);
    expect(tokenF1('yes it is', ['yes'])).toBeCloseTo(0.5, 10);
  });
});

it('maps exactly True and False', () => {
  expect(['True', 'False', 'true'].map(truthAsYesNo)).toEqual(['yes', 'no', 'true']);
});

it.each([
  // Two of three tokens on either side are shared.
  ['x x y', 'x y y', 2 / 3],
  // Eight of nine: all but the second b, and the j.
  ['c d e f g h i b b', 'c d e f g h i b j', 8 / 9],
  // One shared token of one and of ten.
  ['b', 'b b c d e f g h i j', 2 / 11],
])('counts a token of %j and %j as often as both hold it', (answer, gold, f1) => {
  expect(tokenF1(answer, [gold])).toBeCloseTo(f1, 10);
  expect(tokenF1(gold, [answer])).toBeCloseTo(f1, 10);
});
