/** How many of some items, from the first on, pass a test that none passes after one has failed it. By halving. */
export function countWhile<Item>(items: ArrayLike<Item>, passes: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && passes(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
