import type { LogLine } from '../stdout/log-line';
import { barPostfix } from './bar-postfix';
import { evaluationTotals } from './evaluation-totals';
import { lossLines } from './loss-lines';
import type { MetricPattern, MetricReading } from './metric-pattern';
import { rezeroLog } from './rezero-log';
import { trainerDict } from './trainer-dict';
import { verlLine } from './verl-line';

/** Every way to print metrics. A new one is a file beside these and a line here. */
const metricPatterns: readonly MetricPattern[] = [
  verlLine,
  trainerDict,
  lossLines,
  rezeroLog,
  barPostfix,
  evaluationTotals,
];

/** Processes that print metrics: those of the driver, as Ray calls them, and any without Ray's prefix. */
const DRIVER = /^(?:main_task|TaskRunner|pid=)/;

/** The metrics that a line of a log holds, and the pattern it is of; null for all other lines. */
export function metricsIn(
  text: string,
  { start, end, source, bar }: LogLine,
  last: boolean,
): (MetricReading & { readonly pattern: MetricPattern }) | null {
  if (source !== null && !DRIVER.test(source) && bar === null) return null;
  const line = text.slice(start, end);
  for (const pattern of metricPatterns) {
    const reading = pattern.read(line, last, bar);
    if (reading) return { ...reading, pattern };
  }
  return null;
}
