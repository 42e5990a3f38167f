/**
 * BM25 as Lucene 8 and later score it (`BM25Similarity`), which is what Anserini and Pyserini run: idf(t) =
 * ln(1 + (N − df + 0.5) / (df + 0.5)), and a document's score is the sum over the query's terms, repeated ones counted
 * each time, of idf(t) · tf / (tf + k1 · (1 − b + b · length / average)). There is no factor (k1 + 1): Lucene dropped it
 * in version 8 because it changes no order. N counts the documents with at least one term. Lengths are exact; Lucene
 * keeps them in one byte, so its scores differ a little for passages of more than 40 terms.
 */

/** Anserini's constants, which Search-R1's BM25 server uses. */
export const K1 = 0.9;
export const B = 0.4;

/** ln(1 + (N − df + 0.5) / (df + 0.5)); above 0 for df ≤ N. */
export function idf(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Scores are added up as whole multiples of 2^−40, which doubles add exactly up to a score of 8192: other sums depend on
 * the order, and threads add in any order, so that documents that should tie would not.
 */
export const UNIT = 2 ** 40;
