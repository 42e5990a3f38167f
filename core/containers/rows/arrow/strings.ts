import type { Body } from './body';
import type { Column, Meter } from './column';
import { Damaged } from './damaged';
import { offsetsOf } from './offsets';

/** Longest value that stands in its view itself, and the width of a view, in bytes. */
const INLINE = 12;
const VIEW = 16;

/** Text or bytes one after the other, with an offset each. */
export function stringsOf(body: Body, length: number, text: boolean, wide: boolean, meter: Meter): Column {
  const count = length === 0 ? 0 : length + 1;
  const offset = offsetsOf(body.buffer(count * (wide ? 8 : 4)), count, wide);
  const bytes = body.buffer();
  return { length, at: (index) => valueAt(bytes, offset(index), offset(index + 1), text, meter) };
}

/** Text or bytes with a view each: the value itself where it is short, else its buffer and place. */
export function viewsOf(body: Body, length: number, text: boolean, meter: Meter): Column {
  const views = body.buffer(length * VIEW);
  const buffers = Array.from({ length: body.variadic() }, () => body.buffer());
  return {
    length,
    at(index) {
      const at = index * VIEW;
      const size = views.getInt32(at, true);
      if (size <= INLINE) return valueAt(views, at + 4, at + 4 + size, text, meter);
      const buffer = buffers[views.getInt32(at + 8, true)];
      if (!buffer) throw new Damaged('a value stands in a buffer that is not there');
      const start = views.getInt32(at + 12, true);
      return valueAt(buffer, start, start + size, text, meter);
    },
  };
}

function valueAt(view: DataView, start: number, end: number, text: boolean, meter: Meter): unknown {
  if (start < 0 || start > end || end > view.byteLength)
    throw new Damaged('a value stands outside of its buffer');
  const bytes = Buffer.from(view.buffer, view.byteOffset + start, end - start);
  // Long bytes are not written out, see `jsonOfValue`.
  meter.spend(text ? bytes.length : 0);
  return text ? bytes.toString('utf8') : bytes;
}
