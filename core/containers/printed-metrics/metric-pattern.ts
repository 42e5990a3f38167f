import type { Loss, Measured } from '../container';
import { setMember } from '../fields/values';
import type { Bar } from '../stdout/bars';
import { cut } from '../losses';

/** What one line of a log says of its step. */
export interface MetricReading {
  readonly measured: Measured;
  readonly losses: readonly Loss[];
}

/** One way to print metrics. */
export interface MetricPattern {
  /** What the lines are, for evidence: "`step:N - key:value` lines". */
  readonly title: string;
  /**
   * Reads a line as it was printed; null where it is of another kind. `last` is true where the file ends in the line,
   * whose last value may then be cut. `bar` is the progress bar that stood before it.
   */
  read(line: string, last: boolean, bar: Bar | null): MetricReading | null;
}

/** The numbers that Python and numpy print, `np.float64(0.5)` too; null for other words. */
export function pythonNumber(word: string): number | null {
  const inner = /^np\.\w{1,20}\(([^()]{1,64})\)$/.exec(word)?.[1] ?? word;
  if (inner.length > 64) return null;
  if (inner === 'True' || inner === 'np.True_') return 1;
  if (inner === 'False' || inner === 'np.False_') return 0;
  if (/^[-+]?nan$/i.test(inner)) return NaN;
  if (/^[-+]?inf(?:inity)?$/i.test(inner)) return inner.startsWith('-') ? -Infinity : Infinity;
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(inner) ? Number(inner) : null;
}

/** Values by name, from pairs; a name that comes twice keeps its last value. */
export function valuesOf(pairs: Iterable<readonly [string, number]>): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [name, value] of pairs) setMember(values, name, value);
  return values;
}

/** What is said where the file ends in a line. */
export const CUT_LINE = cut('the last value of a line that the file ends in is left out: it may be cut');
