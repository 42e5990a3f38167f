import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UnreadableFile } from '../../containers/file-source';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Database, rowsOf } from '../../host/duckdb/database';
import { loadDuckDb } from '../../host/duckdb/load';
import { ANALYSER } from '../analysis/english';
import { engineNamed } from '../engines';
import { OUTCOME, WORKSPACE } from '../engines/engine';
import { IndexError, storageTrouble } from '../errors';
import { FORMAT } from '../format';
import { publish, writeOutcome } from './finish';
import { stampOf } from './inputs';
import { Pace, type BuildProgress } from './pace';
import { makeFolder } from './place';
import { bytesBehind, readCorpora, SEGMENT_BYTES } from './reading';
import { BEGINNING, beginWork, removeWork, workFiles, workSoFar, type BuildPlan } from './workspace';
import { messageOf } from '../../message-of';

/** What to build. */
export interface BuildRequest {
  /** Paths of the corpora, in the order of their documents. */
  readonly corpora: readonly string[];
  /** Path of the index. */
  readonly out: string;
  readonly engines: readonly string[];
  /** Bytes of a corpus between two commits. */
  readonly segmentBytes?: number;
}

/** How a build went. */
export interface BuildOutcome {
  readonly documents: number;
  readonly broken: number;
  /** Documents that an interrupted build had brought already. */
  readonly resumed: number;
}

/** Indexes that this process builds now: DuckDB's own lock holds between processes only. */
const building = new Set<string>();

/** Resolves what a build depends on. Fails with `UnreadableFile` and `UsageError`. */
export async function planOf(corpora: readonly string[], engines: readonly string[]): Promise<BuildPlan> {
  const ids = engines.map((id) => engineNamed(id).id);
  const stamps = await Promise.all(corpora.map((path) => stampOf(path)));
  return { format: FORMAT, analyser: ANALYSER, engines: [...new Set(ids)].sort(), corpora: stamps };
}

/**
 * Builds an index aside and puts it in its place when it is whole. A build that was interrupted (cancelled, killed, out
 * of disk) goes on from its last commit when it is asked for again and the corpora are the same. Fails with
 * {@link IndexError}, `UnreadableFile`, or the signal's reason.
 */
export async function buildIndex(
  request: BuildRequest,
  plan: BuildPlan,
  tell: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  const out = resolve(request.out);
  if (building.has(out)) throw new IndexError(`${out}: it is being built already; wait for that to end`);
  building.add(out);
  try {
    await makeFolder(out);
    const outcome = await work(out, plan, tell, signal, request.segmentBytes ?? SEGMENT_BYTES);
    await removeWork(out);
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    const message = messageOf(error);
    const trouble =
      error instanceof IndexError || error instanceof UnreadableFile ? null : storageTrouble(message);
    throw trouble === null ? error : new IndexError(`${out}: ${trouble}`, { cause: error });
  } finally {
    building.delete(out);
  }
}

async function work(
  out: string,
  plan: BuildPlan,
  tell: (progress: BuildProgress) => void,
  signal: AbortSignal,
  segmentBytes: number,
): Promise<BuildOutcome> {
  const { outcome, temp } = workFiles(out);
  const duckdb = await loadDuckDb();
  const builds = plan.engines.map((id) => [id, engineNamed(id).build(duckdb)] as const);
  const database = await openWorkspace(out, plan, temp, signal);
  try {
    return await database.connected(async (connection) => {
      const own = builds.map(([, build]) => build);
      const soFar = await workSoFar(connection, plan);
      if (!soFar) await beginWork(connection, plan, own);
      const from = soFar ?? BEGINNING;
      const total = plan.corpora.reduce((sum, { size }) => sum + size, 0);
      const pace = new Pace(total, bytesBehind(plan, from), tell);
      const state = await readCorpora(
        { duckdb, connection, plan, builds: own, pace, signal, segmentBytes },
        from,
      );
      if (state.documents === 0) throw new IndexError(await nothingIn(connection, plan));
      pace.report('sorting', total, state);
      await rm(outcome, { force: true });
      await database.attach(outcome, OUTCOME, 'write');
      await writeOutcome(connection, plan, state, builds);
      await publish(database, outcome, out);
      return { documents: state.documents, broken: state.broken, resumed: from.documents };
    }, signal);
  } finally {
    database.close();
  }
}

/** Opens the workspace of an interrupted build of the same plan, or an empty one. */
async function openWorkspace(
  out: string,
  plan: BuildPlan,
  temp: string,
  signal: AbortSignal,
): Promise<Database> {
  const { workspace } = workFiles(out);
  for (const fresh of [false, true]) {
    const database = await Database.open({ temp });
    try {
      await database.attach(workspace, WORKSPACE, 'write');
      const empty = fresh || (await database.connected((connection) => isEmpty(connection), signal));
      const usable =
        empty || (await database.connected((connection) => workSoFar(connection, plan), signal)) !== null;
      if (usable) return database;
    } catch (error) {
      database.close();
      const message = messageOf(error);
      // Another's lock, a full disk: to begin anew would make neither better.
      if (fresh || storageTrouble(message) !== null) throw error;
      signal.throwIfAborted();
      await removeWork(out);
      continue;
    }
    database.close();
    await removeWork(out);
  }
  throw new IndexError(`${workspace}: it cannot be begun anew; remove it and try again`);
}

async function isEmpty(connection: DuckDBConnection): Promise<boolean> {
  const rows = await rowsOf(
    connection,
    `SELECT 1 AS there FROM duckdb_tables() WHERE database_name = '${WORKSPACE}' LIMIT 1`,
  );
  return rows.length === 0;
}

/** Why corpora without a single passage make no index. */
async function nothingIn(connection: DuckDBConnection, plan: BuildPlan): Promise<string> {
  const [first] = await rowsOf(connection, `SELECT path, line, message FROM ${WORKSPACE}.faults LIMIT 1`);
  const paths = plan.corpora.map(({ path }) => path).join(', ');
  if (!first) return `${paths}: no passages; the corpus is empty`;
  return `${String(first['path'])}:${String(first['line'])}: ${String(first['message'])}; no record holds a passage`;
}
