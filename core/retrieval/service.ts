import { resolve } from 'node:path';
import { UnreadableFile } from '../containers/file-source';
import { serviceOf, type Service } from '../host/service';
import { buildIndex, planOf, type BuildRequest } from './build/build';
import type { BuildPlan } from './build/workspace';
import { IndexError } from './errors';
import type { IndexInfo } from './format';
import { RETRIEVAL, type Retrieved } from './protocol';
import { Indexes } from './store/indexes';

/** The most documents that one query may ask for. */
const MOST_DOCUMENTS = 10_000;

/** The retrieval service, for the host process: it loads DuckDB when first asked. */
export function retrievalHost(): Service {
  const indexes = new Indexes();
  return serviceOf(
    RETRIEVAL,
    {
      build: async (request, { signal, progress }) => {
        const plan = await planOf(request.corpora, request.engines);
        const present = await upToDate(indexes, request, plan);
        if (present) {
          const { documents, broken } = present;
          return { index: present, documents, broken, resumed: documents, upToDate: true };
        }
        // An index that is open cannot be replaced on Windows.
        indexes.release(request.out);
        const outcome = await buildIndex(request, plan, progress, signal);
        const index = await indexes.use(request.out, ({ info }) => Promise.resolve(info));
        return { ...outcome, index, upToDate: false };
      },
      describe: ({ index }) => indexes.use(index, ({ info }) => Promise.resolve(info)),
      retrieve: ({ index, engine, queries }, { signal }) =>
        indexes.use(index, async (open) => {
          const receipt = open.receiptOf(engine);
          const results: Retrieved[] = [];
          for (const { query, k } of queries) {
            const begun = performance.now();
            const hits = await open.search(engine, query, Math.min(MOST_DOCUMENTS, k), signal);
            results.push({ query, hits, ms: performance.now() - begun });
          }
          return { results, receipt };
        }),
      release: ({ index }) => {
        indexes.release(index ?? undefined);
        return Promise.resolve(null);
      },
    },
    () => {
      indexes.release();
      return Promise.resolve();
    },
  );
}

/** The index that a build would replace, where it is just what the build would make. */
async function upToDate(indexes: Indexes, { out }: BuildRequest, plan: BuildPlan): Promise<IndexInfo | null> {
  let info: IndexInfo;
  try {
    info = await indexes.use(resolve(out), (open) => Promise.resolve(open.info));
  } catch (error) {
    // No index there, or one that is no longer read: it is what a build is for.
    if (error instanceof IndexError || error instanceof UnreadableFile) return null;
    throw error;
  }
  const { format, analyser, engines, corpora } = info;
  const same: BuildPlan = { format, analyser, engines: Object.keys(engines).sort(), corpora };
  return JSON.stringify(same) === JSON.stringify(plan) ? info : null;
}
