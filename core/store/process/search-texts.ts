import type { SearchParams, SearchProgress } from '../../protocol/store';
import type { OpenOptions } from '../../rollouts/rollout-file';
import type { KnownFile, RowPlace, RowStore } from '../database/row-store';
import { Hands } from './hands';
import type { Searchers } from './readers';

/** Bytes of rollouts, or else rows, that one hand searches at a time: they stand close to each other in one file. */
const BYTES_AT_A_TIME = 4 * 1024 * 1024;
const ROWS_AT_A_TIME = 4096;

/** Milliseconds between two reports. */
const TELL_MS = 200;

/**
 * Looks for a text in the own texts of all rollouts that pass a filter, reading the files again: what is found can be
 * filtered by while the search goes on. Cancelled, it keeps what was found.
 */
export async function searchTexts(
  rows: RowStore,
  optionsOf: (file: KnownFile) => OpenOptions,
  searchers: Searchers,
  { filter, ...wanted }: SearchParams,
  tell: (progress: SearchProgress) => void,
  signal: AbortSignal,
): Promise<SearchProgress> {
  const files = new Map((await rows.files()).map((file) => [file.number, file]));
  const search = await rows.beginSearch();
  const total = filter === null ? rows.rows : await count(rows, filter, signal);
  let state: SearchProgress = { search, found: 0, rows: 0, rowsTotal: total, done: false };
  let told = performance.now();
  tell(state);
  const hands = new Hands(searchers.size);
  const look = async (places: readonly RowPlace[]): Promise<void> => {
    const file = files.get(places[0]?.file ?? -1);
    if (!file) return;
    const job = { path: file.path, options: optionsOf(file), places, ...wanted };
    const { rows: found } = await searchers.search(job, () => undefined, signal);
    if (found.length > 0) await rows.addFound(search, found);
    state = { ...state, found: state.found + found.length, rows: state.rows + places.length };
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    tell(state);
  };
  for await (const page of rows.places(filter, signal)) {
    for (const places of blocksOf(page)) {
      signal.throwIfAborted();
      await hands.give(() => look(places));
      if (hands.failed) break;
    }
    if (hands.failed) break;
  }
  await hands.end();
  return { ...state, done: true };
}

async function count(rows: RowStore, filter: SearchParams['filter'], signal: AbortSignal): Promise<number> {
  const view = { filter, sort: [] };
  const page = await rows.page({ view, columns: [], snapshot: null, from: 0, count: 1 }, signal);
  return page.matches;
}

/** Rows of one file each, not too many. */
function* blocksOf(places: readonly RowPlace[]): Generator<readonly RowPlace[]> {
  for (let from = 0; from < places.length;) {
    const file = places[from]?.file;
    let to = from;
    let bytes = 0;
    while (to < places.length && to - from < ROWS_AT_A_TIME && bytes < BYTES_AT_A_TIME) {
      const place = places[to];
      if (place?.file !== file) break;
      bytes += (place?.byteEnd ?? 0) - (place?.byteStart ?? 0);
      to++;
    }
    yield places.slice(from, to);
    from = to;
  }
}
