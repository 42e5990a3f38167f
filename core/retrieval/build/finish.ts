import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Database } from '../../host/duckdb/database';
import { literal } from '../../host/duckdb/sql';
import { OUTCOME, WORKSPACE, type EngineBuild } from '../engines/engine';
import type { EngineFacts, IndexMeta } from '../format';
import type { BuildPlan, BuildState } from './workspace';

/** Writes the index file of a workspace that is complete. The outcome is attached and empty. */
export async function writeOutcome(
  connection: DuckDBConnection,
  plan: BuildPlan,
  state: BuildState,
  builds: readonly (readonly [string, EngineBuild])[],
): Promise<void> {
  // Compressed texts are decompressed 2048 at a time, which took 150 ms for 20 documents of 200,000 instead of 20.
  await connection.run(
    `CREATE TABLE ${OUTCOME}.documents (ordinal INTEGER, id VARCHAR, title VARCHAR, text VARCHAR USING COMPRESSION uncompressed)`,
  );
  await connection.run(
    `INSERT INTO ${OUTCOME}.documents SELECT * FROM ${WORKSPACE}.documents ORDER BY ordinal`,
  );
  await connection.run(`CREATE TABLE ${OUTCOME}.faults AS SELECT * FROM ${WORKSPACE}.faults`);
  const facts: Record<string, EngineFacts> = {};
  for (const [id, build] of builds) facts[id] = await build.finish(connection);
  const meta: IndexMeta = {
    format: plan.format,
    analyser: plan.analyser,
    engines: facts,
    documents: state.documents,
    broken: state.broken,
    corpora: plan.corpora,
    identity: state.identity,
    created: new Date().toISOString(),
  };
  await connection.run(`CREATE TABLE ${OUTCOME}.meta (key VARCHAR, value VARCHAR)`);
  for (const [key, value] of Object.entries(meta)) {
    await connection.run(
      `INSERT INTO ${OUTCOME}.meta VALUES (${literal(key)}, ${literal(JSON.stringify(value))})`,
    );
  }
}

/** Closes the outcome and puts it in its place, all at once: whoever opens the index sees the old one or the new one. */
export async function publish(database: Database, outcome: string, out: string): Promise<void> {
  await database.detach(OUTCOME);
  await sync(outcome);
  await rename(outcome, out);
  // Windows knows no syncing of folders.
  if (process.platform !== 'win32') await sync(dirname(out));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
