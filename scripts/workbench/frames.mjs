// Reads from a trace of Chromium what a reader saw of a table while it was scrolled.
// @ts-check

/** What to record for {@link readFrames}. */
export const categories = ['blink.user_timing', 'disabled-by-default-devtools.timeline.frame'];

/** @typedef {{ name: string, ts: number }} TraceEvent times in microseconds */

/**
 * Times in milliseconds: the longest without a row where one belongs, the longest with the same first row, and the longest
 * between two frames that were drawn.
 * @param {Buffer} trace of a page that runs `markFrames`
 */
export function readFrames(trace) {
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString('utf8'));
  const inOrder = traceEvents.sort((a, b) => a.ts - b.ts);
  const marks = inOrder
    .filter(({ name }) => name.startsWith('tracehop '))
    .map(({ name, ts }) => ({
      ts,
      isBlank: name.startsWith('tracehop blank'),
      row: name.split(' ')[2] ?? '',
    }));
  const [first, last] = [marks.at(0), marks.at(-1)];
  if (!first || !last) throw new Error('the trace has no marks of the page');
  const draws = inOrder.filter(({ name, ts }) => name === 'DrawFrame' && ts >= first.ts && ts <= last.ts);
  return {
    blank: longest(marks, (mark) => mark.isBlank),
    still: longest(marks, (mark, before) => mark.row === before?.row),
    gap: Math.max(...draws.map(({ ts }, at) => (ts - (draws[at - 1]?.ts ?? ts)) / 1000)),
    frames: draws.length,
  };
}

/**
 * Milliseconds of the longest run of marks that fit, up to the mark that ends it.
 * @template {{ ts: number }} T
 * @param {T[]} marks
 * @param {(mark: T, before: T | undefined) => boolean} fits
 */
function longest(marks, fits) {
  let most = 0;
  /** @type {number | null} */
  let since = null;
  for (const [at, mark] of marks.entries()) {
    if (since !== null) most = Math.max(most, (mark.ts - since) / 1000);
    if (fits(mark, marks[at - 1])) since ??= mark.ts;
    else since = null;
  }
  return most;
}
