/** What the server is asked about indexes and replayed searches. Paths are file-system paths. */
import type { RolloutAddress } from './rollout-uri';

/** One query of a rollout. */
export interface QueryPlace {
  readonly rollout: RolloutAddress;
  /** Number of the turn, from 0. */
  readonly turn: number;
  /** Number of the query in its turn, from 0. */
  readonly query: number;
}

export interface ReplayParams extends QueryPlace {
  /** URI of the file, for the server to open it. */
  readonly file: string;
  /** Path of the index. */
  readonly index: string;
  readonly engine: string;
  /** Another text for the query; null for the recorded one. */
  readonly text: string | null;
  /** Documents to bring, from 1; null for as many as were recorded, or 3 where there were none. */
  readonly topK: number | null;
}

/** A document of one of the two lists. */
export interface ComparedDocument {
  readonly rank: number;
  readonly title: string | null;
  /** Its text, cut to {@link MOST_TEXT} characters. */
  readonly text: string;
  readonly cut: boolean;
  readonly score: number | null;
  readonly gold: boolean;
  /** The golds that stand in it, and where: UTF-16 ranges of `text`, in order, without overlaps. */
  readonly golds: readonly string[];
  readonly marks: readonly { readonly start: number; readonly end: number }[];
  /** Its rank in the other list; null where it is not there. */
  readonly otherRank: number | null;
  /** Where it stands in the rollout's own text; null for replayed ones. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/** Characters of a document's text that a panel is sent. */
export const MOST_TEXT = 4000;

/** A search as it was recorded and as the index answers now. */
export interface SearchReplay {
  /** `step_40.jsonl#17` */
  readonly id: string;
  readonly question: string | null;
  readonly golds: readonly string[];
  /** Every query of the rollout, in order. */
  readonly queries: readonly { readonly turn: number; readonly query: number; readonly text: string }[];
  readonly recordedQuery: string;
  readonly query: string;
  readonly topK: number;
  readonly engine: string;
  readonly recorded: readonly ComparedDocument[];
  readonly replayed: readonly ComparedDocument[];
  /** Share of the recorded documents that came back, from 0 to 1; null where none were recorded. */
  readonly overlap: number | null;
  readonly goldRankRecorded: number | null;
  readonly goldRankReplayed: number | null;
  /** How golds were told, in words. */
  readonly goldPath: string;
  /** Milliseconds. */
  readonly ms: number;
  readonly index: IndexSummary;
  /** What is needed to repeat the search, as JSON. */
  readonly receipt: string;
}

/** An index in a few words. */
export interface IndexSummary {
  readonly path: string;
  /** Names of its corpora. */
  readonly corpora: readonly string[];
  readonly documents: number;
  readonly engines: readonly string[];
}

export interface BuildIndexParams {
  readonly corpora: readonly string[];
  readonly out: string;
  /** Ids of the engines to prepare the index for. */
  readonly engines: readonly string[];
}

/** How far building is. */
export interface BuildIndexProgress {
  /** What is going on, as a verb. */
  readonly phase: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly documents: number;
  /** Seconds; null while it cannot be told. */
  readonly secondsLeft: number | null;
}

export interface BuiltIndex {
  readonly index: IndexSummary;
  /** Records that were no passages, and the first few as sentences. */
  readonly bad: number;
  readonly badExamples: readonly string[];
}
