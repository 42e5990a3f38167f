import type { Diagnostic } from 'vscode-languageserver';
import type { OpenOptions } from '../../core/rollouts/rollout-file';
import type { RewardChunk } from '../rewards/columns';
import type { RewardFacts } from '../rewards/file-rewards';

/** What the server asks of the worker about a whole file. Jobs are numbered by the server. */
export type Job =
  | {
      readonly kind: 'documents';
      readonly id: number;
      readonly path: string;
      readonly options: OpenOptions;
      /** Most postings. */
      readonly most: number;
    }
  | {
      readonly kind: 'findings';
      readonly id: number;
      readonly path: string;
      readonly uri: string;
      readonly options: OpenOptions;
      /** Most findings that are placed; the others are counted. */
      readonly most: number;
    }
  | {
      readonly kind: 'rewards';
      readonly id: number;
      readonly path: string;
      readonly options: OpenOptions;
      /** Id of a known reward profile, or `auto`. */
      readonly profile: string;
    };

export type ToWorker = Job | { readonly kind: 'cancel'; readonly id: number };

/** What a job brought since the last batch. */
export type Batch =
  | {
      readonly kind: 'documents';
      readonly id: number;
      /** Key, index, sample and turn of each retrieved document. */
      readonly postings: Float64Array;
      /** Records read so far. */
      readonly records: number;
    }
  | {
      readonly kind: 'findings';
      readonly id: number;
      readonly diagnostics: readonly Diagnostic[];
      /** Findings so far that were counted only. */
      readonly left: number;
      /** Where the first of those stands, or null. */
      readonly next: Diagnostic['range'] | null;
    }
  | {
      readonly kind: 'rewards';
      readonly id: number;
      /** The rollouts since the last batch. */
      readonly chunk: RewardChunk;
      /** What is known of the file so far. */
      readonly facts: RewardFacts;
    };

/** How a job ended: `failed` says why in a sentence; `capped` that it stopped before the end of the file. */
export interface JobEnd {
  readonly kind: 'end';
  readonly id: number;
  readonly failed: string | null;
  readonly capped: boolean;
}

export type FromWorker = Batch | JobEnd;
