import type { ServiceDescription } from '../host/service';
import type {
  ColumnValues,
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
  StoreSummary,
  ValuesParams,
} from '../protocol/store';
import type { FileChoices } from './file-choices';

/** Which set: its key, as {@link StoreMethods.open} gave it. */
interface InSet {
  readonly set: string;
}

/** A set as the server asks for it. Paths, not URIs: the store knows the disk alone. */
export interface SetParams {
  readonly paths: readonly string[];
  readonly choices: FileChoices;
  /** Milliseconds after which files are looked at where the system notifies of nothing; the first who opens a set says. */
  readonly interval: number;
}

/**
 * The methods of the store's process, for every window that is connected to it. Files are named by paths here, also where
 * {@link StorePage} and {@link LocateParams} say URIs: the server turns one into the other.
 */
export interface StoreMethods {
  /**
   * Opens a set, or joins those who have it open; runs until it is cancelled, which lets go of the set. The first
   * progress comes at once.
   */
  readonly open: { readonly params: SetParams; readonly result: void; readonly progress: OpenProgress };
  readonly page: {
    readonly params: InSet & PageParams;
    readonly result: StorePage;
    readonly progress: never;
  };
  /** Position of a rollout in a snapshot; null where it is not in it. */
  readonly locate: {
    readonly params: InSet & LocateParams;
    readonly result: number | null;
    readonly progress: never;
  };
  readonly values: {
    readonly params: InSet & ValuesParams;
    readonly result: ColumnValues;
    readonly progress: never;
  };
  readonly groups: {
    readonly params: InSet & GroupsParams;
    readonly result: GroupsPage;
    readonly progress: never;
  };
  readonly summary: { readonly params: InSet; readonly result: StoreSummary; readonly progress: never };
  /** Resolves when all is searched; cancelled, what was found so far stays. */
  readonly search: {
    readonly params: InSet & SearchParams;
    readonly result: SearchProgress;
    readonly progress: SearchProgress;
  };
  readonly sql: { readonly params: InSet & SqlParams; readonly result: SqlResult; readonly progress: never };
  /** Stops reading for everybody; `resume` goes on where it stopped. */
  readonly stop: { readonly params: InSet; readonly result: void; readonly progress: never };
  readonly resume: { readonly params: InSet; readonly result: void; readonly progress: never };
}

/** What {@link StoreMethods.open} tells while the set is open. */
export interface OpenProgress {
  readonly set: string;
  readonly state: StoreState;
}

export const storeService: ServiceDescription<StoreMethods> = {
  name: 'store',
  idempotent: ['page', 'locate', 'values', 'groups', 'summary', 'sql', 'stop', 'resume'],
};
