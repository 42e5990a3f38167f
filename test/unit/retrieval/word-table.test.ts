import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordTable } from '../../../core/retrieval/engines/bm25/word-table';

/** Numbers of words as a plain map gives them: in the order in which they are new. */
function byMap(words: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return words.map((word) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  });
}

function byTable(table: WordTable, words: readonly string[]): { numbers: number[]; made: string[] } {
  const text = `« ${words.join('')} »`;
  const made: string[] = [];
  let at = 2;
  const numbers = words.map((word) => {
    at += word.length;
    return table.numberOf(text, at - word.length, at, (fresh) => made.push(fresh) - 1);
  });
  return { numbers, made };
}

describe('numbers by word', () => {
  it('are those of a map, whatever the words, and after they were forgotten', () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', '字', '\ud83d', '\0'), maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    const table = new WordTable();
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), (words) => {
        table.clear();
        const { numbers, made } = byTable(table, words);
        expect(numbers).toEqual(byMap(words));
        expect(made).toEqual([...new Set(words)]);
      }),
    );
  });

  it('are kept for many words', () => {
    const words = Array.from({ length: 100_000 }, (_, index) => `w${(index * 7919) % 60_000}`);
    expect(byTable(new WordTable(), words).numbers).toEqual(byMap(words));
  });
});
