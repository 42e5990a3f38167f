import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckDbModule } from '../../host/duckdb/load';
import { rowsOf } from '../../host/duckdb/database';
import { literal } from '../../host/duckdb/sql';
import type { Cursor } from '../../containers/framing/framing';
import { WORKSPACE, type EngineBuild } from '../engines/engine';
import type { CorpusFault, CorpusStamp } from '../format';
import type { Passage } from '../passage';
import { appendRows } from './append';
import { NO_DOCUMENTS } from './identity';

/** Everything that the outcome of a build depends on. An interrupted build goes on only where all of it is the same. */
export interface BuildPlan {
  readonly format: number;
  readonly analyser: string;
  readonly engines: readonly string[];
  readonly corpora: readonly CorpusStamp[];
}

/** How far a build got. */
export interface BuildState {
  /** Segments written. */
  readonly segments: number;
  /** The corpus that is read, as an index into the plan's; their number when all are read. */
  readonly corpus: number;
  /** The last record of that corpus that is in; null before the first. */
  readonly after: Cursor | null;
  readonly documents: number;
  readonly broken: number;
  readonly identity: string;
}

export const BEGINNING: BuildState = {
  segments: 0,
  corpus: 0,
  after: null,
  documents: 0,
  broken: 0,
  identity: NO_DOCUMENTS,
};

/** Broken records that an index names; the others are counted. */
const NAMED_FAULTS = 1000;

/** What came since the last commit. */
export interface Segment {
  /** Number of the first document. */
  readonly first: number;
  readonly documents: readonly (Passage & { readonly id: string })[];
  readonly faults: readonly CorpusFault[];
}

/** Files of a build that is under way, beside the index it is to become. */
export function workFiles(out: string): {
  readonly workspace: string;
  readonly outcome: string;
  readonly temp: string;
} {
  return { workspace: `${out}.building`, outcome: `${out}.building.outcome`, temp: `${out}.building.temp` };
}

/** Removes them. */
export async function removeWork(out: string): Promise<void> {
  const { workspace, outcome, temp } = workFiles(out);
  for (const path of [workspace, outcome, temp, `${workspace}.wal`, `${outcome}.wal`])
    await rm(path, { force: true, recursive: true });
}

/** Begins a build in an empty workspace. */
export async function beginWork(
  connection: DuckDBConnection,
  plan: BuildPlan,
  builds: readonly EngineBuild[],
): Promise<void> {
  await connection.run('BEGIN');
  await connection.run(`CREATE TABLE ${WORKSPACE}.state (key VARCHAR PRIMARY KEY, value VARCHAR)`);
  await connection.run(
    `CREATE TABLE ${WORKSPACE}.documents (ordinal INTEGER, id VARCHAR, title VARCHAR, text VARCHAR)`,
  );
  await connection.run(`CREATE TABLE ${WORKSPACE}.faults (path VARCHAR, line INTEGER, message VARCHAR)`);
  for (const build of builds) await build.begin(connection);
  await setState(connection, 'plan', plan);
  await setState(connection, 'state', BEGINNING);
  await connection.run('COMMIT');
}

/** Where an interrupted build stands; null where the workspace is empty or belongs to another plan. */
export async function workSoFar(connection: DuckDBConnection, plan: BuildPlan): Promise<BuildState | null> {
  const [table] = await rowsOf(
    connection,
    `SELECT 1 AS there FROM duckdb_tables() WHERE database_name = '${WORKSPACE}' AND table_name = 'state'`,
  );
  if (!table) return null;
  const rows = await rowsOf(connection, `SELECT key, value FROM ${WORKSPACE}.state`);
  const values = new Map(rows.map((row) => [String(row['key']), String(row['value'])]));
  const state = values.get('state');
  if (values.get('plan') !== JSON.stringify(plan) || state === undefined) return null;
  return JSON.parse(state) as BuildState;
}

/** Writes a segment and how far the build got, both or neither. */
export async function commitSegment(
  duckdb: DuckDbModule,
  connection: DuckDBConnection,
  segment: Segment,
  state: BuildState,
  builds: readonly EngineBuild[],
): Promise<void> {
  const { INTEGER, VARCHAR } = duckdb;
  const { documents, faults, first } = segment;
  await connection.run('BEGIN');
  await appendRows(duckdb, connection, WORKSPACE, 'documents', documents.length, [
    { type: INTEGER, at: (row) => first + row },
    { type: VARCHAR, at: (row) => documents[row]?.id ?? '' },
    { type: VARCHAR, at: (row) => documents[row]?.title ?? null },
    { type: VARCHAR, at: (row) => documents[row]?.text ?? '' },
  ]);
  const named = faults.slice(0, Math.max(0, NAMED_FAULTS - (state.broken - faults.length)));
  await appendRows(duckdb, connection, WORKSPACE, 'faults', named.length, [
    { type: VARCHAR, at: (row) => named[row]?.path ?? '' },
    { type: INTEGER, at: (row) => named[row]?.line ?? 0 },
    { type: VARCHAR, at: (row) => named[row]?.message ?? '' },
  ]);
  for (const build of builds) await build.write(connection, state.segments - 1);
  await setState(connection, 'state', state);
  await connection.run('COMMIT');
}

async function setState(connection: DuckDBConnection, key: string, value: unknown): Promise<void> {
  await connection.run(
    `INSERT OR REPLACE INTO ${WORKSPACE}.state VALUES (${literal(key)}, ${literal(JSON.stringify(value))})`,
  );
}
