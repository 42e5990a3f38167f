/** A value that a row keeps of what the file records besides. */
export type RecordedValue = number | string | boolean;

/** Characters that a recorded text may have to be kept with the rows. */
export const LONGEST_RECORDED = 200;

/** Most keys that one batch of rows keeps, in the order in which they first occur. */
export const MOST_RECORDED = 48;

/** Longest key that becomes a column, in characters. */
const LONGEST_KEY = 100;

/** Keys that are columns of ours. */
const OURS: ReadonlySet<string> = new Set(['score', 'step', 'group']);

/** Calls `take` with each recorded value that is kept, and its key. NaN and infinities are none. */
export function eachRecorded(
  recorded: Readonly<Record<string, unknown>>,
  take: (key: string, value: RecordedValue) => void,
): void {
  for (const key of Object.keys(recorded)) {
    if (OURS.has(key) || key === '' || key.length > LONGEST_KEY) continue;
    const value = recorded[key];
    if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) take(key, value);
    else if (typeof value === 'string' && value.length <= LONGEST_RECORDED) take(key, value);
  }
}
