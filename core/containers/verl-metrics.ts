import type { Container, FileSample, Loss, RecordReader } from './container';
import { isObject, kindOf, numberOf, setMember, type JsonObject } from './fields/values';
import { absent, cut, withLosses } from './losses';
import { broken, NOTHING } from './reading';

/** verl's file logger: `{"step": 12, "data": {"actor/kl_loss": 0.003}}` a line. (`verl/utils/tracking.py`) */
export const verlMetrics: Container = {
  id: 'verl-metrics',
  title: "Metrics of verl's file logger",
  holds: 'metrics',
  framings: ['lines', 'json'],
  recognise({ records }: FileSample) {
    const fitting = records.filter(({ value }) => isObject(value) && fits(value)).length;
    if (fitting === 0 || fitting * 2 < records.length) return null;
    const because = `\`step\` and \`data\` with numbers under names like \`actor/kl_loss\` in ${fitting} of the first ${records.length} records`;
    const noted = records.some(({ value }) => isObject(value) && Object.keys(value).length > 2);
    return { weight: ((noted ? 0.85 : 0.95) * fitting) / records.length, because };
  },
  reader: () => read,
};

function fits({ step, data, ...rest }: JsonObject): boolean {
  if (!isObject(data) || numberOf(step) === null) return false;
  // Forks put the time or the name of the run beside them.
  if (Object.keys(rest).some((key) => !isNote(rest[key]))) return false;
  const keys = Object.keys(data);
  const numbers = keys.filter((key) => data[key] === null || typeof data[key] !== 'object');
  return keys.some((key) => key.includes('/')) && numbers.length === keys.length;
}

/** Longest text beside the metrics: a date, the name of a run. */
const LONGEST_NOTE = 200;

function isNote(value: unknown): boolean {
  return typeof value === 'string'
    ? value.length <= LONGEST_NOTE
    : value === null || typeof value !== 'object';
}

const OTHERS: Loss = cut('values that are no numbers are left out');
const NO_STEP: Loss = absent('the step of some records');

const read: RecordReader = (record, value) => {
  if (!isObject(value)) return broken(record, `the record is ${kindOf(value)}, not an object with \`data\``);
  const { data } = value;
  if (!isObject(data)) return broken(record, `\`data\` is ${kindOf(data)}, not an object of metrics`);
  const step = numberOf(value['step']);
  const values: Record<string, number> = {};
  let others = false;
  for (const key of Object.keys(data)) {
    const number = numberOf(data[key]);
    if (number === null) others = true;
    else setMember(values, key, number);
  }
  const reading = { ...NOTHING, measured: { step, values } };
  return withLosses(reading, [others ? OTHERS : null, step === null ? NO_STEP : null]);
};
