import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexOnBoundaries, normaliseDocument } from '../../../core/findings/containment';
import { Haystack, Needle } from '../../../core/findings/needle';

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
  ...['mel', '-', '1', 'é', 'i\u0307', '_', '\n', 'us', '!a'],
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
