import { stat } from 'node:fs/promises';
import { Database, rowsOf } from '../../host/duckdb/database';
import { MissingNativePart } from '../../host/errors';
import { unreadable, UnreadableFile } from '../../containers/file-source';
import { UsageError } from '../../containers/usage-error';
import { ANALYSER } from '../analysis/english';
import { engineNamed } from '../engines';
import { INDEX, type EngineSearch, type Scored } from '../engines/engine';
import { IndexError } from '../errors';
import { FORMAT, type CorpusFault, type EngineFacts, type IndexInfo, type IndexMeta } from '../format';
import type { Receipt } from '../receipt';
import { messageOf } from '../../message-of';

/** A document of an index with its score and its place in the result list, from 1. */
export interface Hit {
  readonly rank: number;
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly score: number;
}

/** Broken records that are told of an index. */
const TOLD_FAULTS = 20;

/**
 * Most documents that are looked up one by one: each reads the one block that holds it, where one list of numbers has
 * all the blocks between them read (5 of 285,000 documents: 4 ms of processor time instead of 71; 20: 11 instead of 23).
 */
const MOST_LOOKUPS = 64;

/** Megabytes that an open index may take. */
const MEMORY = 1024;

/** An index that is open for reading. Any number of processes may have it open. */
export class OpenIndex {
  readonly #searches = new Map<string, EngineSearch>();

  private constructor(
    private readonly database: Database,
    readonly info: IndexInfo,
  ) {}

  /** Fails with `UnreadableFile` where there is no such file, and with {@link IndexError} where it is no index. */
  static async open(path: string): Promise<OpenIndex> {
    const { size } = await regularFile(path);
    const database = await Database.open({ memory: MEMORY });
    try {
      await database.attach(path, INDEX, 'read');
      await database.lock();
      const info = await database.connected(async (connection): Promise<IndexInfo> => {
        const rows = await rowsOf(connection, `SELECT key, value FROM ${INDEX}.meta`);
        const meta = metaOf(path, new Map(rows.map((row) => [String(row['key']), String(row['value'])])));
        const faults = await rowsOf(
          connection,
          `SELECT path, line, message FROM ${INDEX}.faults LIMIT ${TOLD_FAULTS}`,
        );
        return { ...meta, path, size, faults: faults.map(faultOf) };
      });
      return new OpenIndex(database, info);
    } catch (error) {
      database.close();
      throw asIndexError(path, error);
    }
  }

  /**
   * The best `k` documents for a query. Fails with {@link IndexError} where the index lacks the engine or cannot be
   * read, and with the signal's reason.
   */
  async search(engine: string, query: string, k: number, signal: AbortSignal): Promise<Hit[]> {
    const search = this.#searchOf(engine);
    try {
      return await this.database.connected(async (connection) => {
        const scored = await search.search(connection, query, k);
        return scored.length === 0 ? [] : this.#hits(scored, await this.#documents(connection, scored));
      }, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw asIndexError(this.info.path, error);
    }
  }

  /** What is needed to repeat a search with an engine. */
  receiptOf(engine: string): Receipt {
    const facts = this.#factsOf(engine);
    const constants = engineNamed(engine).constants.map((name) => [name, facts[name] ?? ''] as const);
    const { identity, analyser } = this.info;
    return { index: identity, engine, analyser, ...Object.fromEntries(constants) };
  }

  close(): void {
    this.database.close();
  }

  #factsOf(engine: string): EngineFacts {
    const facts = this.info.engines[engineNamed(engine).id];
    if (facts) return facts;
    const built = Object.keys(this.info.engines).join(', ');
    throw new IndexError(
      `${this.info.path}: built without ${engine} (it has ${built}); build it again with --engines`,
    );
  }

  #searchOf(engine: string): EngineSearch {
    let search = this.#searches.get(engine);
    if (!search) this.#searches.set(engine, (search = engineNamed(engine).open(this.#factsOf(engine))));
    return search;
  }

  async #documents(
    connection: Parameters<EngineSearch['search']>[0],
    scored: readonly Scored[],
  ): Promise<Map<number, Omit<Hit, 'rank' | 'score'>>> {
    const select = `SELECT ordinal, id, title, text FROM ${INDEX}.documents WHERE ordinal`;
    const ordinals = scored.map(({ ordinal }) => ordinal);
    const rows = await rowsOf(
      connection,
      ordinals.length <= MOST_LOOKUPS
        ? ordinals.map((ordinal) => `${select} = ${ordinal}`).join(' UNION ALL ')
        : `${select} IN (${ordinals.join(', ')})`,
    );
    return new Map(
      rows.map((row) => [
        Number(row['ordinal']),
        {
          id: String(row['id']),
          title: row['title'] === null ? null : String(row['title']),
          text: String(row['text']),
        },
      ]),
    );
  }

  #hits(scored: readonly Scored[], documents: ReadonlyMap<number, Omit<Hit, 'rank' | 'score'>>): Hit[] {
    return scored.map(({ ordinal, score }, at) => {
      const document = documents.get(ordinal);
      if (!document)
        throw new IndexError(`${this.info.path}: document ${ordinal} is missing; build the index again`);
      return { rank: at + 1, ...document, score };
    });
  }
}

async function regularFile(path: string): Promise<{ readonly size: number }> {
  try {
    const info = await stat(path);
    if (info.isFile()) return info;
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new UnreadableFile(`${path}: it is not a regular file; name an index that \`tracehop index\` built`);
}

function metaOf(path: string, values: ReadonlyMap<string, string>): IndexMeta {
  const format = Number(values.get('format'));
  if (format > FORMAT) {
    throw new IndexError(
      `${path}: its format is ${format}, and this version of Tracehop reads formats up to ${FORMAT}; update Tracehop, or build the index again`,
    );
  }
  if (format !== FORMAT) throw new IndexError(`${path}: its format is no longer read; build the index again`);
  const value = <T>(key: string): T => JSON.parse(values.get(key) ?? 'null') as T;
  // Queries are cut into terms by this version's analyser: terms of another's would not meet them.
  if (value('analyser') !== ANALYSER)
    throw new IndexError(
      `${path}: its terms are those of another version of Tracehop; build the index again with this one`,
    );
  return {
    format,
    analyser: value('analyser'),
    engines: value('engines'),
    documents: value('documents'),
    broken: value('broken'),
    corpora: value('corpora'),
    identity: value('identity'),
    created: value('created'),
  };
}

function faultOf(row: Readonly<Record<string, unknown>>): CorpusFault {
  return { path: String(row['path']), line: Number(row['line']), message: String(row['message']) };
}

/** What went wrong with an index file, in words. */
function asIndexError(path: string, error: unknown): Error {
  const passed = [IndexError, UnreadableFile, UsageError, MissingNativePart];
  if (passed.some((kind) => error instanceof kind)) return error as Error;
  const message = messageOf(error);
  if (
    /not a valid DuckDB database|table with name (?:meta|faults) does not exist|catalog error/i.test(message)
  ) {
    return new IndexError(`${path}: it is no index; build one with \`tracehop index\``, { cause: error });
  }
  if (/conflicting lock|could not set lock/i.test(message)) {
    return new IndexError(`${path}: another process has it open for writing; wait for it, or end it`, {
      cause: error,
    });
  }
  const first = message.split('\n')[0] ?? message;
  return new IndexError(`${path}: it cannot be read (${first}); build it again`, { cause: error });
}
