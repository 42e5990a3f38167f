import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckDbModule } from '../../host/duckdb/load';
import type { EngineFacts } from '../format';
import type { Passage } from '../passage';

/** Names under which databases are attached: the build in progress, its outcome, and an index that is read. */
export const WORKSPACE = 'workspace';
export const OUTCOME = 'outcome';
export const INDEX = 'idx';

/** What an engine adds to an index while it is built. Its tables are its own; their names begin with its id. */
export interface EngineBuild {
  /** Makes the engine's tables in the workspace, for a build that begins. */
  begin(connection: DuckDBConnection): Promise<void>;
  /** Takes a document; nothing is written yet. */
  add(ordinal: number, passage: Passage): void;
  /** Writes what was taken since the last time, inside the transaction of segment number `segment`. */
  write(connection: DuckDBConnection, segment: number): Promise<void>;
  /** Makes the engine's tables in the outcome from those in the workspace; returns what it keeps about itself. */
  finish(connection: DuckDBConnection): Promise<EngineFacts>;
}

/** A document and its score. */
export interface Scored {
  readonly ordinal: number;
  readonly score: number;
}

/** Searches an index that is open. */
export interface EngineSearch {
  /** The best `k` documents: by score, descending, then by ordinal. Fewer where fewer match. */
  search(connection: DuckDBConnection, query: string, k: number): Promise<Scored[]>;
}

/** A way to retrieve. */
export interface Engine {
  readonly id: string;
  readonly title: string;
  /** Facts that change scores, and so belong to a receipt. */
  readonly constants: readonly string[];
  build(duckdb: DuckDbModule): EngineBuild;
  /** `facts` are those that `finish` returned. */
  open(facts: EngineFacts): EngineSearch;
}
