import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { WithProgress } from '../../core/protocol/progress';
import type { BuildIndexParams, BuildIndexProgress, ReplayParams } from '../../core/protocol/retrieval';
import { requests } from '../../core/protocol/server';
import type { BuildProgress } from '../../core/retrieval/build/pace';
import type { RetrievalClient } from '../../core/retrieval/client';
import type { FileCache } from '../files/file-cache';
import type { Guard } from '../host/guard';
import { progressTo } from '../host/progress';
import { withSignal } from '../host/signals';
import { rolloutIn } from '../requests/rollout-text';
import { replaySearch } from './replay-search';
import { summaryOf } from './summary';

/** What requests about indexes share. */
export interface RetrievalHost {
  readonly connection: Connection;
  readonly guard: Guard;
  readonly files: FileCache;
  readonly retrieval: RetrievalClient;
}

/** Registers the requests about indexes and replayed searches. */
export function registerRetrieval(host: RetrievalHost): void {
  const { connection, guard, files, retrieval } = host;
  const { replaySearch: replay, buildIndex, describeIndex } = requests;

  connection.onRequest(replay.method, (params: ReplayParams, token: CancellationToken) =>
    guard.respond(replay.method, () =>
      withSignal(token, (signal) =>
        files.use(params.file, async (handle) => {
          const record = await handle.existingRecord(params.rollout.index, signal);
          return replaySearch(retrieval, rolloutIn(handle, record, params.rollout), params, signal);
        }),
      ),
    ),
  );

  connection.onRequest(
    buildIndex.method,
    (params: BuildIndexParams & WithProgress, token: CancellationToken) =>
      guard.respond(buildIndex.method, () =>
        withSignal(token, async (signal) => {
          const tell = progressTo(host, buildIndex, params);
          const { corpora, out, engines } = params;
          const built = await retrieval.build(
            { corpora, out, engines },
            (now) => tell(toProgress(now)),
            signal,
          );
          const badExamples = built.index.faults.map(
            ({ path, line, message }) => `${path}:${line}: ${message}`,
          );
          return { index: summaryOf(built.index), bad: built.broken, badExamples };
        }),
      ),
  );

  connection.onRequest(describeIndex.method, ({ index }: { index: string }, token: CancellationToken) =>
    guard.respond(describeIndex.method, () =>
      withSignal(token, async (signal) => summaryOf(await retrieval.describe(index, signal))),
    ),
  );
}

/** Reading is nearly all of a build: sorting begins when all is read. */
function toProgress({ phase, done, total, documents, left }: BuildProgress): BuildIndexProgress {
  return {
    phase,
    share: total > 0 ? done / total : 1,
    documents,
    secondsLeft: phase === 'reading' ? left : null,
  };
}
