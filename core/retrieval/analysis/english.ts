import { porterStem } from './porter';
import { STOP_WORDS } from './stop-words';
import { eachWord } from './words';

/** Name and version of the analyser; an index made by another one is built again. */
export const ANALYSER = 'english-2';

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
  const lower = lowerCase(word.replace(/['\u2019\uff07][sS]$/, ''));
  return STOP_WORDS.has(lower) ? '' : porterStem(lower);
}

/**
 * Lower-case character by character, as Lucene's LowerCaseFilter has it of Java's `Character.toLowerCase`, so that a
 * word is the same wherever it stands: of the two letters for which JavaScript does otherwise, `İ` becomes `i` without
 * a dot to combine (“İstanbul” and “Istanbul” are one term), and `Σ` becomes `σ` at the end of a word too.
 */
function lowerCase(word: string): string {
  return word.replaceAll('\u0130', 'i').replaceAll('\u03a3', '\u03c3').toLowerCase();
}
