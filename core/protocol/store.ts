/**
 * The rollout store: what a set of files holds as a table of rollouts, one row each. The same types go from the store's
 * process to the server and on to the extension and its pages. Files are named by URI strings.
 */
import type { RolloutAddress } from './rollout-uri';

/**
 * What a column holds, which says how it is compared and drawn. `list` is several texts (golds, findings); `flag` is true
 * or false. Every kind may be unknown (null) for a rollout.
 */
export type ColumnKind = 'integer' | 'number' | 'text' | 'flag' | 'list';

/** Which columns stand together where they are chosen from. */
export type ColumnFamily =
  'identity' | 'recorded' | 'answer' | 'reward' | 'shape' | 'evidence' | 'cost' | 'findings';

/** What is said of a column. */
export interface ColumnInfo {
  /** Its name in filters and in SQL: lower-case words joined by `_`, or `recorded.` and a key of the files. */
  readonly id: string;
  readonly title: string;
  readonly kind: ColumnKind;
  readonly family: ColumnFamily;
  /** One sentence: what it is, its unit and range, what unknown means. */
  readonly explanation: string;
  /** Whether it is shown where nothing was chosen. */
  readonly shown: boolean;
  /** Width in pixels where nothing was chosen. */
  readonly width: number;
}

/** A value of a row. Infinite numbers, which JSON has not, are the texts `Infinity` and `-Infinity`. */
export type Cell = number | string | boolean | readonly string[] | null;

/** A number, a text or a flag that a column is compared with; infinite numbers as in {@link Cell}. */
export type Operand = number | string | boolean;

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Which rollouts are wanted. A comparison with an unknown value is false, and so is its opposite. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'compare'; readonly column: string; readonly op: Comparison; readonly value: Operand }
  /** Two columns of a row with each other: `documents < searches`. */
  | { readonly kind: 'columns'; readonly column: string; readonly op: Comparison; readonly other: string }
  | { readonly kind: 'one-of'; readonly column: string; readonly values: readonly Operand[] }
  /** A text, or one of a list, holds this text; upper and lower case are the same. */
  | { readonly kind: 'contains'; readonly column: string; readonly text: string }
  /** A text, or one of a list, matches this regular expression somewhere (RE2: linear). */
  | { readonly kind: 'matches'; readonly column: string; readonly pattern: string }
  /** One of a list is this text: `finding:repeated-query`. */
  | { readonly kind: 'has'; readonly column: string; readonly value: string }
  | { readonly kind: 'known'; readonly column: string }
  /** The rollouts that a search through all texts found; see {@link SearchProgress}. */
  | { readonly kind: 'found'; readonly search: number };

export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** Which rollouts, in which order. Ties, and an empty sort, go by file, record and sample. Unknown values come last. */
export interface StoreView {
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
}

/** A set of files that are looked at together. */
export interface StoreSelection {
  /** URIs of files and folders; folders are walked in natural order. */
  readonly paths: readonly string[];
}

/** Where rows are kept. `memory`: only as long as the set is open, and only as many as fit; `why` is a sentence. */
export type CachePlace = { readonly kind: 'disk' } | { readonly kind: 'memory'; readonly why: string };

/** Something about one file, or the cache, that the reader must know; the message says what to do. */
export interface StoreProblem {
  /** URI; null where it is about the set as a whole. */
  readonly file: string | null;
  readonly message: string;
}

/**
 * `listing`: looking for files. `reading`: rows are added. `following`: all is read, and changes are waited for.
 * `stopped`: the reader cancelled; what was read stays.
 */
export type StorePhase = 'listing' | 'reading' | 'following' | 'stopped';

/** How far a set is. Sent whenever it changes, at most some times a second. */
export interface StoreState {
  /** Rises with every change of the rows: what was asked at a lower one is older. */
  readonly generation: number;
  readonly phase: StorePhase;
  readonly files: number;
  readonly filesRead: number;
  /** Bytes on disk. */
  readonly bytes: number;
  readonly bytesRead: number;
  /** Rollouts in work already. */
  readonly rows: number;
  /** Rollouts there are in all: exact once everything is read, before that by the bytes read; null before the first. */
  readonly expected: number | null;
  /** Bytes a second, and milliseconds to the end; null where nothing is being read. */
  readonly rate: number | null;
  readonly remaining: number | null;
  /** Records that cannot be read. */
  readonly broken: number;
  readonly cache: CachePlace;
  readonly problems: readonly StoreProblem[];
  readonly columns: readonly ColumnInfo[];
}

/** One rollout of a page. */
export interface StoreRow {
  /** Number of the file in the set; {@link StorePage.files} has its address. */
  readonly file: number;
  readonly index: number;
  readonly sample: number;
  /** The values of the columns that were asked for, in that order. */
  readonly values: readonly Cell[];
}

