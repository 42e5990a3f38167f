import type { Container, FileSample, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { isObject } from './fields/values';
import { absent, cut, withLosses } from './losses';
import { broken, NOTHING } from './reading';
import { loggedIn, noMetrics } from './trackio/logged';

/** Values that trackio's database keeps (0.43): its table `metrics`, a step a row, the values as JSON in a string. */
export const trackioMetrics: Container = {
  id: 'trackio-metrics',
  title: "Metrics in trackio's database",
  holds: 'metrics',
  framings: ['rows', 'lines', 'json'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(
      sample,
      ['metrics', 'run_name', 'timestamp'],
      0.95,
      ({ metrics }) => typeof metrics === 'string' && metrics.startsWith('{'),
    ),
  reader: () => read,
};

const OTHERS = cut('values that are no numbers are left out');
const TRACES = cut('traces among the values are left out; they are read where the container is `trackio`');
const NO_STEP = absent('the step of some rows');

const read: RecordReader = (record, value) => {
  const logged = isObject(value) ? loggedIn(value) : null;
  if (!logged) return broken(record, noMetrics(value));
  const { measured, traces, others } = logged;
  return withLosses({ ...NOTHING, measured }, [
    others ? OTHERS : null,
    traces.length > 0 ? TRACES : null,
    measured.step === null ? NO_STEP : null,
  ]);
};
