/** What is known of a generated rollout without reading its text back: from the behaviour and from its execution. */
export interface RolloutLabel {
  readonly index: number;
  readonly behaviour: string;
  readonly question: string;
  readonly golds: readonly string[];
  /** UTF-16 length of the own text (prompt and response). */
  readonly length: number;
  /** Who wrote what, in order, covering the own text without gaps. */
  readonly runs: readonly Run[];
  /** Searches that the environment executed, in order. */
  readonly searches: readonly ExecutedSearch[];
  /** Complete searches that the policy wrote and nothing executed (turn limit, or an answer came first). */
  readonly unexecuted: readonly string[];
  /** Complete answers of the policy, trimmed, in order; `answer` is the last of them. */
  readonly answers: readonly string[];
  readonly answer: string | null;
  /** What the system's own reward takes for the answer (the prompt's example or the notice, at times). */
  readonly extracted: string | null;
  readonly notices: number;
  readonly documentsTruncated: boolean;
  /** Tags of the policy without their counterpart, in order. */
  readonly unbalanced: readonly Unbalanced[];
  readonly score: number | null;
  /** Findings any reader would expect, sorted. */
  readonly findings: readonly FindingId[];
  /** Findings for which there are reasons on both sides. Anything else is a false alarm. */
  readonly optional: readonly FindingId[];
}

export type Writer = 'prompt' | 'policy' | 'environment';

export interface Run {
  readonly by: Writer;
  readonly start: number;
  readonly end: number;
}

export interface ExecutedSearch {
  readonly query: string;
  /** Titles the retriever returned, best first. */
  readonly titles: readonly string[];
  /** How many of them stand in the text with their whole header; fewer when the observation was cut. */
  readonly shown: number;
  /** Whether the observation lost its end to the token limit. */
  readonly truncated: boolean;
}

export interface Unbalanced {
  readonly kind: 'unclosed' | 'unopened';
  readonly tag: string;
  /** Offset of the tag in the own text. */
  readonly start: number;
}

export type FindingId =
  | 'unclosed-tag'
  | 'missing-answer'
  | 'multiple-answers'
  | 'search-without-information'
  | 'forged-information'
  | 'invalid-action'
  | 'empty-query'
  | 'repeated-query'
  | 'too-many-queries'
  | 'truncated'
  | 'gold-never-retrieved'
  | 'gold-retrieved-answer-wrong'
  | 'answer-not-in-evidence'
  | 'answer-from-prompt-example';

/** The labels of one file. */
export interface LabelFile {
  /** The command that wrote this file and the labelled one. */
  readonly generatedBy: string;
  /** Path of the labelled file from the repository's root. */
  readonly file: string;
  readonly container: string;
  readonly dialect: string;
  readonly settings: Readonly<Record<string, number>>;
  readonly rollouts: readonly RolloutLabel[];
}

/** One line of `examples/broken.jsonl`. Bytes exclude the line end; `line` counts from 0, empty lines included. */
export interface BrokenLine {
  readonly line: number;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly fault: string;
  /** Whether a rollout can be read of it, whether an error is due, or whether it holds nothing at all. */
  readonly expect: 'rollout' | 'error' | 'nothing';
}

export interface BrokenLabelFile {
  readonly generatedBy: string;
  readonly file: string;
  readonly container: string;
  readonly lines: readonly BrokenLine[];
}
