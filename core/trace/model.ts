/**
 * The model every part of the product shares: one rollout, cut into segments and gathered into turns.
 *
 * All offsets are UTF-16 code units into the rollout's own text (prompt followed by response). They are kept on
 * queries, documents and answers too, because editors need them; {@link publish} leaves those out of the JSON.
 */

/** A half-open range `[start, end)` of UTF-16 offsets into the own text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Who wrote a span: the dataset's prompt, the model under training, or the environment (retriever, tool). */
export type Author = 'prompt' | 'policy' | 'environment';

/** What a span is. `text` is whatever stands between the elements of a dialect. */
export type SegmentKind = 'prompt' | 'think' | 'search' | 'information' | 'answer' | 'notice' | 'text';

/** A span of the own text. A rollout's segments cover its text in order, without gaps or overlaps. */
export interface Segment extends Range {
  readonly kind: SegmentKind;
  readonly by: Author;
  /** Whether the element ended the way its dialect ends it. Kinds without delimiters are always closed. */
  readonly closed: boolean;
  /** Whether the trainer counts its tokens in the loss; left out where the file does not say, or says both of it. */
  readonly mask?: boolean;
  /** Sum of the log-probabilities (in nats) of its tokens when they were sampled; left out where it is not known of it alone. */
  readonly logprob?: number;
}

/** A stretch of the own text, such as a message, of which the file keeps tokens: what it says of them together. */
export interface TokenRun extends Range {
  /** Whether they are under loss; null where the file does not say, or says both. */
  readonly mask: boolean | null;
  /** Sum of their log-probabilities, in nats; null where the file keeps none. */
  readonly logprob: number | null;
}

/** How a query asks to be retrieved; null where the dialect has no modes. */
export type QueryMode = 'passage' | 'graph' | 'hybrid';

/** One query string of a search. The range is that of `text` in the own text, blanks trimmed. */
export interface Query extends Range {
  readonly text: string;
  readonly mode: QueryMode | null;
  /** What asked, as written, where a dialect has several ways to: `Lookup`, `BingSearch`, `S_Decomposed_Query`. */
  readonly operator?: string;
}

/** One retrieved passage. The range covers its whole entry (`Doc 1(Title: …) …`). */
export interface Document extends Range {
  /** Index of the query in its turn that brought it. */
  readonly query: number;
  /** Position in the result list as the environment printed it, from 1. */
  readonly rank: number;
  readonly title: string | null;
  readonly text: string;
  readonly score: number | null;
  /** What the environment calls it (a page id, a URL, a snippet's id); left out where it says none. */
  readonly id?: string;
}

/** think → search → observation, or think → answer. The range covers policy and environment text of the turn. */
export interface Turn extends Range {
  /** Content of the turn's think elements, joined by a newline; null when there is none. */
  readonly think: string | null;
  readonly queries: readonly Query[];
  readonly documents: readonly Document[];
  /** What the environment answered instead of documents (an invalid-action notice, a tool error), or null. */
  readonly error: string | null;
  /** True where `error` says that nothing was found: an answer of the retriever, and no failure. Left out elsewhere. */
  readonly nothingFound?: boolean;
  /** Ranges of the search elements, tags included: one a query, or one for all. */
  readonly searches: readonly Range[];
  /** Range of the environment's information element, tags included, or null when none came back. */
  readonly observation: Range | null;
}

/** The answer the policy gave, blanks trimmed. */
export interface Answer extends Range {
  readonly text: string;
}

/** Words of an answer that name what they rest on. The range covers the element, tags included. */
export interface Citation extends Range {
  /** Ids of documents, as the policy wrote them; see {@link Document.id}. */
  readonly ids: readonly string[];
  readonly text: string;
}

/** Something a dialect noticed about the structure while parsing; findings turn it into words. */
export interface Anomaly extends Range {
  /**
   * `unclosed`: an opening tag of the policy without its closer. `unopened`: a closing tag without its opener.
   * `truncated`: the text, or an environment block, stops before it should (token limits).
   */
  readonly kind: 'unclosed' | 'unopened' | 'truncated';
  /** The tag as written, such as `<think>`; for `truncated` the closer that is missing, or null. */
  readonly tag: string | null;
}

