import { bounded, Damaged } from './damaged';

/** Offsets of `count` values, which must not go back: each byte then belongs to one value alone. */
export function offsetsOf(view: DataView, count: number, wide: boolean): (index: number) => number {
  const at = integers(view, wide);
  let last = 0;
  for (let index = 0; index < count; index++) {
    const offset = at(index);
    if (offset < last) throw new Damaged('the offsets of a column go back');
    last = offset;
  }
  return at;
}

/** Reads whole numbers of 64 bits, where they are `wide`, or 32. */
export function integers(view: DataView, wide: boolean): (index: number) => number {
  return wide
    ? (index) => bounded(view.getBigInt64(8 * index, true), Number.MAX_SAFE_INTEGER, 'an offset')
    : (index) => view.getInt32(4 * index, true);
}