export interface PageParams {
  readonly view: StoreView;
  /** Ids of the columns that are wanted; unknown ones yield null. */
  readonly columns: readonly string[];
  /** The snapshot whose order the page continues; null takes what is there now. */
  readonly snapshot: string | null;
  /** Position of the first row in that order, from 0, and how many rows, at most {@link MOST_ROWS}. */
  readonly from: number;
  readonly count: number;
}

export const MOST_ROWS = 500;

/** Rows of one page, and those that are read from the files at once. */
export const PAGE_ROWS = 100;

export interface StorePage {
  readonly generation: number;
  /** Names the order of the rows. Where the one asked for is gone, another: positions of the old one mean nothing. */
  readonly snapshot: string;
  readonly from: number;
  readonly rows: readonly StoreRow[];
  /** Rows of the snapshot. */
  readonly matches: number;
  /** Rollouts in work when it was made. */
  readonly inWork: number;
  /** Addresses of the files in the page. */
  readonly files: Readonly<Record<number, string>>;
}

/** Where a rollout stands in a snapshot. */
export interface LocateParams extends RolloutAddress {
  readonly snapshot: string;
}

/** The values a column takes, most frequent first, over all rollouts in work that pass a filter. */
export interface ValuesParams {
  readonly column: string;
  readonly filter: Filter | null;
  /** Only values that hold this text; empty for all. */
  readonly text: string;
  readonly count: number;
}

export interface ColumnValues {
  readonly generation: number;
  readonly values: readonly { readonly value: Operand | null; readonly rollouts: number }[];
  /** Different values there are. */
  readonly distinct: number;
  /** Of numbers: least, greatest and mean; null elsewhere. */
  readonly range: { readonly least: number; readonly greatest: number; readonly mean: number } | null;
}

/** `group`: the rollouts of one question in one step (GRPO). */
export type GroupBy = 'question' | 'step' | 'group';

export type GroupOrder = 'key' | 'rollouts' | 'score' | 'spread' | 'em' | 'searches' | 'findings';

export interface GroupsParams {
  readonly by: GroupBy;
  readonly filter: Filter | null;
  readonly sort: { readonly by: GroupOrder; readonly descending: boolean };
  /** The order that the page continues; null takes the groups that there are now. */
  readonly snapshot: string | null;
  /** Position of the first group in that order, from 0, and how many, at most {@link MOST_ROWS}. */
  readonly from: number;
  readonly count: number;
}

/** Rollouts that have a question, a step or a group in common. Means are over rollouts that have the value. */
export interface RolloutGroup {
  /** What they have in common: a text or a number; null for those that have none. */
  readonly key: Operand | null;
  /** Rows of the group: add it to the filter to see them. */
  readonly filter: Filter;
  readonly rollouts: number;
  readonly score: number | null;
  /** Standard deviation of the score (population): 0 gives no advantage to anybody. */
  readonly spread: number | null;
  readonly em: number | null;
  readonly searches: number | null;
  /** Findings a rollout. */
  readonly findings: number | null;
}

export interface GroupsPage {
  readonly generation: number;
  /** Names the order of the groups. Where the one asked for is gone, another: positions of the old one mean nothing. */
  readonly snapshot: string;
  readonly groups: readonly RolloutGroup[];
  readonly total: number;
}

/** A set in short, for the tree of runs. */
export interface StoreSummary {
  readonly generation: number;
  readonly steps: readonly {
    readonly step: number | null;
    readonly rollouts: number;
    readonly score: number | null;
  }[];
  readonly findings: readonly { readonly rule: string; readonly rollouts: number }[];
}

/** What is looked for in the own texts of all rollouts. */
export interface SearchParams {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  /** Only among these rollouts. */
  readonly filter: Filter | null;
}

/** How far a search is. `search` names what it found in {@link Filter}, while it runs and until the set is closed. */
export interface SearchProgress {
  readonly search: number;
  readonly found: number;
  readonly rows: number;
  readonly rowsTotal: number;
  readonly done: boolean;
}

export interface SqlParams {
  /** One SELECT over the view `rollouts`. */
  readonly sql: string;
  /** Most rows. */
  readonly count: number;
}

export interface SqlResult {
  readonly generation: number;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether there were more rows. */
  readonly more: boolean;
  readonly ms: number;
}

/** The first rollouts of a set, read from the files alone. */
export interface FirstRows {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly StoreRow[];
  readonly files: Readonly<Record<number, string>>;
  /** Rollouts there are in all, by the bytes of those read; exact where all are read, null where too many files are left. */
  readonly expected: number | null;
  readonly complete: boolean;
  readonly problems: readonly StoreProblem[];
}
