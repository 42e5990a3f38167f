import { basename } from 'node:path';
import type { IndexSummary } from '../../core/protocol/retrieval';
import type { IndexInfo } from '../../core/retrieval/format';

/** What a panel says of an index. */
export function summaryOf({ path, corpora, documents, engines }: IndexInfo): IndexSummary {
  return {
    path,
    corpora: corpora.map((corpus) => basename(corpus.path)),
    documents,
    engines: Object.keys(engines),
  };
}
