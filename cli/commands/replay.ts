import type { Command } from 'commander';
import { count } from '../../core/findings/words';
import { replayFile } from '../../core/retrieval/replay/replay';
import { withHost } from '../host';
import { LineWriter, worse, type ExitCode, type Io } from '../io';
import { fromOne, searching } from '../options';
import { holdsRollouts, readEach } from '../reading';

interface ReplayOptions {
  readonly index: string;
  readonly engine: string;
  readonly topK?: number;
  readonly dialect?: string;
  readonly container?: string;
}

const HELP = `
Each line is one search: {"id", "turn", "query", "recorded", "replayed", "overlap", "goldRankRecorded",
"goldRankReplayed", "goldPath", "receipt"}.

Examples:
  tracehop replay runs/ --index wiki.index --engine bm25
  tracehop replay step_40.jsonl --index wiki.index --engine bm25 |
    jq -c 'select(.goldRankRecorded == null and .goldRankReplayed != null) | [.id, .query, .goldRankReplayed]'`;

export function addReplay(program: Command, io: Io, end: (code: ExitCode) => void): void {
  searching(
    program.command('replay').description('repeat the searches of rollouts and compare what comes back'),
  )
    .argument('<path...>', 'files and folders of rollouts')
    .option('--top-k <n>', 'documents for each query; as many as were recorded unless you say, or 3', fromOne)
    .option('--ndjson', 'one JSON value a line (the only form, and the default)')
    .option('--dialect <id>', 'read the tags of this system instead of guessing')
    .option('--container <id>', 'read the files in this format instead of guessing')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: ReplayOptions) => end(await replay(io, paths, options)));
}

async function replay(io: Io, paths: readonly string[], options: ReplayOptions): Promise<ExitCode> {
  const { index, engine, topK, dialect, container } = options;
  const request = { index, engine, ...(topK === undefined ? {} : { k: topK }) };
  const reading = {
    findings: false,
    ...(dialect === undefined ? {} : { dialect }),
    ...(container === undefined ? {} : { container }),
  };
  return withHost(io, { stopped: 'stopped', badIndex: 2 }, async ({ retrieval, signal }) => {
    // An index that cannot be used is told before any file is read.
    await retrieval.retrieve(index, engine, [], signal);
    const writer = new LineWriter(io);
    let searches = 0;
    let code: ExitCode = 0;
    const read = await readEach(io, paths, reading, async (opened) => {
      const verdict = holdsRollouts(io, opened);
      code = worse(code, verdict.code);
      if (!verdict.holds) return 'go on';
      for await (const entry of replayFile(retrieval, opened.file, request, signal)) {
        for (const search of entry.searches) await writer.line(JSON.stringify(search));
        searches += entry.searches.length;
        opened.progress(entry.byteEnd);
      }
      return 'go on';
    });
    await writer.flush();
    io.err(`${count(searches, 'search', 'searches')} replayed\n`);
    return worse(code, read);
  });
}
