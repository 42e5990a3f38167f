import type { RolloutsSubject } from '../../../core/protocol/panels/rollouts';
import { addressKey, readAddress, type RolloutAddress } from '../../../core/protocol/rollout-uri';
import type { GroupBy, GroupOrder, SearchParams, SortKey } from '../../../core/protocol/store';

/** Rollouts by what they have in common, and in which order. */
export interface GroupState {
  readonly by: GroupBy;
  readonly order: GroupOrder;
  readonly descending: boolean;
}

/** What was looked for by a search: a store that was started anew has to look again. */
export interface KeptSearch extends Omit<SearchParams, 'filter'> {
  readonly search: number;
}

/** Searches that are remembered: as many as the store keeps. */
const MOST_SEARCHES = 16;

/** What the page keeps over reloads; columns are kept by the extension. */
export interface RolloutsState {
  /** The filter line: what it says is what is shown. */
  readonly text: string;
  /** Conditions that were taken out of the line for a while, each as a line. */
  readonly paused: readonly string[];
  /** The last searches, the latest last. */
  readonly searches: readonly KeptSearch[];
  readonly sort: readonly SortKey[];
  /** Null where rollouts are shown one by one. */
  readonly group: GroupState | null;
  /** The active row. */
  readonly rollout: RolloutAddress | null;
  /** The rollout that is shown beside the table. */
  readonly opened: RolloutAddress | null;
  /** Position of the first row in sight. */
  readonly row: number;
  /** Share of the table in the width, or the height, in percent. */
  readonly split: number;
  /** The query that was asked last, and whether its box is open. */
  readonly sql: string;
  readonly sqlOpen: boolean;
  /** What the subject asked for when it was last followed. */
  readonly asked: string;
}

export const groupings: readonly { readonly id: GroupBy; readonly title: string }[] = [
  { id: 'question', title: 'Question' },
  { id: 'step', title: 'Step' },
  { id: 'group', title: 'Question in a step' },
];

export const groupOrders: readonly { readonly id: GroupOrder; readonly title: string }[] = [
  { id: 'key', title: 'Group' },
  { id: 'rollouts', title: 'Rollouts' },
  { id: 'score', title: 'Mean score' },
  { id: 'spread', title: 'Spread' },
  { id: 'em', title: 'EM' },
  { id: 'searches', title: 'Searches' },
  { id: 'findings', title: 'Findings' },
];

export const LEAST_SPLIT = 20;
export const MOST_SPLIT = 85;
const FIRST_SQL =
  'SELECT step, count(*) AS rollouts, avg(score) AS score FROM rollouts GROUP BY step ORDER BY step';

/** What an earlier page kept, as far as it makes sense; what the subject newly asks for wins. */
export function readState(
  stored: unknown,
  { rollout, filter }: Pick<RolloutsSubject, 'rollout' | 'filter'>,
): RolloutsState {
  const kept = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof RolloutsState, unknown>
  >;
  const asked = askedBy({ rollout, filter });
  const isNew = kept.asked !== asked;
  const { text, paused, searches, sort, row, split, sql } = kept;
  return {
    text: isNew && filter !== '' ? filter : typeof text === 'string' ? text : filter,
    paused: Array.isArray(paused) ? paused.filter((each) => typeof each === 'string') : [],
    searches: Array.isArray(searches) ? searches.flatMap((each) => readSearch(each) ?? []) : [],
    sort: Array.isArray(sort) ? sort.flatMap((key) => readSortKey(key) ?? []) : [],
    group: readGroup(kept.group),
    rollout: isNew && rollout ? rollout : readAddress(kept.rollout),
    opened: isNew && rollout ? rollout : readAddress(kept.opened),
    row: Number.isSafeInteger(row) && (row as number) >= 0 ? (row as number) : 0,
    split: boundedSplit(typeof split === 'number' && Number.isFinite(split) ? split : 55),
    sql: typeof sql === 'string' ? sql : FIRST_SQL,
    sqlOpen: kept.sqlOpen === true,
    asked,
  };
}

export function boundedSplit(percent: number): number {
  return Math.min(MOST_SPLIT, Math.max(LEAST_SPLIT, Math.round(percent)));
}

function askedBy({ rollout, filter }: Pick<RolloutsSubject, 'rollout' | 'filter'>): string {
  return `${rollout ? addressKey(rollout) : ''} ${filter}`;
}

/** The searches with another one. */
export function withSearch(searches: readonly KeptSearch[], one: KeptSearch): readonly KeptSearch[] {
  const others = searches.filter(({ search }) => search !== one.search);
  return [...others.slice(1 - MOST_SEARCHES), one];
}

function readSearch(value: unknown): KeptSearch | null {
  if (typeof value !== 'object' || value === null) return null;
  const { search, text, regex, matchCase } = value as Partial<Record<keyof KeptSearch, unknown>>;
  if (!Number.isSafeInteger(search) || typeof text !== 'string') return null;
  return { search: search as number, text, regex: regex === true, matchCase: matchCase === true };
}

function readSortKey(value: unknown): SortKey | null {
  if (typeof value !== 'object' || value === null) return null;
  const { column, descending } = value as Partial<Record<keyof SortKey, unknown>>;
  return typeof column === 'string' ? { column, descending: descending === true } : null;
}

function readGroup(value: unknown): GroupState | null {
  if (typeof value !== 'object' || value === null) return null;
  const kept = value as Partial<Record<keyof GroupState, unknown>>;
  const by = groupings.find(({ id }) => id === kept.by)?.id;
  if (!by) return null;
  const order = groupOrders.find(({ id }) => id === kept.order)?.id ?? 'rollouts';
  return { by, order, descending: kept.descending !== false };
}

/**
 * The sort after a click on a column's head: ascending, descending, not at all. With `add` the column becomes the last
 * key, or changes where it is; without, it is the only one.
 */
export function sortedBy(sort: readonly SortKey[], column: string, add: boolean): readonly SortKey[] {
  const held = sort.find((key) => key.column === column);
  const next = held ? (held.descending ? null : { column, descending: true }) : { column, descending: false };
  if (!add) return next ? [next] : [];
  if (!held) return next ? [...sort, next] : sort;
  return sort.flatMap((key) => (key.column === column ? (next ?? []) : key));
}
