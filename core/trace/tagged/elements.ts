import { newlinesAt, skipBlanks } from '../text';
import type { TagGrammar } from './grammar';
import { Tag, type TagHits } from './hits';

/** An element, by the hits of its two tags. */
export interface Element {
  readonly opener: number;
  readonly closer: number;
}

/** Answers questions about the tags of one text: which of them make an element, and which elements act. */
export class Elements {
  constructor(
    private readonly text: string,
    private readonly hits: TagHits,
    private readonly grammar: TagGrammar,
  ) {}

  /** The first answer element with both tags among the hits `[from, stop)`. */
  completeAnswer(from: number, stop: number): Element | null {
    const { hits, grammar } = this;
    const first = hits.next(Tag.AnswerOpen, from);
    if (first >= stop) return null;
    const closer = hits.next(Tag.AnswerClose, first);
    if (closer >= stop) return null;
    return { opener: grammar.opener === 'first' ? first : hits.previous(Tag.AnswerOpen, closer), closer };
  }

  /** The search that the turn's closer ends, when it is the action the system would run. */
  firedSearch(first: number, closer: number, observed: boolean): Element | null {
    const { hits, grammar } = this;
    const opener =
      grammar.opener === 'first' ? hits.next(Tag.SearchOpen, first) : hits.previous(Tag.SearchOpen, closer);
    if (opener < first || opener >= closer) return null;
    const answer = this.completeAnswer(first, closer);
    const answerFirst = answer !== null && answer.opener < opener;
    return answerFirst && grammar.firstActionWins && !observed ? null : { opener, closer };
  }

  /** The last complete search among the hits `[from, stop)`, each opener matched with the first closer after it. */
  lastSearch(from: number, stop: number): Element | null {
    const { hits } = this;
    let found: Element | null = null;
    for (let opener = hits.next(Tag.SearchOpen, from); opener < stop;) {
      const closer = hits.next(Tag.SearchClose, opener);
      if (closer >= stop) break;
      found = { opener, closer };
      opener = hits.next(Tag.SearchOpen, closer);
    }
    return found;
  }

  /** The first information element among the hits `[from, stop)`: with both tags, or just opened where none is due. */
  forgedInformation(from: number, stop: number): number | null {
    const { hits, grammar } = this;
    const opener = hits.next(Tag.InformationOpen, from);
    if (opener >= stop) return null;
    return grammar.thinkSpansTurns || hits.next(Tag.InformationClose, opener) < stop ? opener : null;
  }

  /** Whether an information element stands right after `end`, at the hit `stop`. */
  informationFollows(end: number, stop: number): boolean {
    const { hits, text } = this;
    return (
      stop < hits.length &&
      hits.kind(stop) === Tag.InformationOpen &&
      skipBlanks(text, end, text.length) === hits.start(stop)
    );
  }

  /**
   * The closer of the environment's information element at `opener`; null where the block was cut before it. Documents
   * may hold the closing tag themselves: the environment's is followed by its blank line or by the end, so the first
   * such closer before the next observation counts, else the first of all. Only hits before `last` are looked at, and
   * the text ends at `end`.
   */
  informationCloser(opener: number, last: number, end: number): number | null {
    const { hits, text, grammar } = this;
    if (grammar.turnEnds === 'message') {
      // A message of the environment is one element: its last closer is the environment's.
      const closer = hits.previous(Tag.InformationClose, last);
      return closer > opener ? closer : null;
    }
    const limit = this.nextObservation(opener + 1, last);
    const first = hits.next(Tag.InformationClose, opener);
    if (first >= limit) return null;
    for (let closer = first; closer < limit; closer = hits.next(Tag.InformationClose, closer + 1)) {
      const after = hits.end(closer);
      const { count } = newlinesAt(text, after, grammar.newlinesAfterInformation, end);
      if (count === grammar.newlinesAfterInformation || after === end) return closer;
    }
    return first;
  }

  /** A search opener that nothing follows: the text was cut within the query. Null where there is none. */
  openSearch(from: number, stop: number): number | null {
    const { hits } = this;
    const last = hits.length - 1;
    return stop === hits.length && last >= from && hits.kind(last) === Tag.SearchOpen ? last : null;
  }

  /** First information opener of the hits `[from, stop)` that stands right after a search closer; `stop` when none. */
  private nextObservation(from: number, stop: number): number {
    const { hits, text } = this;
    for (let opener = hits.next(Tag.InformationOpen, from); opener < stop;) {
      const blank = hits.kind(opener - 1) === Tag.SearchClose ? hits.end(opener - 1) : null;
      if (blank !== null && skipBlanks(text, blank, hits.start(opener)) === hits.start(opener)) return opener;
      opener = hits.next(Tag.InformationOpen, opener + 1);
    }
    return stop;
  }
}
