/** One rollout beside the table: what it did, what came back, what it got, and why. */
import type { ComponentScore } from '../reward/component-score';
import type { Finding, QueryMode } from '../trace/model';
import type { RolloutAddress } from './rollout-uri';

/** A text that may be long: the beginning, and how many characters there are. */
export interface CutText {
  readonly text: string;
  readonly length: number;
}

export interface DetailDocument {
  /** Number of its query in the turn, and rank in the result list, from 1. */
  readonly query: number;
  readonly rank: number;
  readonly title: string | null;
  readonly text: CutText;
  readonly score: number | null;
  /** The golds that stand in it; empty for a document without any. */
  readonly golds: readonly string[];
  /** UTF-16 range in the own text. */
  readonly start: number;
  readonly end: number;
}

export interface DetailTurn {
  readonly think: CutText | null;
  readonly queries: readonly {
    readonly text: string;
    readonly mode: QueryMode | null;
    readonly start: number;
    readonly end: number;
  }[];
  readonly documents: readonly DetailDocument[];
  readonly error: string | null;
  readonly tokens: number | null;
  readonly ms: number | null;
  readonly start: number;
  readonly end: number;
}

/** One bar of the waterfall. Bars that ran at the same time stand in lanes of their own. */
export interface WaterfallBar {
  /** Index of its turn; null for what belongs to the rollout as a whole, or to no turn that can be told. */
  readonly turn: number | null;
  readonly kind: 'think' | 'search' | 'answer' | 'other';
  readonly label: string;
  /** Milliseconds since the rollout began, and how long it took. */
  readonly from: number;
  readonly ms: number;
  readonly lane: number;
}

/** Times of a rollout. `placed` says whether the file has beginnings, or durations alone that were put one after the other. */
export interface Waterfall {
  readonly bars: readonly WaterfallBar[];
  readonly total: number;
  readonly placed: 'recorded' | 'in-order';
  /** Where the times were found: a clause for the reader. */
  readonly source: string;
}

export interface RolloutDetail extends RolloutAddress {
  readonly id: string;
  readonly question: string | null;
  readonly golds: readonly string[];
  readonly answer: string | null;
  /** UTF-16 range of the answer in the own text. */
  readonly answerRange: { readonly start: number; readonly end: number } | null;
  readonly container: string;
  readonly dialect: string;
  /** Values the file holds, as text, in its order. */
  readonly recorded: readonly { readonly key: string; readonly value: CutText }[];
  /** Recomputed by the profile; `total` is null with a reason. */
  readonly reward: {
    readonly profile: string | null;
    readonly total: number | null;
    readonly reason: string | null;
    readonly components: readonly ComponentScore[];
    /** Of the policy's own answer, which the profile need not have taken; null without golds. */
    readonly em: number | null;
    readonly f1: number | null;
  };
  readonly turns: readonly DetailTurn[];
  readonly findings: readonly (Finding & { readonly title: string })[];
  readonly waterfall: Waterfall | null;
  /** Where the record stands: line (from 0) and bytes; line null where the file has none (rows). */
  readonly place: { readonly line: number | null; readonly byteStart: number; readonly byteEnd: number };
  /** What is wrong with the record, or null. */
  readonly fault: string | null;
}

/** A stretch of a record as it stands in the file, so that one of any size can be read. */
export interface RawRecordParams extends RolloutAddress {
  /** Byte in the record, and how many are wanted, at most 1 MiB. Characters are not cut: the reply says what it holds. */
  readonly from: number;
  readonly count: number;
}

export interface RawRecordPart {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Bytes of the record. */
  readonly size: number;
}
