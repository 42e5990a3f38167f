import type { ColumnInfo, ColumnKind } from '../../protocol/store';
import { identifier } from '../../host/duckdb/sql';
import type { SqlColumn } from '../filter/sql';
import type { RecordedColumn } from '../ingest/batch';

/** The database of a set, as it is attached, and its tables. */
export const CACHE = 'cache';
export const ROLLOUTS = `${CACHE}.main.rollouts`;
export const FILES = `${CACHE}.main.files`;
export const META = `${CACHE}.main.meta`;

/** Rises when the tables change. */
export const FORMAT = 1;

/** Most columns that files bring. */
export const MOST_RECORDED = 64;
/** Longest key that makes a column, in UTF-16 units. */
const LONGEST_KEY = 200;
const RECORDED = 'recorded.';

/** How a column of a table is stored. Numbers and flags (0 and 1) are doubles: they are taken over without a look at each. */
export type StoredType = 'INTEGER' | 'DOUBLE' | 'VARCHAR';

export interface StoredColumn {
  readonly name: string;
  readonly type: StoredType;
}

/** Where a row stands: its own number, which rises in the order of insertion, and the place in the files. */
export const PLACE_COLUMNS: readonly StoredColumn[] = [
  { name: 'row', type: 'INTEGER' },
  { name: 'file', type: 'INTEGER' },
  { name: 'idx', type: 'INTEGER' },
  { name: 'sample', type: 'INTEGER' },
  { name: 'line', type: 'DOUBLE' },
  { name: 'byte_start', type: 'DOUBLE' },
  { name: 'byte_end', type: 'DOUBLE' },
];

/** Columns of the registry that are the place of a row: workers count from the beginning of a stretch, the table knows. */
const OF_PLACE: Readonly<Record<string, string>> = {
  index: 'idx',
  sample: 'sample',
  line: 'line',
  byte_start: 'byte_start',
  byte_end: 'byte_end',
};

/** A column that files brought. A key of several kinds gets a second place, for its texts. */
export interface RecordedPlace {
  readonly key: string;
  /** What it held first, in {@link name}. */
  readonly first: RecordedColumn['kind'];
  readonly name: string;
  /** Where values are that are not of the first kind; null where there are none, and for texts. */
  readonly mixed: string | null;
}

/** What is stored where. Plain data of a moment: a new one is made when files bring a column. */
export interface Layout {
  readonly registry: readonly ColumnInfo[];
  readonly recorded: readonly RecordedPlace[];
  /** Columns that were added to the table for them, in its order. */
  readonly added: readonly StoredColumn[];
  readonly columns: readonly ColumnInfo[];
  /** How each column is read, by id. */
  readonly byId: ReadonlyMap<string, SqlColumn>;
}

/** Refuses ids that are no plain words: they are names in the database and in what people write. */
export function layoutOf(
  registry: readonly ColumnInfo[],
  { recorded, added }: Pick<Layout, 'recorded' | 'added'> = { recorded: [], added: [] },
): Layout {
  const byId = new Map<string, SqlColumn>();
  for (const { id, kind } of registry) {
    if (!/^[a-z][a-z\d_]{0,62}$/.test(id)) throw new Error(`a column cannot be called ${JSON.stringify(id)}`);
    if (byId.has(id)) throw new Error(`two columns are called ${id}`);
    byId.set(id, { sql: identifier(placeOf(id, kind) ?? storedName(id)), kind });
  }
  for (const place of recorded)
    byId.set(RECORDED + place.key, { sql: recordedSql(place), kind: kindOf(place) });
  return { registry, recorded, added, byId, columns: [...registry, ...recorded.map(recordedInfo)] };
}

/** The column of a row's place that answers for one of the registry; null where it has values of its own. */
function placeOf(id: string, kind: ColumnKind): string | null {
  const place = Object.hasOwn(OF_PLACE, id) ? OF_PLACE[id] : undefined;
  return place !== undefined && (kind === 'integer' || kind === 'number') ? place : null;
}

/** Name of a registry's column in the table. */
export const storedName = (id: string): string => `c_${id}`;

export function storedType(kind: ColumnKind): StoredType {
  return kind === 'text' || kind === 'list' ? 'VARCHAR' : 'DOUBLE';
}

/** Columns of the table, in order. */
export function storedColumns({ registry, added }: Layout): StoredColumn[] {
  const own = registry.filter(({ id, kind }) => placeOf(id, kind) === null);
  return [
    ...PLACE_COLUMNS,
    ...own.map(({ id, kind }) => ({ name: storedName(id), type: storedType(kind) })),
    ...added,
  ];
}

function kindOf({ first, mixed }: RecordedPlace): RecordedColumn['kind'] {
  return mixed === null ? first : 'text';
}

/** A key of several kinds reads as text: whole numbers without a point, flags as `true` and `false`. */
function recordedSql({ first, name, mixed }: RecordedPlace): string {
  const own = identifier(name);
  if (mixed === null) return own;
  const text =
    first === 'flag'
      ? `CASE ${own} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
      : `CASE WHEN abs(${own}) < 1e15 AND ${own} = trunc(${own}) THEN CAST(CAST(${own} AS BIGINT) AS VARCHAR) ELSE CAST(${own} AS VARCHAR) END`;
  return `coalesce(${identifier(mixed)}, ${text})`;
}

function recordedInfo(place: RecordedPlace): ColumnInfo {
  const kind = kindOf(place);
  return {
    id: RECORDED + place.key,
    title: place.key,
    kind,
    family: 'recorded',
    explanation: `What the files record as ${JSON.stringify(place.key)}; unknown where they do not.`,
    shown: false,
    width: kind === 'text' ? 160 : 80,
  };
}

/** What is to be added to the table for columns that a batch brings. */
export interface Growth {
  readonly recorded: readonly RecordedPlace[];
  readonly added: readonly StoredColumn[];
}

/** Null where the columns of a batch have their places. Keys past {@link MOST_RECORDED}, and too long ones, get none. */
export function growthFor(
  recorded: readonly RecordedPlace[],
  brought: readonly Pick<RecordedColumn, 'key' | 'kind'>[],
): Growth | null {
  const places = [...recorded];
  const added: StoredColumn[] = [];
  for (const { key, kind } of brought) {
    const at = places.findIndex((place) => place.key === key);
    const place = places[at];
    if (!place) {
      if (places.length >= MOST_RECORDED || !usableKey(key)) continue;
      const name = `r${places.length}`;
      places.push({ key, first: kind, name, mixed: null });
      added.push({ name, type: storedType(kind) });
    } else if (place.first !== kind && place.first !== 'text' && place.mixed === null) {
      const mixed = `${place.name}_text`;
      places[at] = { ...place, mixed };
      added.push({ name: mixed, type: 'VARCHAR' });
    }
  }
  return added.length > 0 ? { recorded: places, added } : null;
}

function usableKey(key: string): boolean {
  // eslint-disable-next-line no-control-regex -- a key with control characters cannot be typed or shown
  return key.length > 0 && key.length <= LONGEST_KEY && !/[\u0000-\u001f\u007f]/.test(key);
}
