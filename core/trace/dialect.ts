import type { Author, TextPart, Trace } from './model';

/** Why something was recognised, so that a user can judge a guess. */
export interface Evidence {
  /** From 0 (no reason to think so) to 1 (nothing else looks like this). The highest wins. */
  readonly weight: number;
  /** What was seen, as a clause: "`<|begin_of_query|>` in 12 of 20 rollouts". */
  readonly because: string;
}

/** What one tag means in a dialect, for hovers. */
export interface TagMeaning {
  /** Opening and closing tag as written; `close` is null for marks that stand alone. */
  readonly open: string;
  readonly close: string | null;
  readonly by: Author;
  /** True where the policy's answer stands in it. Left out elsewhere, and by dialects whose answers have no mark. */
  readonly answers?: boolean;
  /**
   * Where it counts: at the start of a `line`, with or without a number before its colon, or only where an `element`
   * begins (its closer: where that element ends). Left out: anywhere.
   */
  readonly at?: 'line' | 'element';
  /** One or two sentences of plain text: who writes it, what it triggers, what the trainer does with it. */
  readonly meaning: string;
}

/** A tag grammar. It sees text and its parts, never the file format they came from. */
export interface Dialect {
  readonly id: string;
  /** Name of the system whose rollouts look like this. */
  readonly title: string;
  readonly tags: readonly TagMeaning[];
  /** Searches one rollout may make under the system's own settings, or null where there is no limit. */
  readonly searchLimit: number | null;
  /**
   * How the system's reward picks the answer: the last `<answer>` of prompt and response together when at least
   * `minimum` stand there, or of the response alone.
   */
  readonly extraction: { readonly over: 'prompt-and-response' | 'response'; readonly minimum: number };
  /** What the policy does to get information: a `search`, or the `call` of a tool, which need not search. Left out: search. */
  readonly acts?: 'search' | 'call';
  /** Where the reward reads the answer from a `\boxed{…}`: in the answer element, or in the last turn. Left out: nowhere. */
  readonly box?: 'answer' | 'last-turn';
  /** Looks for the dialect's marks in one own text; null when there are none. */
  recognise(text: string, parts: readonly TextPart[]): Evidence | null;
  /** Cuts a text into segments and turns. Never throws; linear in the length of the text. */
  parse(text: string, parts: readonly TextPart[]): Trace;
}
