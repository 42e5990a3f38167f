import type { Container, FileSample, RecordReader } from './container';
import { isObject, kindOf, numberOf, setMember } from './fields/values';
import { absent, cut, withLosses } from './losses';
import { broken, NOTHING } from './reading';

/**
 * What transformers' and TRL's trainers logged: the `log_history` of `trainer_state.json`, one element an event, or the
 * `steps` of a reference run. A record is an element of the list.
 */
export const trlMetrics: Container = {
  id: 'trl-metrics',
  title: 'Steps that a transformers or TRL trainer logged',
  holds: 'metrics',
  framings: ['rows'],
  recognise({ format, records }: FileSample) {
    if (format !== 'trainer-state') return null;
    const because = `a list of \`step\` with numbers, such as \`log_history\` (${records.length} of its first elements read)`;
    return { weight: 0.9, because };
  },
  reader: () => read,
};

const OTHERS = cut('values that are no numbers are left out');
const NO_STEP = absent('the step of some events');

const read: RecordReader = (record, value) => {
  if (!isObject(value)) return broken(record, `the logged event is ${kindOf(value)}, not an object`);
  const step = numberOf(value['step']);
  const values: Record<string, number> = {};
  let others = false;
  for (const key of Object.keys(value)) {
    if (key === 'step') continue;
    const number = numberOf(value[key]);
    if (number !== null) setMember(values, key, number);
    else if (value[key] !== null) others = true;
  }
  const reading = { ...NOTHING, measured: { step, values } };
  return withLosses(reading, [others ? OTHERS : null, step === null ? NO_STEP : null]);
};
