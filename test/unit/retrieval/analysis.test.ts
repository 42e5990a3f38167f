import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { termsOf } from '../../../core/retrieval/analysis/english';
import { porterStem } from '../../../core/retrieval/analysis/porter';
import { STOP_WORDS } from '../../../core/retrieval/analysis/stop-words';
import { eachWord } from '../../../core/retrieval/analysis/words';
import { cpuTime } from '../cpu-time';

function words(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (word) => found.push(word));
  return found;
}

describe('words', () => {
  // What Lucene's own tests of StandardAnalyzer say (TestStandardAnalyzer: testMid, testNumeric, testApostrophes, …).
  it.each([
    ['A:B', ['A:B']],
    ['A::B', ['A', 'B']],
    ['1.2', ['1.2']],
    ['A.B', ['A.B']],
    ['1..2', ['1', '2']],
    ['1,2', ['1,2']],
    ['A,B', ['A', 'B']],
    ['1;2', ['1;2']],
    ['A_B', ['A_B']],
    ['A__B', ['A__B']],
    ['A1.B', ['A1', 'B']],
    ["O'Reilly's", ["O'Reilly's"]],
    ['21.35', ['21.35']],
    ['R2D2 C3PO', ['R2D2', 'C3PO']],
    ['some-dashed-phrase', ['some', 'dashed', 'phrase']],
    ['dogs,chase,cats', ['dogs', 'chase', 'cats']],
    ['ac/dc', ['ac', 'dc']],
    ['2nd', ['2nd']],
    ['我是中国人。', ['我', '是', '中', '国', '人']],
    ['Εντός Ιστός', ['Εντός', 'Ιστός']],
    ['ひらがな カタカナ', ['ひ', 'ら', 'が', 'な', 'カタカナ']],
    ['\u{29B05}', ['\u{29B05}']],
    ['_ __ :: ..', []],
    ['', []],
  ])('of %s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('keep marks with their letters', () => {
    expect(words('cafe\u0301 Bjo\u0308rnsund नमस्ते')).toEqual(['cafe\u0301', 'Bjo\u0308rnsund', 'नमस्ते']);
  });

  it('are those of the ICU in this program, over the examples', () => {
    // ICU cuts ideographs with a dictionary.
    const text = readFileSync(
      join(import.meta.dirname, '../../../examples/corpus/passages.jsonl'),
      'utf8',
    ).replace(/\p{sc=Han}/gu, ' ');
    // Words end with their line. A long text in one piece takes the segmenter seconds.
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
    const icu = text
      .split('\n')
      .flatMap((line) => Array.from(segmenter.segment(line)))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment);
    expect(icu.length).toBeGreaterThan(5000);
    expect(words(text).join('\n')).toBe(icu.join('\n'));
  });

  it('of more than 255 units are cut', () => {
    expect(words('x'.repeat(600)).map(({ length }) => length)).toEqual([255, 255, 90]);
  });

  it('take linear time', () => {
    const begun = cpuTime();
    for (const text of [
      'a'.repeat(2e6),
      "a'".repeat(1e6),
      '\u0301'.repeat(2e6),
      '1,'.repeat(1e6),
      `a.${'\u0301'.repeat(2e6)}`,
    ])
      eachWord(text, () => undefined);
    expect(cpuTime() - begun).toBeLessThan(10_000);
  });
});

describe('stems', () => {
  it('are those of NLTK, word for word', () => {
    const pairs = JSON.parse(readFileSync(join(import.meta.dirname, 'porter-pairs.json'), 'utf8')) as Record<
      string,
      string
    >;
    expect(Object.keys(pairs).length).toBeGreaterThan(6000);
    const stems = Object.fromEntries(Object.keys(pairs).map((word) => [word, porterStem(word)]));
    expect(stems).toEqual(pairs);
  });

  // Porter's paper gives these.
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['feed', 'feed'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['generalizations', 'gener'],
    ['oscillators', 'oscil'],
    ['élèves', 'élève'],
  ])('%s becomes %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem);
  });
});

describe('terms', () => {
  it('leave out the 33 stop words of Lucene', () => {
    expect(STOP_WORDS.size).toBe(33);
    expect(termsOf('The cat is in the hat, and they were WITH it')).toEqual(['cat', 'hat', 'were']);
  });

  // The simple lower-case mappings of UnicodeData.txt (0130 to 0069, 03A3 to 03C3), which Java's Character.toLowerCase has.
  it('are lower-case character by character, as Lucene has them', () => {
    expect(termsOf('İstanbul Istanbul İ')).toEqual(['istanbul', 'istanbul', 'i']);
    expect(termsOf('ΟΔΟΣ οδοσ ΣΑΣ')).toEqual(['οδοσ', 'οδοσ', 'σασ']);
    expect(termsOf('ÉTÉ Straße ДОМ')).toEqual(['été', 'straße', 'дом']);
  });

  it('drop the possessive before case and stop words are looked at', () => {
    expect(termsOf("Japan's JAPAN'S Japan’s it's dogs'")).toEqual(['japan', 'japan', 'japan', 'dog']);
  });

  it('keep their order and repetitions', () => {
    expect(termsOf('Running runs RUN; ran')).toEqual(['run', 'run', 'run', 'ran']);
  });
});
