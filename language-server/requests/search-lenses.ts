import { requests, type SearchLens } from '../../core/protocol/server';
import { collect, type RolloutFeature } from '../features/provider';
import { searchSummary } from '../features/searches';
import { LARGEST_TEXT } from '../files/limits';
import { rangeIn } from '../places/places';
import type { FileRequest } from './file-request';

/** Lenses of the searches of one record, inside a JSON or JSONL text. */
export const searchLenses: FileRequest<
  { readonly file: string; readonly index: number },
  readonly SearchLens[]
> = {
  name: requests.searchLenses,
  async answer({ handle, signal, guard }, { index }) {
    if (handle.file.size > LARGEST_TEXT) return [];
    const record = await handle.recordAt(index, signal);
    return record?.inText ? collect(guard, lenses, record.rollouts) : [];
  },
};

const lenses: RolloutFeature<SearchLens> = {
  name: 'search lenses',
  *of(placed) {
    const { address } = placed;
    if (!address) return;
    for (const search of placed.searches) {
      yield {
        range: rangeIn(placed.places, search.range),
        title: searchSummary(placed, search),
        rollout: address,
        offset: search.range.start,
      };
    }
  },
};
