/**
 * Everything the extension and the language server say to each other beyond the Language Server Protocol. Files are
 * named by URI strings; positions are LSP positions (line and UTF-16 character from 0).
 */
import type { Severities } from '../findings';
import type {
  ComponentsParams,
  CurveProgress,
  DistributionParams,
  RewardCurve,
  RewardDistribution,
  RewardExplanation,
  RewardPage,
  RewardPageParams,
  RewardSelection,
} from './rewards';
import type {
  BuildIndexParams,
  BuildIndexProgress,
  BuiltIndex,
  IndexSummary,
  QueryPlace,
  ReplayParams,
  SearchReplay,
} from './retrieval';
import type { ExplainMessages, ExplainParams } from './explain';
import type { GraphParams, RolloutGraphView } from './graph';
import type { Holding } from '../containers/container';
import type {
  ConfigShown,
  FieldSamples,
  FileLosses,
  ListRecordsParams,
  MappingPreview,
  OpenTextParams,
  PreviewParams,
  ReadableRecord,
  RecordPage,
  RecordParams,
} from './records';
import type { RolloutAddress } from './rollout-uri';
import type { RawRecordParams, RawRecordPart, RolloutDetail } from './rollout-detail';
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
  StoreSelection,
  StoreState,
  StoreSummary,
  ValuesParams,
} from './store';

export const PROTOCOL_VERSION = 1;

/**
 * One request: its method, and its types for both ends. The types exist only for the compiler. `Progress` is what the
 * server says while it works, to a client that asked for it (`progress.ts`).
 */
export interface RequestName<Params, Result, Progress = never> {
  readonly method: string;
  readonly types?: readonly [Params, Result, Progress];
}

/** One notification, likewise. */
export interface NotificationName<Params> {
  readonly method: string;
  readonly types?: readonly [Params];
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface PositionRange {
  readonly start: Position;
  readonly end: Position;
}

/** Sent as `initializationOptions`. */
export interface InitializeOptions {
  readonly protocol: number;
  /** Whether the workspace is trusted; an untrusted one is read and explained all the same. */
  readonly trusted: boolean;
  /** Folder for caches, on this machine's disk; one under the system's for temporary files where nothing is said. */
  readonly storage?: string;
}

/** The section `tracehop` of the settings, as `workspace/configuration` returns it for a resource. */
export interface Settings {
  /** Dialect id, or `auto`. */
  readonly dialect: string;
  /** Container id, or `auto`. */
  readonly container: string;
  /**
   * Dialect and container of single files, by glob, which win over the two above. A relative pattern matches the end
   * of a path.
   */
  readonly dialects: Readonly<Record<string, string>>;
  readonly containers: Readonly<Record<string, string>>;
  readonly findings: { readonly severity: Severities };
  readonly codeLens: { readonly enabled: boolean };
  readonly inlayHints: { readonly enabled: boolean };
  /** `profile`: id of the reward profile by which rewards are recomputed, or `auto` for that of the dialect. */
  readonly rewards: { readonly profile: string };
}

/** A guess and what speaks for it. */
export interface Guess {
  readonly id: string;
  readonly title: string;
  readonly because: string;
  readonly weight: number;
}

/** What a file was taken for. */
export interface FileDescription {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  readonly container: Guess;
  readonly dialect: Guess;
  /** What else was thought of, best first. */
  readonly otherContainers: readonly Guess[];
  readonly otherDialects: readonly Guess[];
  /** Why the file holds no rollouts, or null where it does. */
  readonly none: string | null;
  /** What its records are; `records` can be looked at, and mapped. */
  readonly holds: Holding;
  /** What `tracehop.yml` decided of it. */
  readonly configured: { readonly container: boolean; readonly dialect: boolean };

