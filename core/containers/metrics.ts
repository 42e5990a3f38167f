import type { Evidence } from '../trace/dialect';
import type { Container, FileSample, Measured, RecordReader } from './container';
import { isObject, numberOf, type JsonObject } from './fields/values';
import { pythonNumber, valuesOf } from './printed-metrics/metric-pattern';
import { NOTHING } from './reading';

const STEPS = ['step', 'global_step', 'training_step', '_step', 'epoch', 'iteration'];

/** Members that hold the values where they are kept apart. */
const INSIDE = ['data', 'metrics', 'values'];

/**
 * Records of measured values, a step each: `{step, data: {name: value}}`, or the values beside the step; and the totals
 * of an evaluation with FlashRAG. Systems whose logs have a container of their own come first.
 */
export const metrics: Container = {
  id: 'metrics',
  title: 'Measured values of a run',
  holds: 'metrics',
  framings: ['lines', 'json', 'text'],
  recognise({ records, framing, name }: FileSample) {
    if (framing === 'text') return totalsEvidence(name, records);
    const measured = records.filter(({ value }) => measuredIn(value) !== null).length;
    if (measured === 0 || measured * 10 < records.length * 9) return null;
    const weight = (0.6 * measured) / records.length;
    return {
      weight,
      because: `a step and numbers in ${measured} of the first ${records.length} records, no text`,
    };
  },
  reader: () => read,
};

const read: RecordReader = (record, value) => {
  const measured = value === undefined ? totalsIn(record.text) : measuredIn(value);
  return measured
    ? { ...NOTHING, measured }
    : { ...NOTHING, withoutText: 'the record holds no step with numbers' };
};

/** The file of totals that FlashRAG writes beside `intermediate_data.json`: `em: 0.41` lines. */
const TOTALS = /(?:^|[/\\])metric_score\.txt$/i;

/** Most lines, and longest line, of totals. */
const MOST_TOTALS = 200;
const LONGEST_TOTAL = 200;

function totalsEvidence(name: string, records: FileSample['records']): Evidence | null {
  const [first, second] = records;
  if (!TOTALS.test(name) || !first || second || !totalsIn(first.text)) return null;
  return { weight: 0.9, because: '`metric_score.txt` with a name and a number in each line' };
}

/** The totals of a text that holds nothing but lines of a name and a number; null for other texts. */
function totalsIn(text: string): Measured | null {
  const lines = text.split('\n', MOST_TOTALS + 1).filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length > MOST_TOTALS) return null;
  const pairs: [string, number][] = [];
  for (const line of lines) {
    const colon = line.length > LONGEST_TOTAL ? -1 : line.lastIndexOf(':');
    const value = colon > 0 ? pythonNumber(line.slice(colon + 1).trim()) : null;
    if (value === null) return null;
    pairs.push([line.slice(0, colon).trim(), value]);
  }
  return { step: null, values: valuesOf(pairs) };
}

/** Longest string beside numbers: a name or a date. */
const SHORT = 80;

function measuredIn(value: unknown): { step: number | null; values: Record<string, number> } | null {
  if (!isObject(value)) return null;
  const at = STEPS.find((name) => typeof value[name] === 'number');
  if (at === undefined) return null;
  const inner = INSIDE.map((name) => value[name]).find(isObject);
  const from = inner ?? value;
  const values: [string, number][] = [];
  for (const key of Object.keys(from)) {
    const member = from[key];
    if (from === value && key === at) continue;
    if (!fits(member)) return null;
    const number = typeof member === 'number' || typeof member === 'boolean' ? numberOf(member) : null;
    if (number !== null) values.push([key, number]);
  }
  return values.length === 0 || isRollout(value)
    ? null
    : { step: numberOf(value[at]), values: Object.fromEntries(values) };
}

function fits(member: unknown): boolean {
  if (typeof member === 'string') return member.length <= SHORT;
  return member === null || typeof member === 'number' || typeof member === 'boolean';
}

function isRollout(value: JsonObject): boolean {
  return ['prompt', 'completion', 'output', 'response', 'question', 'messages'].some((name) => name in value);
}
