import { describe, expect, it } from 'vitest';
import { oneLine } from '../../../core/visible';
import { durationText, ended, sentence } from '../../../core/words';
import { counted, whole } from '../../../webview/base/words';

describe('a time', () => {
  it.each([
    [-5, '0.0 s'],
    [840, '0.8 s'],
    [9_949, '9.9 s'],
    [9_960, '10 s'],
    [59_400, '59 s'],
    [59_600, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [3_599_600, '1 h 0 min'],
    [7_860_000, '2 h 11 min'],
  ])('of %d ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

it('a clause becomes a sentence once', () => {
  expect([sentence('no GPU'), sentence('Éa va?'), sentence(''), ended('steps: more than 3')]).toEqual([
    'No GPU.',
    'Éa va?',
    '',
    'steps: more than 3.',
  ]);
});

it('numbers are written as English does', () => {
  expect([whole(1_234_567), counted(1, 'query', 'queries'), counted(2300, 'rollout')]).toEqual([
    '1,234,567',
    '1 query',
    '2,300 rollouts',
  ]);
});

it('a text on one line steers neither the line nor a terminal', () => {
  expect(oneLine(' a\r\n\u001b[31mb\u202ec\u061cd\u2028e ')).toBe('a [31mb c d e');
});
