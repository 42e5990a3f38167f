/**
 * The outcomes of some work on each item, in their order; so many are at work at a time. Where one fails, so does the
 * whole, once those before it are taken.
 */
export async function* ahead<Item, Outcome>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Outcome>,
): AsyncGenerator<Outcome, void> {
  const running: Promise<Outcome>[] = [];
  for await (const item of items) {
    const begun = work(item);
    // It is told when its turn comes, or not at all where an earlier one failed.
    begun.catch(() => undefined);
    running.push(begun);
    const first = running.length >= width ? running.shift() : undefined;
    if (first) yield await first;
  }
  for (const each of running) yield await each;
}
