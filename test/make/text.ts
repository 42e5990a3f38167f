/**
 * Cuts text into pieces that stand for tokens: a word, at most five characters at a time, with the blanks before it.
 * A real tokenizer cuts elsewhere; only the rule matters here (limits count pieces and can fall inside a word).
 */
const piece = /\s*\S{1,5}|\s+$/gu;

/** Length, in UTF-16 units, of the first `limit` pieces of `text`. */
export function lengthOfPieces(text: string, limit: number): number {
  let count = 0;
  for (const match of text.matchAll(piece)) {
    if (count === limit) return match.index;
    count++;
  }
  return text.length;
}

const asciiPunctuation = /[!-/:-@[-`{-~]/g;
const articles = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/** Normaliser of Search-R1: punctuation deleted, articles blanked. (Search-R1: verl/utils/reward_score/qa_em.py) */
export const normalise = (text: string): string =>
  text.toLowerCase().replace(asciiPunctuation, '').replace(articles, ' ').replace(/\s+/g, ' ').trim();

/** Normaliser of R1-Searcher: punctuation to blanks. (R1-Searcher: train/reward_server_qwen_zero.py) */
export const normaliseSpaced = (text: string): string =>
  text
    .replace(/_/g, ' ')
    .toLowerCase()
    .replace(asciiPunctuation, ' ')
    .replace(/[‘’´`]/g, ' ')
    .replace(articles, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** F1 of the words of two normalised texts, as SQuAD counts them; yes, no and noanswer must match whole. */
export function tokenF1(said: string, wanted: string): number {
  if (said !== wanted && [said, wanted].some((side) => ['yes', 'no', 'noanswer'].includes(side))) return 0;
  const words = said.split(' ').filter(Boolean);
  const left = wanted.split(' ').filter(Boolean);
  const total = left.length;
  let same = 0;
  for (const word of words) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    same++;
  }
  if (same === 0) return 0;
  const [precision, recall] = [same / words.length, same / total];
  return (2 * precision * recall) / (precision + recall);
}

/**
 * Whether one of `needles` stands in one of `texts`, all normalised: as whole words, or only `inside` longer words
 * ("Brinn" in "Brinnmouth"), which some would count and others not.
 */
export function contained(texts: readonly string[], needles: readonly string[]): 'whole' | 'inside' | 'no' {
  const wanted = needles.map(normalise);
  const hays = texts.map(normalise);
  if (hays.some((hay) => wanted.some((needle) => ` ${hay} `.includes(` ${needle} `)))) return 'whole';
  return hays.some((hay) => wanted.some((needle) => hay.includes(needle))) ? 'inside' : 'no';
}
