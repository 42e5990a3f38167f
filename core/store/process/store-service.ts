import { serviceOf, type Service } from '../../host/service';
import { storeService, type StoreMethods } from '../service';
import type { RowStore } from '../database/row-store';
import { searchTexts } from './search-texts';
import type { Searchers } from './readers';
import type { Sets } from './sets';

/** The store's methods over the sets that are open. */
export function storeMethods(sets: Sets, searchers: Searchers): Service {
  const rows = (set: string): Promise<RowStore> => sets.named(set).ready;
  return serviceOf<StoreMethods>(
    storeService,
    {
      open: async (params, { signal, progress }) => {
        const { key, set } = sets.join(params);
        try {
          const leave = await set.hear((state) => progress({ set: key, state }));
          await aborted(signal);
          leave();
        } finally {
          sets.left(key);
        }
      },
      page: async ({ set, ...params }, { signal }) => (await rows(set)).page(params, signal),
      locate: async ({ set, snapshot, file, index, sample }, { signal }) => {
        const store = await rows(set);
        const known = (await store.files()).find(({ path }) => path === file);
        return known ? store.locate({ snapshot, file: known.number, index, sample }, signal) : null;
      },
      values: async ({ set, ...params }, { signal }) => (await rows(set)).values(params, signal),
      groups: async ({ set, ...params }, { signal }) => (await rows(set)).groups(params, signal),
      summary: async ({ set }, { signal }) => (await rows(set)).summary(signal),
      sql: async ({ set, ...params }, { signal }) => (await rows(set)).sql(params, signal),
      search: async ({ set, ...params }, { signal, progress }) => {
        const named = sets.named(set);
        return searchTexts(await named.ready, named.optionsOf, searchers, params, progress, signal);
      },
      stop: ({ set }) => Promise.resolve(sets.named(set).stop()),
      resume: ({ set }) => Promise.resolve(sets.named(set).resume()),
    },
    () => sets.close(),
  );
}

/** Resolves when a signal fires. */
function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
