import type { ServiceDescription } from '../host/service';
import type { BuildOutcome, BuildRequest } from './build/build';
import type { BuildProgress } from './build/pace';
import type { IndexInfo } from './format';
import type { Receipt } from './receipt';
import type { Hit } from './store/open-index';

/** A query and how many documents it asks for. */
export interface Asked {
  readonly query: string;
  /** From 1. */
  readonly k: number;
}

/** What came back for one query. */
export interface Retrieved {
  readonly query: string;
  readonly hits: readonly Hit[];
  /** Milliseconds that the search took. */
  readonly ms: number;
}

/** What came back for several, and what is needed to repeat it. */
export interface Retrieval {
  readonly results: readonly Retrieved[];
  readonly receipt: Receipt;
}

/** How building went. `upToDate`: there was such an index already, and nothing was done. */
export interface Built extends BuildOutcome {
  readonly index: IndexInfo;
  readonly upToDate: boolean;
}

/** The methods of the host's retrieval service. */
export interface RetrievalMethods {
  readonly build: { readonly params: BuildRequest; readonly result: Built; readonly progress: BuildProgress };
  readonly describe: {
    readonly params: { readonly index: string };
    readonly result: IndexInfo;
    readonly progress: never;
  };
  readonly retrieve: {
    readonly params: { readonly index: string; readonly engine: string; readonly queries: readonly Asked[] };
    readonly result: Retrieval;
    readonly progress: never;
  };
  /** Lets go of an index that is open, or of all. */
  readonly release: {
    readonly params: { readonly index: string | null };
    readonly result: null;
    readonly progress: never;
  };
}

export const RETRIEVAL: ServiceDescription<RetrievalMethods> = {
  name: 'retrieval',
  // A build is asked for again by whoever asked: it goes on where it stopped.
  idempotent: ['describe', 'retrieve', 'release'],
};
