import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { ElsewhereIndex } from '../elsewhere/elsewhere-index';
import type { FileCache } from '../files/file-cache';
import type { Guard } from '../host/guard';
import { withSignal } from '../host/signals';
import { describeFile } from './describe-file';
import { explainMessages } from './explain';
import { fieldSamples } from '../records/field-samples';
import { listRecords } from '../records/list-records';
import { previewMapping } from '../records/preview';
import { readable } from '../records/readable';
import { fileLosses } from './file-losses';
import type { FileContext, FileRequest } from './file-request';
import { ownOffsetAt, policyStart } from './own-offset';
import { queryPlace } from './query-place';
import { rawRecord } from './raw-record';
import { recordHover } from './record-hover';
import { recordAt, recordLines } from './record-places';
import { rewardComponents } from './reward-components';
import { rolloutDetail } from './rollout-detail';
import { rolloutGraph } from './rollout-graph';
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
  register(host, rolloutGraph);
  register(host, fileLosses);
  register(host, listRecords);
  register(host, readable);
  register(host, fieldSamples);
  register(host, previewMapping);
  register(host, rolloutDetail);
  register(host, rawRecord);
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
          request.answer({ handle, signal, guard, memory: files.memory, elsewhere, profileFor }, params),
        ),
      ),
    ),
  );
}
