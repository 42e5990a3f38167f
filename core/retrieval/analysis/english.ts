import { porterStem } from './porter';
import { STOP_WORDS } from './stop-words';
import { eachWord } from './words';

/** Name and version of the analyser; an index made by another one is built again. */
export const ANALYSER = 'english-1';

/**
 * The terms of a text, in order, repeated ones again, as Lucene's EnglishAnalyzer makes them (and Anserini's default with
 * it): words, possessive `'s` off, lower-case, 33 stop words out, Porter stems.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachWord(text, (word) => {
    const term = termOf(word);
    if (term !== '') terms.push(term);
  });
  return terms;
}

/** The term of a word; empty for a stop word. */
export function termOf(word: string): string {
  const lower = word.replace(/['\u2019\uff07][sS]$/, '').toLowerCase();
  return STOP_WORDS.has(lower) ? '' : porterStem(lower);
}
