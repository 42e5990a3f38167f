/** A line of Python's `logging` with the lines that follow it. */
export interface LogEntry {
  readonly time: string;
  /** Where the message starts and ends, in the record's text; blanks at its end left out. */
  readonly start: number;
  readonly end: number;
}

const HEAD = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) - [A-Z]{4,8} - /gm;

/** Bytes of a line in which its message's first word stands. */
export const HEAD_BYTES = 64;

/** The entry that begins an expansion: the whole prompt of a node. */
export const PROMPT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} - [A-Z]{4,8} - PROMPT:/;

/** Cuts a log into its entries, in order; what stands before the first is none. */
export function entriesIn(text: string): LogEntry[] {
  const heads = Array.from(text.matchAll(HEAD), (found) => ({
    time: found[1] ?? '',
    at: found.index,
    start: found.index + found[0].length,
  }));
  return heads.map(({ time, start }, index) => {
    const stop = heads[index + 1]?.at ?? text.length;
    return { time, start, end: start + text.slice(start, stop).trimEnd().length };
  });
}
