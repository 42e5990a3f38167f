import { porterStem } from './porter';
import { STOP_WORDS } from './stop-words';
import { eachWord } from './words';

/** Name and version of the analyser; an index made by another one is built again. */
export const ANALYSER = 'english-1';

/** Words whose term is remembered. Most words of a text are met again soon. */
const REMEMBERED = 100_000;

/**
 * Turns texts into index terms as Lucene's EnglishAnalyzer does (and Anserini's default with it): words, possessive `'s`
 * off, lower-case, 33 stop words out, Porter stems. One analyser belongs to one build or one search: it remembers words.
 */
export class EnglishAnalyser {
  #terms = new Map<string, string>();

  /** Gives each term of a text to `take`, in order, repeated ones again. */
  each(text: string, take: (term: string) => void): void {
    eachWord(text, (word) => {
      let term = this.#terms.get(word);
      if (term === undefined) {
        if (this.#terms.size >= REMEMBERED) this.#terms.clear();
        term = termOf(word);
        this.#terms.set(word, term);
      }
      if (term !== '') take(term);
    });
  }

  /** The terms of a text, in order. */
  terms(text: string): string[] {
    const terms: string[] = [];
    this.each(text, (term) => terms.push(term));
    return terms;
  }
}

/** The term of a word; empty for a stop word. */
function termOf(word: string): string {
  const lower = word.replace(/['\u2019\uff07][sS]$/, '').toLowerCase();
  return STOP_WORDS.has(lower) ? '' : porterStem(lower);
}
