import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { ElsewhereIndex } from '../elsewhere/elsewhere-index';
import type { FileCache } from '../files/file-cache';
import type { Guard } from '../host/guard';
import { withSignal } from '../host/signals';
import { describeFile } from './describe-file';
import { explainMessages } from './explain';
import type { FileContext, FileRequest } from './file-request';
import { ownOffsetAt, policyStart } from './own-offset';
import { queryPlace } from './query-place';
import { recordHover } from './record-hover';
import { recordAt, recordLines } from './record-places';
import { rewardComponents } from './reward-components';
import { rolloutText, sourcePlace } from './rollout-text';
import { searchLenses } from './search-lenses';
import { listRollouts, summary } from './summaries';

/** What the requests share. */
export interface RequestHost {
  readonly connection: Connection;
  readonly files: FileCache;
  readonly guard: Guard;
  readonly elsewhere: ElsewhereIndex;
  readonly profileFor: FileContext['profileFor'];
}

/** Registers every one of the product's own requests. */
export function registerRequests(host: RequestHost): void {
  register(host, describeFile);
  register(host, rolloutText);
  register(host, listRollouts);
  register(host, summary);
  register(host, recordAt);
  register(host, ownOffsetAt);
  register(host, policyStart);
  register(host, recordLines);
  register(host, recordHover);
  register(host, searchLenses);
  register(host, sourcePlace);
  register(host, rewardComponents);
  register(host, queryPlace);
  register(host, explainMessages);
}

function register<Params extends { readonly file: string }, Result>(
  { connection, files, guard, elsewhere, profileFor }: RequestHost,
  request: FileRequest<Params, Result>,
): void {
  const { method } = request.name;
  connection.onRequest(method, (params: Params, token: CancellationToken) =>
    guard.respond(method, () =>
      withSignal(token, (signal) =>
        files.use(params.file, (handle) =>
          request.answer({ handle, signal, guard, elsewhere, profileFor }, params),
        ),
      ),
    ),
  );
}