  /** False where records are too long or the file too big for hovers inside the text (`text-limits.ts`). */
  readonly inText: boolean;
}

/** One rollout in a list: enough to choose by. */
export interface RolloutSummary extends RolloutAddress {
  readonly id: string;
  readonly question: string | null;
  readonly score: number | null;
  readonly turns: number;
  readonly searches: number;
  readonly documents: number;
  readonly answer: string | null;
  /** The first golds of the file, at most three. */
  readonly golds: readonly string[];
  /** Whether the answer equals a gold (N1); null without golds. */
  readonly correct: boolean | null;
  /** Beginning of the response, on one line: what tells rollouts apart where nothing is recorded. */
  readonly opening: string;
  /** False where the dialect knows no searches and no answers, so that their absence says nothing. */
  readonly structured: boolean;
  /** Number of findings by severity. */
  readonly errors: number;
  readonly warnings: number;
  readonly informations: number;
  /** Rule ids of the findings, each once, in order of position. */
  readonly rules: readonly string[];
  /** What is wrong with the record, or null. */
  readonly fault: string | null;
}

/** The line a record starts on, for a code lens; what the lens says is asked for when it is shown. */
export interface RecordLine {
  readonly line: number;
  readonly index: number;
}

/** What is opened where: a place in the source file. */
export interface FilePlace {
  readonly file: string;
  readonly position: Position;
  /** Byte offset in the file. */
  readonly byte: number;
}

/** A place in a rollout. */
export interface RolloutPlace extends RolloutAddress {
  /** Offset in its own text; null where the position is in its record but in no character of its text. */
  readonly offset: number | null;
}

/** A hover inside a JSON record. */
export interface RecordHover {
  readonly markdown: string;
  readonly range: PositionRange;
}

/** A lens inside a JSON record, where a search stands. */
export interface SearchLens {
  readonly range: PositionRange;
  readonly title: string;
  readonly rollout: RolloutAddress;
  /** Offset of the search in the rollout's own text. */
  readonly offset: number;
}

interface FileParams {
  readonly file: string;
}

interface FilePosition extends FileParams {
  readonly position: Position;
}

export const requests = {
  /** What the file was taken for, and why. */
  describeFile: { method: 'tracehop/describeFile' } as RequestName<FileParams, FileDescription>,
  /** Own text of one rollout, for the virtual document; fails with a sentence for the user. */
  rolloutText: { method: 'tracehop/rolloutText' } as RequestName<RolloutAddress, { readonly text: string }>,
  /** Summaries from record `from` on, at most `count` records. `next` is where to go on, null at the end. */
  listRollouts: { method: 'tracehop/listRollouts' } as RequestName<
    FileParams & { readonly from: number; readonly count: number },
    { readonly rollouts: readonly RolloutSummary[]; readonly next: number | null }
  >,
  /** Summaries of the rollouts of one record. */
  summary: { method: 'tracehop/summary' } as RequestName<
    FileParams & { readonly index: number },
    readonly RolloutSummary[]
  >,
  /** The record that covers a position of the file, or null. */
  recordAt: { method: 'tracehop/recordAt' } as RequestName<FilePosition, RolloutAddress | null>,
  /** The rollout that covers a position of the file, and the place in it; null outside all records. */
  ownOffsetAt: { method: 'tracehop/ownOffsetAt' } as RequestName<FilePosition, RolloutPlace | null>,
  /** Offset in the own text at which the policy begins to write; null where it wrote nothing. */
  policyStart: { method: 'tracehop/policyStart' } as RequestName<
    RolloutAddress,
    { readonly offset: number | null }
  >,
  /** Lines on which records start; empty where the file is not for features inside the text. */
  recordLines: { method: 'tracehop/recordLines' } as RequestName<FileParams, readonly RecordLine[]>,
  /** Hover inside a JSON or JSONL text. */
  recordHover: { method: 'tracehop/recordHover' } as RequestName<FilePosition, RecordHover | null>,
  /** Lenses of the searches of one record, inside a JSON or JSONL text. */
  searchLenses: { method: 'tracehop/searchLenses' } as RequestName<
    FileParams & { readonly index: number },
    readonly SearchLens[]
  >,
  /** Where an offset of a rollout's own text stands in its file. */
  sourcePlace: { method: 'tracehop/sourcePlace' } as RequestName<
    RolloutAddress & { readonly offset: number },
    FilePlace
  >,
  /** Rewards over the steps of a file, of several files or of a folder. */
  rewardCurve: { method: 'tracehop/rewards/curve' } as RequestName<
    RewardSelection,
    RewardCurve,
    CurveProgress
  >,
  /** The rollouts behind a point of a curve, a page of them. */
  rewardRollouts: { method: 'tracehop/rewards/rollouts' } as RequestName<RewardPageParams, RewardPage>,
  /** How often which rewards occur at a point of a curve. */
  rewardDistribution: { method: 'tracehop/rewards/distribution' } as RequestName<
    DistributionParams,
    RewardDistribution
  >,
  /** Why one rollout got its reward. */
  rewardComponents: { method: 'tracehop/rewards/components' } as RequestName<
    ComponentsParams,
    RewardExplanation
  >,
  /** The query at an offset of a rollout's own text, or the nearest one; null where the rollout has none. */
  queryPlace: { method: 'tracehop/queryPlace' } as RequestName<
    RolloutAddress & { readonly offset: number },
    QueryPlace | null
  >,
  /** A recorded search beside what an index answers now. */
  replaySearch: { method: 'tracehop/retrieval/replay' } as RequestName<ReplayParams, SearchReplay>,
  /** Builds an index, or goes on with a build that was interrupted. */
  buildIndex: { method: 'tracehop/retrieval/build' } as RequestName<
    BuildIndexParams,
    BuiltIndex,
    BuildIndexProgress
  >,
  /** What an index says of itself; fails with a sentence where it is none. */
  describeIndex: { method: 'tracehop/retrieval/describe' } as RequestName<
    { readonly index: string },
    IndexSummary
  >,
  /** What would be sent to a model to explain a rollout. */
  explainMessages: { method: 'tracehop/explain/messages' } as RequestName<ExplainParams, ExplainMessages>,
  /** What was absent, guessed or cut in the first records of a file. */
  fileLosses: { method: 'tracehop/fileLosses' } as RequestName<FileParams, FileLosses>,
  /** Records of a file from record `from` on, at most `count`. */
  listRecords: { method: 'tracehop/records/list' } as RequestName<ListRecordsParams, RecordPage>,
  /** One record as a document to read. */
  readableRecord: { method: 'tracehop/records/readable' } as RequestName<RecordParams, ReadableRecord>,
  /** The fields of a file's first records, to map them. */
  fieldSamples: { method: 'tracehop/mapping/fields' } as RequestName<FileParams, FieldSamples>,
  /** What a field map makes of a file; fails with a sentence where it finds no rollout. */
  previewMapping: { method: 'tracehop/mapping/preview' } as RequestName<PreviewParams, MappingPreview>,
  /** Keeps a text in memory as a file of its own, and says what it was taken for. */
  openText: { method: 'tracehop/openText' } as RequestName<OpenTextParams, FileDescription>,
  /** One rollout as a graph, laid out; fails with a sentence for the user. */
  rolloutGraph: { method: 'tracehop/graph/rollout' } as RequestName<GraphParams, RolloutGraphView>,
  /** Opens a set of files as a table; runs until it is cancelled, and says how far the set is. */
  storeOpen: { method: 'tracehop/store/open' } as RequestName<StoreSelection, void, StoreState>,
  /** The first rollouts of a set, at most `count`, read from the files alone. */
  storeFirst: { method: 'tracehop/store/first' } as RequestName<
    StoreSelection & { readonly count: number },
    FirstRows
  >,
  /** These ask about a set that is open; each names it by the selection it was opened with. */
  storePage: { method: 'tracehop/store/page' } as RequestName<StoreSelection & PageParams, StorePage>,
  storeLocate: { method: 'tracehop/store/locate' } as RequestName<
    StoreSelection & LocateParams,
    number | null
  >,
  storeValues: { method: 'tracehop/store/values' } as RequestName<
    StoreSelection & ValuesParams,
    ColumnValues
  >,
  storeGroups: { method: 'tracehop/store/groups' } as RequestName<StoreSelection & GroupsParams, GroupsPage>,
  storeSummary: { method: 'tracehop/store/summary' } as RequestName<StoreSelection, StoreSummary>,
  storeSearch: { method: 'tracehop/store/search' } as RequestName<
    StoreSelection & SearchParams,
    SearchProgress,
    SearchProgress
  >,
  storeSql: { method: 'tracehop/store/sql' } as RequestName<StoreSelection & SqlParams, SqlResult>,
  storeStop: { method: 'tracehop/store/stop' } as RequestName<StoreSelection, void>,
  storeResume: { method: 'tracehop/store/resume' } as RequestName<StoreSelection, void>,
  /** One rollout beside the table. */
  rolloutDetail: { method: 'tracehop/rolloutDetail' } as RequestName<RolloutAddress, RolloutDetail>,
  /** A stretch of a record as it stands in the file. */
  rawRecord: { method: 'tracehop/rawRecord' } as RequestName<RawRecordParams, RawRecordPart>,
} as const;

export const notifications = {
  /** A JSON or JSONL text is open in an editor, or was saved: the server publishes its findings as diagnostics. */
  fileShown: { method: 'tracehop/fileShown' } as NotificationName<FileParams>,
  /** It was closed: the server takes its diagnostics back. */
  fileClosed: { method: 'tracehop/fileClosed' } as NotificationName<FileParams>,
  /** What an editor shows of a `tracehop.yml`: the server publishes what is wrong with it as diagnostics. */
  configShown: { method: 'tracehop/configShown' } as NotificationName<ConfigShown>,
  /** A text in memory is no longer needed. */
  textClosed: { method: 'tracehop/textClosed' } as NotificationName<FileParams>,
  /** From the server: a `tracehop.yml` changed, and with it what files are taken for. */
  configChanged: { method: 'tracehop/configChanged' } as NotificationName<Record<string, never>>,
  /** From the server: the file behind virtual documents changed on disk. */
  fileChanged: { method: 'tracehop/fileChanged' } as NotificationName<FileParams>,
} as const;
