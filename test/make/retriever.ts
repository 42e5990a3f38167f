import type { CorpusPassage } from './world/corpus';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A small BM25 over titles (counted twice) and texts. Ties are broken by passage order. */
export class Retriever {
  readonly #passages: readonly CorpusPassage[];
  readonly #counts: readonly Map<string, number>[];
  readonly #lengths: readonly number[];
  readonly #documentsWith = new Map<string, number>();
  readonly #mean: number;

  constructor(passages: readonly CorpusPassage[]) {
    this.#passages = passages;
    const words = passages.map((p) => [...wordsOf(p.title), ...wordsOf(p.title), ...wordsOf(p.text)]);
    this.#lengths = words.map((list) => list.length);
    this.#mean = this.#lengths.reduce((a, b) => a + b, 0) / passages.length;
    this.#counts = words.map((list) => {
      const counts = new Map<string, number>();
      for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys())
        this.#documentsWith.set(word, (this.#documentsWith.get(word) ?? 0) + 1);
      return counts;
    });
  }

  /** The best `k` passages that share a word with the query; none for an empty query. */
  search(query: string, k: number): CorpusPassage[] {
    return this.scored(query, k).map(({ passage }) => passage);
  }

  /** The same with their scores. */
  scored(query: string, k: number): { readonly passage: CorpusPassage; readonly score: number }[] {
    const terms = [...new Set(wordsOf(query))];
    const scored = this.#passages.map((passage, i) => ({ passage, i, score: this.#score(terms, i) }));
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.i - b.i)
      .slice(0, k);
  }

  #score(terms: readonly string[], i: number): number {
    let score = 0;
    for (const term of terms) {
      const frequency = this.#counts[i]?.get(term);
      if (frequency === undefined) continue;
      const df = this.#documentsWith.get(term) ?? 0;
      const idf = Math.log(1 + (this.#passages.length - df + 0.5) / (df + 0.5));
      const norm = 1.2 * (0.25 + (0.75 * (this.#lengths[i] ?? 0)) / this.#mean);
      score += (idf * frequency * 2.2) / (frequency + norm);
    }
    return score;
  }
}
