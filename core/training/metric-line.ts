import { isObject } from '../json';
import { parseTolerant } from '../containers/json/tolerant';

/** What a line of a metrics file says. */
export interface MetricLine {
  readonly step: number;
  /** Milliseconds of the trainer's clock; null where it does not say. */
  readonly wallMs: number | null;
  /** Number of steps in all; null where it does not say. */
  readonly total: number | null;
  readonly epoch: number | null;
  readonly values: readonly (readonly [name: string, value: number])[];
}

/** Keys that are no metrics. */
const OWN = new Set(['wall_ms', 'total', 'epoch']);

const NON_FINITE: Readonly<Record<string, number>> = {
  nan: NaN,
  inf: Infinity,
  infinity: Infinity,
  '-inf': -Infinity,
  '-infinity': -Infinity,
};

/** A number, or a text that means NaN or an infinity. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (NON_FINITE[value.trim().toLowerCase()] ?? null) : null;
}

/**
 * Reads a line of a metrics file: a JSON object with a step, and a number for every metric. NaN and infinities may
 * stand bare, as Python writes them, or in quotes. What is no number is passed over. Null for a line that is no such
 * object. Never throws.
 */
export function readMetricLine(line: string, stepKey: string): MetricLine | null {
  const parsed = parseTolerant(line);
  if (!parsed.ok || !isObject(parsed.value)) return null;
  const data = parsed.value;
  const step = data[stepKey];
  if (typeof step !== 'number' || !Number.isFinite(step)) return null;
  const finite = (key: string): number | null => {
    const value = data[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  return {
    step,
    wallMs: finite('wall_ms'),
    total: finite('total'),
    epoch: finite('epoch'),
    values: Object.entries(data).flatMap(([name, value]): [string, number][] => {
      if (name === stepKey || OWN.has(name)) return [];
      const number = numberOf(value);
      return number === null ? [] : [[name, number]];
    }),
  };
}
