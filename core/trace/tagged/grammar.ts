import type { Document } from '../model';

/** An element's two tags, as written. Opening tags start with `<`. */
export interface TagPair {
  readonly open: string;
  readonly close: string;
}

/**
 * What sets one think–search–information–answer grammar apart from the next. The turn machine in `parse.ts` is the
 * same for all of them.
 */
export interface TagGrammar {
  readonly think: TagPair;
  readonly search: TagPair;
  readonly information: TagPair;
  readonly answer: TagPair;
  /** Text the environment sends after an invalid action, without the newlines around it, or null. */
  readonly notice: string | null;
  /** Where several openers precede a closer, the one that counts. */
  readonly opener: 'first' | 'last';
  /**
   * True where the first complete action of a turn decides (an answer before a search ends the rollout and the search
   * never runs); false where a closed search always runs.
   */
  readonly firstActionWins: boolean;
  /** True where thinking starts in the prompt and goes on through searches until its closer. */
  readonly thinkSpansTurns: boolean;
  /** Newlines the environment writes after an information element. */
  readonly newlinesAfterInformation: number;
  /** Normalises a query the way the system does before retrieval. */
  query(raw: string): string;
  /** Reads the documents between the information tags; offsets are into `text`. */
  documents(text: string, start: number, end: number): Document[];
}