/**
 * What a mark says: whether to retrieve (`retrieval`), whether a passage is relevant (`relevance`), whether it supports
 * what was said (`support`), how useful the answer is (`utility`), the planned path (`path`), a reflection of the policy
 * (`reflection`), an action that neither retrieves nor answers (`action`), a short answer before the final one
 * (`short-answer`), or what the environment says of an answer (`verdict`).
 */
export type MarkKind =
  | 'retrieval'
  | 'relevance'
  | 'support'
  | 'utility'
  | 'path'
  | 'reflection'
  | 'action'
  | 'short-answer'
  | 'verdict';

/** A token or line that says something of the turn it stands in, and is neither query, document nor answer. */
export interface Mark extends Range {
  readonly kind: MarkKind;
  /** As written, without brackets, labels and outer blanks: `Fully supported`, `right`, `Start->Search[x]`. */
  readonly text: string;
}

/** What a dialect makes of one text. */
export interface Trace {
  readonly segments: readonly Segment[];
  readonly turns: readonly Turn[];
  readonly answer: Answer | null;
  readonly anomalies: readonly Anomaly[];
  /** Answers that stand in the prompt as examples (`<answer> Beijing </answer>`): content ranges, in order. */
  readonly promptAnswers: readonly Range[];
  /** What the answer cites, in order; left out by dialects without citations. */
  readonly citations?: readonly Citation[] | undefined;
  /** Marks of the response in order; left out by dialects that have none. */
  readonly marks?: readonly Mark[] | undefined;
}

/** How much a finding matters: error breaks training or scoring, warning is likely noise in the reward. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Something a rule noticed in one rollout. */
export interface Finding extends Range {
  readonly rule: string;
  readonly severity: Severity;
  /** Index into the rollout's turns, or null where the finding is about the rollout as a whole. */
  readonly turn: number | null;
  readonly message: string;
}

/** A run of the own text that comes from one place of the record. Parts cover the own text in order. */
export interface TextPart extends Range {
  readonly by: Author;
  /**
   * Where in a JSON record the characters stand (`['output']`, `['messages', 2, 'content']`); null where they are
   * the record's own characters (plain text) or were put in while rendering (`rendered`). A rendered part may name
   * the value it was made from (a tool call); its characters then map to the start of that value.
   */
  readonly path: readonly (string | number)[] | null;
  /** UTF-16 offset of the part's first character in what `path` names, or in the record's text; 0 when left out. */
  readonly at?: number;
  /** True for characters that the file does not hold: chat headers put in while rendering messages. */
  readonly rendered: boolean;
  /** Id of the tool call that the characters make, or answer; left out where the file gives none. */
  readonly call?: string;
}

/** Where a record stands in its file. */
export interface RecordPlace {
  /** Number of the record in its file, from 0. */
  readonly index: number;
  /** Byte range `[byteStart, byteEnd)` of the record, line end excluded. */
  readonly byteStart: number;
  readonly byteEnd: number;
  /** Line of the record's first byte, from 0. */
  readonly line: number;
  /** UTF-16 column of the record's first byte in that line, from 0; 0 when left out. */
  readonly character?: number;
}

/** What a container reads of one rollout, before any dialect looks at the text. */
export interface RolloutSource {
  /** `step_3.jsonl#17`, or `step_3.jsonl#17.2` for the third of several rollouts in one record. */
  readonly id: string;
  readonly file: string;
  readonly index: number;
  readonly sample: number;
  readonly question: string | null;
  readonly golds: readonly string[];
  readonly text: string;
  readonly parts: readonly TextPart[];
  /** What the file says of the tokens, in the order of the text and without overlap; left out where it keeps none. */
  readonly tokenRuns?: readonly TokenRun[];
  /** Values the file holds about the rollout: `score`, `step`, `group`, and whatever else stands beside them. */
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** One rollout, read and parsed. */
export interface Rollout extends RolloutSource, Trace {
  readonly container: string;
  readonly dialect: string;
  readonly findings: readonly Finding[];
}
