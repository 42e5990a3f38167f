import type { Container, FileSample, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { isObject, kindOf, numberOf, setMember } from './fields/values';
import { jsonOrUndefined } from '../json';
import { absent, cut, withLosses } from './losses';
import { broken, NOTHING } from './reading';

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
const NO_STEP = absent('the step of some rows');

const read: RecordReader = (record, value) => {
  const written = isObject(value) ? value['metrics'] : undefined;
  const logged = typeof written === 'string' ? jsonOrUndefined(written) : undefined;
  if (!isObject(value) || !isObject(logged))
    return broken(
      record,
      `\`metrics\` is ${typeof written === 'string' ? 'a string that holds no object' : kindOf(written)}; an object in JSON is expected`,
    );
  const step = numberOf(value['step']);
  const values: Record<string, number> = {};
  let others = false;
  for (const key of Object.keys(logged)) {
    const number = numberOf(logged[key]);
    if (number !== null) setMember(values, key, number);
    else if (logged[key] !== null) others = true;
  }
  const reading = { ...NOTHING, measured: { step, values } };
  return withLosses(reading, [others ? OTHERS : null, step === null ? NO_STEP : null]);
};
