import type { QueryPlace, SearchReplay } from '../retrieval';
import type { Call } from './channel';
import type { ViewContract } from './page';

/** What the page asks for. */
export interface ReplayRequest {
  readonly turn: number;
  readonly query: number;
  /** Another text for the query; null for the recorded one. */
  readonly text: string | null;
  readonly topK: number | null;
}

/** What came of it: without an index there is nothing to replay on. */
export type ReplayOutcome =
  { readonly kind: 'no index' } | { readonly kind: 'replayed'; readonly replay: SearchReplay };

/** The panel that shows a search as it was recorded beside what an index answers now. */
export interface ReplayView extends ViewContract {
  readonly subject: QueryPlace;
  readonly toHost: {
    readonly 'replay/run': Call<ReplayRequest, ReplayOutcome>;
    /** Has the user choose an index, or build one; the page is told by `replay/indexChanged`. */
    readonly 'replay/chooseIndex': Call<null, void>;
    readonly 'replay/buildIndex': Call<null, void>;
  };
  readonly toPage: { readonly 'replay/indexChanged': Call<null, void> };
}
