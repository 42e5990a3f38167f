import type { Document, Query } from '../model';

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
  /** Null where the answer has no tags of its own. */
  readonly answer: TagPair | null;
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
  /**
   * Where the policy's turn ends in its message: after the first search closer (left out), or with the message, whose
   * last complete search is the one that runs.
   */
  readonly turnEnds?: 'search-closer' | 'message';
  /** True where a search closer without opener runs all the same, with an empty query. */
  readonly loneCloserRuns?: boolean;
  /** What the environment says between the information tags in place of documents. */
  readonly refusals?: readonly string[];
  /** Normalises a query the way the system does before retrieval. */
  query(raw: string): string;
  /** Reads the queries of one search, whose content is `[start, end)` without blanks; left out: it is one query. */
  queries?(text: string, start: number, end: number): Query[];
  /** Reads the documents between the information tags; offsets are into `text`. */
  documents(text: string, start: number, end: number): Document[];
}

/** The elements of Search-R1, which most systems of its family took over as they are. */
export const SEARCH_R1_TAGS = {
  think: { open: '<think>', close: '</think>' },
  search: { open: '<search>', close: '</search>' },
  information: { open: '<information>', close: '</information>' },
  answer: { open: '<answer>', close: '</answer>' },
} as const;
