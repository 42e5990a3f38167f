import { openFileSource, unreadable } from '../../containers/file-source';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckDbModule } from '../../host/duckdb/load';
import { jsonFramingOf } from '../corpus/framing';
import { readCorpus, type CorpusRecord } from '../corpus/read';
import type { EngineBuild } from '../engines/engine';
import type { CorpusFault } from '../format';
import type { Passage } from '../passage';
import { identityWith } from './identity';
import type { Pace } from './pace';
import { commitSegment, type BuildPlan, type BuildState } from './workspace';

/** What a segment holds at most, in bytes of the corpus: what is read again after an interruption. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

/** What reading needs. */
export interface Reading {
  readonly duckdb: DuckDbModule;
  readonly connection: DuckDBConnection;
  readonly plan: BuildPlan;
  readonly builds: readonly EngineBuild[];
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly segmentBytes: number;
}

/** Reads the corpora on from where a build stands, commits segment after segment, and returns where it stands then. */
export async function readCorpora(reading: Reading, from: BuildState): Promise<BuildState> {
  const reader = new Reader(reading, from);
  for (const [at, { path }] of reading.plan.corpora.entries()) {
    if (at < from.corpus) continue;
    await reader.read(at, path, at === from.corpus ? from.after : null);
  }
  return reader.state;
}

/** Bytes of the corpora that a state has behind it. */
export function bytesBehind({ corpora }: BuildPlan, { corpus, after }: BuildState): number {
  const whole = corpora.slice(0, corpus).reduce((sum, { size }) => sum + size, 0);
  return whole + (after?.byte ?? 0);
}

class Reader {
  state: BuildState;
  #documents: (Passage & { readonly id: string })[] = [];
  #faults: CorpusFault[] = [];
  #bytes = 0;

  constructor(
    private readonly reading: Reading,
    from: BuildState,
  ) {
    this.state = from;
  }

  async read(corpus: number, path: string, after: BuildState['after']): Promise<void> {
    const { plan, pace, signal, segmentBytes } = this.reading;
    const behind = bytesBehind(plan, { ...this.state, corpus, after: null });
    const source = await openFileSource(path);
    try {
      const framing = source.size === 0 ? null : await jsonFramingOf(source, path);
      for await (const batch of framing ? readCorpus(source, framing, after, signal) : []) {
        for (const record of batch) {
          this.#take(record, corpus, path);
          if (this.#bytes >= segmentBytes) await this.#commit();
        }
        pace.report('reading', behind + (batch.at(-1)?.byteEnd ?? 0), this.state);
        signal.throwIfAborted();
      }
    } catch (error) {
      throw error instanceof Error && 'syscall' in error ? unreadable(path, error) : error;
    } finally {
      await source.close();
    }
    this.state = { ...this.state, corpus: corpus + 1, after: null };
    await this.#commit();
  }

  #take({ at, byteEnd, passage, fault }: CorpusRecord, corpus: number, path: string): void {
    this.#bytes += byteEnd - at.byte;
    const { documents, broken, identity } = this.state;
    this.state = { ...this.state, corpus, after: at };
    if (passage === null) {
      this.#faults.push({ path, line: at.line + 1, message: fault ?? '' });
      this.state = { ...this.state, broken: broken + 1 };
      return;
    }
    // Passages without an id of their own are known by their number.
    const id = passage.id ?? String(documents);
    for (const build of this.reading.builds) build.add(documents, passage);
    this.#documents.push({ ...passage, id });
    this.state = { ...this.state, documents: documents + 1, identity: identityWith(identity, id, passage) };
  }

  async #commit(): Promise<void> {
    const { duckdb, connection, builds } = this.reading;
    const documents = this.#documents;
    const segment = { first: this.state.documents - documents.length, documents, faults: this.#faults };
    this.state = { ...this.state, segments: this.state.segments + 1 };
    await commitSegment(duckdb, connection, segment, this.state, builds);
    this.#documents = [];
    this.#faults = [];
    this.#bytes = 0;
  }
}
