import type { Command } from 'commander';
import { withHost } from '../host';
import { LineWriter, type ExitCode, type Io } from '../io';
import { fromOne, searching } from '../options';

interface RetrieveOptions {
  readonly index: string;
  readonly engine: string;
  readonly topK: number;
}

/** Queries sent to the host at a time. */
const BATCH = 16;

const HELP = `
Each line is one query: {"query", "engine", "results": [{"rank", "id", "title", "text", "score"}], "ms"}.

Examples:
  tracehop retrieve --index corpus.index --engine bm25 "Who built the Velmar bridge?"
  tracehop retrieve --index corpus.index --engine bm25 --top-k 3 "salmon moss" "Drum War" | jq -r '.results[].title'`;

export function addRetrieve(program: Command, io: Io, end: (code: ExitCode) => void): void {
  searching(program.command('retrieve').description('search an index and print the documents found'))
    .argument('<query...>', 'what to search for')
    .option('--top-k <n>', 'documents for each query', fromOne, 5)
    .option('--ndjson', 'one JSON value a line (the only form, and the default)')
    .addHelpText('after', HELP)
    .action(async (queries: string[], options: RetrieveOptions) => end(await retrieve(io, queries, options)));
}

async function retrieve(io: Io, queries: readonly string[], options: RetrieveOptions): Promise<ExitCode> {
  const { index, engine, topK: k } = options;
  return withHost(io, { stopped: 'stopped', badIndex: 2 }, async ({ retrieval, signal }) => {
    const writer = new LineWriter(io);
    for (let at = 0; at < queries.length; at += BATCH) {
      const asked = queries.slice(at, at + BATCH).map((query) => ({ query, k }));
      const { results } = await retrieval.retrieve(index, engine, asked, signal);
      for (const { query, hits, ms } of results) {
        await writer.line(JSON.stringify({ query, engine, results: hits, ms: rounded(ms) }));
      }
    }
    await writer.flush();
    return 0;
  });
}

/** Milliseconds to the microsecond: the clock knows no more. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
