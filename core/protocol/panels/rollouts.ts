import type { RawRecordParams, RawRecordPart, RolloutDetail } from '../rollout-detail';
import type { RolloutAddress } from '../rollout-uri';
import type {
  ColumnValues,
  FirstRows,
  GroupsPage,
  GroupsParams,
  LocateParams,
  PageParams,
  SearchParams,
  SearchProgress,
  SqlParams,
  SqlResult,
  StorePage,
  StoreState,
  ValuesParams,
} from '../store';
import type { Call } from './channel';

/** What the Rollouts editor shows: one set of files an editor. */
export interface RolloutsSubject {
  /** URIs of files and folders. */
  readonly paths: readonly string[];
  readonly name: string;
  /** The rollout to show first, or null. */
  readonly rollout: RolloutAddress | null;
  /** What the filter line says first; empty for nothing. */
  readonly filter: string;
}

/** Columns as the reader wants them: ids in order, and widths in pixels where they were changed. */
export interface ColumnChoice {
  readonly columns: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

interface ToHost {
  /** Runs as long as the page is there; tells the state of the set at once and with every change. No timeout. */
  readonly 'rollouts/open': Call<null, void, StoreState>;
  /** The first rollouts, read from the files before anything is in work. */
  readonly 'rollouts/first': Call<null, FirstRows>;
  readonly 'rollouts/page': Call<PageParams, StorePage>;
  readonly 'rollouts/locate': Call<LocateParams, number | null>;
  readonly 'rollouts/values': Call<ValuesParams, ColumnValues>;
  readonly 'rollouts/groups': Call<GroupsParams, GroupsPage>;
  readonly 'rollouts/search': Call<SearchParams, SearchProgress, SearchProgress>;
  readonly 'rollouts/sql': Call<SqlParams, SqlResult>;
  readonly 'rollouts/stop': Call<null, void>;
  readonly 'rollouts/resume': Call<null, void>;
  readonly 'rollouts/detail': Call<RolloutAddress, RolloutDetail>;
  readonly 'rollouts/raw': Call<RawRecordParams, RawRecordPart>;
  /** Opens the rollout's document beside the editor. */
  readonly 'rollouts/openText': Call<RolloutAddress, void>;
  /** Shows the rollout in its file, at its line and byte; `offset` of its own text, or its beginning. */
  readonly 'rollouts/revealInFile': Call<RolloutAddress & { readonly offset: number | null }, void>;
  /** Puts a link to the rollout, or to the filter, on the clipboard. */
  readonly 'rollouts/copyLink': Call<
    { readonly rollout: RolloutAddress | null; readonly filter: string },
    void
  >;
  /** The columns that were chosen last; null where nothing was. */
  readonly 'rollouts/columns': Call<null, ColumnChoice | null>;
  readonly 'rollouts/keepColumns': Call<ColumnChoice | null, void>;
}

/** The Rollouts editor: a table of all rollouts of a set, and one of them beside it. */
export interface RolloutsView {
  readonly subject: RolloutsSubject;
  readonly toHost: ToHost;
  readonly toPage: {
    /** A rollout is to be shown: a link was followed, or it was chosen in a tree. */
    readonly 'rollouts/show': Call<RolloutAddress, void>;
    /** The filter line is to say this. */
    readonly 'rollouts/filter': Call<{ readonly text: string }, void>;
  };
}
