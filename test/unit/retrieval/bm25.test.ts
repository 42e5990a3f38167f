import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bench, type Bench } from './host';

let at: Bench;
beforeAll(async () => {
  at = await bench();
});
afterAll(() => at.remove());

async function scores(index: string, query: string, k = 10): Promise<[string, number][]> {
  const { results } = await at.retrieval.retrieve(index, 'bm25', [{ query, k }]);
  return (results[0]?.hits ?? []).map(({ id, score }) => [id, score]);
}

/**
 * Worked out by hand. Lengths 4, 3, 6, 2 without stop words: N = 4, average 15 / 4 = 3.75. `red` is in two documents:
 * idf = ln(1 + 2.5 / 2.5) = ln 2. `whale` is in two as well, `fox` in one: ln(1 + 3.5 / 1.5) = ln(10 / 3).
 */
const PASSAGES: readonly (readonly [string, string])[] = [
  ['Fox', 'The red fox jumps'], // fox ×2, red, jump: length 4
  ['Blue', 'a blue whale'], // blue ×2, whale: length 3
  ['Red', 'red whales are rare today here'], // red ×2, whale, rare, today, here: length 6
  ['Stone', 'wall'], // length 2
];

/** The length norm at k1 0.9 and b 0.4. */
const norm = (length: number): number => 0.9 * (0.6 + 0.4 * (length / 3.75));

describe('scores', () => {
  let index: string;
  beforeAll(async () => {
    index = await at.indexed('golden', PASSAGES);
  });

  it('are those of the formula, by hand', async () => {
    const found = await scores(index, 'fox');
    expect(found.map(([id]) => id)).toEqual(['0']);
    // ln(10/3) · 2 / (2 + 0.9 · (0.6 + 0.4 · 4 / 3.75)) = 1.2039728 · 2 / 2.924
    expect(found[0]?.[1]).toBeCloseTo(0.823511, 6);
    expect(await scores(index, 'red whale')).toEqual([
      ['2', expect.closeTo(Math.LN2 * (2 / (2 + norm(6))) + Math.LN2 * (1 / (1 + norm(6))), 9)],
      ['1', expect.closeTo(Math.LN2 / (1 + norm(3)), 9)],
      ['0', expect.closeTo(Math.LN2 / (1 + norm(4)), 9)],
    ]);
  });

  it('count a repeated query term each time', async () => {
    const [once] = await scores(index, 'fox');
    const [twice] = await scores(index, 'fox foxes');
    expect(twice?.[1]).toBeCloseTo(2 * (once?.[1] ?? 0), 9);
  });

  it('find nothing for stop words, unknown words and no words', async () => {
    for (const query of ['the', 'zebra', '', '!?', "'; DROP TABLE x; --"])
      expect(await scores(index, query)).toEqual([]);
  });

  it('tie in the order of the documents', async () => {
    const same = await at.indexed(
      'ties',
      Array.from({ length: 40 }, () => ['Twin', 'same words'] as const),
    );
    expect((await scores(same, 'same twin', 7)).map(([id]) => id)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
  });

  it('are kept to k', async () => {
    expect(await scores(index, 'red whale', 1)).toHaveLength(1);
  });
});

const VOCABULARY = ['kiwi', 'plum', 'fig', 'pear', 'lime', 'date', 'nut', 'melon', 'grape', 'cherri'];

/** BM25 in memory, written from the formula, over texts of words that are their own terms. */
function bruteForce(texts: readonly string[], query: string): Map<number, number> {
  const documents = texts.map((text) => text.split(' ').filter((word) => word !== ''));
  const counted = documents.filter(({ length }) => length > 0);
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  const found = new Map<number, number>();
  for (const term of query.split(' ')) {
    const df = documents.filter((words) => words.includes(term)).length;
    const idf = Math.log(1 + (counted.length - df + 0.5) / (df + 0.5));
    for (const [number, words] of documents.entries()) {
      const tf = words.filter((word) => word === term).length;
      if (tf === 0) continue;
      const part = (idf * tf) / (tf + 0.9 * (1 - 0.4 + (0.4 * words.length) / average));
      found.set(number, (found.get(number) ?? 0) + part);
    }
  }
  return found;
}

describe('any corpus', () => {
  it('scores as brute force does, short queries and long ones, in any segments', async () => {
    const sentence = (most: number): fc.Arbitrary<string> =>
      fc
        .array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: most })
        .map((words) => words.join(' '));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentence(12), { minLength: 1, maxLength: 30 }),
        fc.array(sentence(6), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 50, max: 2000 }),
        async (texts, queries, segmentBytes) => {
          const corpus = at.write(
            `any-${run}.jsonl`,
            texts.map((text) => JSON.stringify({ text })).join('\n'),
          );
          const out = `${at.folder}/any-${run++}.index`;
          await at.build([corpus], out, segmentBytes);
          // Words that are not in the corpus make the query long and change nothing.
          const padding = Array.from({ length: 80 }, (_, word) => `zz${word}q`).join(' ');
          for (const query of [...queries, `${queries[0]} ${padding}`]) {
            const expected = [...bruteForce(texts, query.replace(` ${padding}`, ''))].sort(
              ([a, x], [b, y]) => (Math.abs(x - y) > 1e-9 ? y - x : a - b),
            );
            const found = await scores(out, query, 50);
            expect(found.map(([id]) => Number(id))).toEqual(expected.map(([number]) => number));
            for (const [place, [, score]] of found.entries())
              expect(score).toBeCloseTo(expected[place]?.[1] ?? NaN, 9);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('with more than 64 different terms in a query scores by a join, to the same result', async () => {
    const many = Array.from({ length: 90 }, (_, word) => `w${word}x`);
    const texts = many.map((word, number) => `${word} ${many[(number * 7) % 90]} kiwi`);
    const corpus = at.write('many.jsonl', texts.map((text) => JSON.stringify({ text })).join('\n'));
    await at.build([corpus], `${at.folder}/many.index`);
    const query = `${many.join(' ')} kiwi`;
    const expected = bruteForce(texts, query);
    const found = await scores(`${at.folder}/many.index`, query, 100);
    expect(found).toHaveLength(90);
    for (const [id, score] of found) expect(score).toBeCloseTo(expected.get(Number(id)) ?? NaN, 9);
  });
});
