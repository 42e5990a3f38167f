import type { Container, FileSample, RecordReader } from './container';
import { metricsIn } from './printed-metrics';
import { NOTHING } from './reading';
import { readMetrics } from './search-r1-log';
import { kindOf } from './stdout/kind';
import { logLayout } from './stdout/layout';
import { logLineAt } from './stdout/log-line';
import { validationMetrics } from './stdout/validation-metrics';

/** The standard output of a training, as far as its lines are metrics. */
export const metricLines: Container = {
  id: 'metric-lines',
  title: "Metrics in a training's standard output",
  holds: 'metrics',
  framings: ['text'],
  layout: logLayout,
  recognise({ records }: FileSample) {
    const titles = records.flatMap(({ text }) => {
      if (validationMetrics(text)) return [VALIDATION];
      const reading = metricsIn(text, logLineAt(text, 0), false);
      return reading ? [reading.pattern.title] : [];
    });
    if (titles.length === 0) return null;
    const because = `${[...new Set(titles)].join(', ')} in its head (${titles.length} of ${records.length} records)`;
    return { weight: (0.75 * titles.length) / records.length, because };
  },
  reader: () => read,
};

const VALIDATION = '`Initial validation metrics: {…}`';

const SAMPLE = 'a printed sample; name the container `search-r1-log` to read it';

const read: RecordReader = (record) => {
  const kind = kindOf(record.text);
  if (kind !== 'metrics' && kind !== 'validation' && kind !== 'text' && kind !== 'other')
    return { ...NOTHING, withoutText: SAMPLE };
  const { measured, losses, fault } = readMetrics(record);
  return measured
    ? { ...NOTHING, measured, ...(losses ? { losses } : {}) }
    : { ...NOTHING, fault, withoutText: 'no line of metrics' };
};
