import { type Position, type RecordHover, requests } from '../../core/protocol/server';
import { hovers } from '../features/hover';
import { firstOf } from '../features/provider';
import { LARGEST_TEXT } from '../files/limits';
import { rolloutAt } from '../files/placed-record';
import { rangeIn } from '../places/places';
import type { FileRequest } from './file-request';

/** Hover inside a JSON or JSONL text. */
export const recordHover: FileRequest<
  { readonly file: string; readonly position: Position },
  RecordHover | null
> = {
  name: requests.recordHover,
  async answer({ handle, signal, guard, elsewhere }, { position }) {
    if (handle.file.size > LARGEST_TEXT) return null;
    const record = await handle.recordAtPosition(position, signal);
    if (!record?.inText) return null;
    const place = rolloutAt(record, position);
    if (!place) return null;
    const context = await elsewhere.contextFor(handle, place.placed);
    signal.throwIfAborted();
    const found = firstOf(guard, hovers, place.placed, place.offset, context);
    return found && { markdown: found.markdown, range: rangeIn(place.placed.places, found.range) };
  },
};
