import type { Run } from '../labels';

/** A search as the system executed it, or refused to. */
export interface SearchLabel {
  /** Queries as they were sent; with its mode before a colon where the system has modes. */
  readonly queries: readonly string[];
  /** Titles of the passages each query brought, as far as their beginnings stand in the text. */
  readonly titles: readonly (readonly string[])[];
  /** What was said instead of documents. */
  readonly error: string | null;
}

/** What is known of one generated rollout without reading its text back. */
export interface SystemRollout {
  readonly behaviour: string;
  readonly question: string;
  readonly golds: readonly string[];
  /** Who wrote what, covering the own text in order; for chats, the messages one by one. */
  readonly runs: readonly Run[];
  /** Searches that got an observation, in order. */
  readonly searches: readonly SearchLabel[];
  /** The last complete answer of the policy, trimmed. */
  readonly answer: string | null;
  readonly notices: number;
  /** Whether an observation lost its closing tag to a token limit. */
  readonly truncated: boolean;
  /** What the system's reward gave; by component where its dumps hold components. */
  readonly score: number | Readonly<Record<string, number>> | null;
}

/** The labels of one generated file of a system. */
export interface SystemLabels {
  readonly file: string;
  readonly dialect: string;
  readonly rollouts: readonly SystemRollout[];
}

/** A rollout as executed: its text, prompt first, and its label. */
export interface Played {
  readonly text: string;
  readonly promptLength: number;
  readonly label: SystemRollout;
}
