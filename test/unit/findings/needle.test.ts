import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexOnBoundaries, normaliseDocument } from '../../../core/findings/containment';
import { Haystack, Needle } from '../../../core/findings/needle';
import { PLAIN, RoughText } from '../../../core/findings/rough-text';
import { normaliseN1 } from '../../../core/reward/normalise';

const word = fc.constantFrom(
  ...[
    'Melka',
    'the',
    'River',
    'İ',
    'Kelvin',
    'ΟΔΟΣ',
    'a',
    '—',
    '“',
    '.',
    ' ',
    '\u001f',
    'e\u0301',
    '河',
    'U.S.',
  ],
  ...[
    'mel',
    'ÀLV',
    'ŸZ',
    '\u212bs',
    '\uffff',
    'dİ',
    '橋',
    '😀',
    '𝔸',
    '𠮷',
    '\udc00',
    '\ud800',
    '\u0001',
    'þ',
    '×',
    'ª',
    '-',
    '1',
    'é',
    'i\u0307',
    '_',
    '\n',
    'us',
    '!a',
  ],
);
const text = fc.array(word, { maxLength: 16 }).map((words) => words.join(''));

it('the quick look finds a needle exactly where it stands', () => {
  fc.assert(
    fc.property(text, fc.option(text), text, (wanted, title, own) => {
      const needle = new Needle(wanted);
      const document = { title, text: own };
      const stands = indexOnBoundaries(needle.normal, normaliseDocument(document)) >= 0;
      expect(new Haystack(document).holds(needle)).toBe(stands);
    }),
    { numRuns: 5000 },
  );
});

it.each([
  ['the Melka River', 'on MEL-KA, a river', true],
  ['us', 'in the U.S., once', true],
  ['Kelvin', '300 \u212aelvin', true],
  ['Melka', 'Melkas', false],
])('%j in %j: %s', (wanted, own, stands) => {
  expect(new Haystack({ title: null, text: own }).holds(new Needle(wanted))).toBe(stands);
});

it('a word of a normalised text is normal itself', () => {
  fc.assert(
    fc.property(text, (own) => {
      const normal = normaliseN1(own);
      for (const token of normal.split(' ')) expect(normaliseN1(token)).toBe(token);
    }),
  );
});

it('texts that are looked into together are looked into each by itself', () => {
  const document = fc.record({ title: fc.option(text), text });
  fc.assert(
    fc.property(
      fc.array(document, { minLength: 1, maxLength: 5 }),
      fc.array(text, { maxLength: 4 }),
      (all, wanted) => {
        const rough = new RoughText(all);
        const needles = wanted.map((raw) => new Needle(raw));
        for (const [place, own] of all.entries())
          for (const needle of needles) {
            const stands = indexOnBoundaries(needle.normal, normaliseDocument(own)) >= 0;
            expect(new Haystack(own, rough, place).holds(needle)).toBe(stands);
          }
      },
    ),
    { numRuns: 3000 },
  );
});

it('no other letter becomes a plain one in lower case than those that are taken into account', () => {
  const taken = new Set(['\u212a', '\u212b', '\u1e9e']);
  for (let code = 0x250; code < 0x110000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    const lower = character.toLowerCase();
    if (lower !== character && [...lower].some((letter) => PLAIN.test(letter)) && !taken.has(character))
      expect.fail(`U+${code.toString(16)} becomes ${lower}`);
  }
});
