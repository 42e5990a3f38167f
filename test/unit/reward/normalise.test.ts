import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseN1, normaliseN2 } from '../../../core/reward/normalise';
import { strip } from '../../../core/reward/python-text';

interface Pair {
  readonly text: string;
  readonly n1: string;
  readonly n2: string;
}

const { pairs } = JSON.parse(readFileSync(new URL('./normalise-pairs.json', import.meta.url), 'utf8')) as {
  readonly pairs: readonly Pair[];
};

describe('N1', () => {
  it.each([
    ['The U.S. Route-22!', 'us route22'],
    ['A  an THE', ''],
    ["it's", 'its'],
    ['1,000', '1000'],
    ['THE_END', 'theend'],
    ['A.B. the C', 'ab c'],
    ['ñan', 'ñan'],
    ['“the Melka”', '“ melka”'],
    ['x\u001cy\u0085z\ufeff', 'x y z\ufeff'],
    ['İ', 'i\u0307'],
    ['ΜΕΛΚΑΣ ΟΔΟΣ', 'μελκας οδος'],
    ['', ''],
  ])('makes %j of %j', (text, normal) => {
    expect(normaliseN1(text)).toBe(normal);
  });
});

describe('N2', () => {
  it.each([
    ['U.S.', 'u s'],
    ['state-of-the-art', 'state of art'],
    ['A.B. the C', 'b c'],
    ['1,000', '1 000'],
    ['THE_END', 'end'],
    ['Melka‘s ´mill’ `x`', 'melka s mill x'],
  ])('makes %j of %j', (text, normal) => {
    expect(normaliseN2(text)).toBe(normal);
  });
});

it('agrees with Python on generated Unicode texts', () => {
  expect(pairs.length).toBe(200);
  for (const { text, n1, n2 } of pairs) {
    expect([normaliseN1(text), normaliseN2(text)], JSON.stringify(text)).toEqual([n1, n2]);
  }
});

describe.each([
  ['N1', normaliseN1],
  ['N2', normaliseN2],
])('%s on any text', (_name, normalise) => {
  it('leaves the parts of a text as it leaves them alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        const apart = [normalise(left), normalise(right)].filter((part) => part !== '').join(' ');
        expect(normalise(`${left} ${right}`)).toBe(apart);
      }),
    );
  });

  it('cuts a long text without a trace', () => {
    const sentence = 'The Melka River, 312 km long, rises near Žlutá – an old “mill town” of ΖΟΡΒΙΑΣ. ';
    const once = normalise(sentence);
    expect(normalise(sentence.repeat(900))).toBe(Array(900).fill(once).join(' '));
    expect(normalise('x'.repeat(50_000))).toBe('x'.repeat(50_000));
  });
});

/** N1 step by step, as `normalize_answer` has it: lower case, punctuation, articles, blanks. */
function stepwise(text: string): string {
  const bare = text.toLowerCase().replace(/[!-/:-@[-`{-~]/g, '');
  const without = bare.replace(/(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu, ' ');
  return without
    .split(BLANKS)
    .filter((word) => word !== '')
    .join(' ');
}
// eslint-disable-next-line no-control-regex -- Python takes some controls for blanks
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

it('is quick by tables and memory, and says what the steps say', () => {
  const word = fc.constantFrom(
    'The',
    'a',
    'AN',
    'Melka',
    'É',
    'İ',
    'ΣΑΣ',
    '–',
    '“',
    '.',
    '-',
    ' ',
    '\u001f',
    '河',
    '\ud83d',
  );
  const short = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
  const long = fc.array(word, { minLength: 100, maxLength: 200 }).map((words) => words.join(' '));
  const any = fc.oneof(short, short, long, fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 6 }), (texts) => {
      // Twice, in turns: what was remembered of one text must not be said of another.
      for (const text of [...texts, ...texts]) expect(normaliseN1(text)).toBe(stepwise(text));
    }),
    { numRuns: 2000 },
  );
});

it('strips what Python strips', () => {
  expect(strip('\u001f\u0085 Melka \u3000\n')).toBe('Melka');
  expect(strip('\ufeffMelka')).toBe('\ufeffMelka');
  expect(strip(' \t')).toBe('');
});
