import { skipBlanks } from '../text';
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

  /** First information opener at or after `from` that stands right after a search closer; `length` when none. */
  nextObservation(from: number): number {
    const { hits, text } = this;
    const opener = hits.next(Tag.InformationOpen, from);
    if (opener >= hits.length || hits.kind(opener - 1) !== Tag.SearchClose) return hits.length;
    return skipBlanks(text, hits.end(opener - 1), hits.start(opener)) === hits.start(opener)
      ? opener
      : hits.length;
  }
}
