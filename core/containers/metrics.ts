import type { Container, FileSample, RecordReader } from './container';
import { isObject, numberOf, type JsonObject } from './fields/values';
import { NOTHING } from './reading';

const STEPS = ['step', 'global_step', 'training_step', '_step', 'epoch', 'iteration'];

/** Members that hold the values where they are kept apart. */
const INSIDE = ['data', 'metrics', 'values'];

/**
 * Records of measured values, a step each: `{step, data: {name: value}}`, or the values beside the step. Systems whose
 * logs have a container of their own come first.
 */
export const metrics: Container = {
  id: 'metrics',
  title: 'Measured values of a run',
  holds: 'metrics',
  framings: ['lines', 'json'],
  recognise({ records }: FileSample) {
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

const read: RecordReader = (_record, value) => {
  const measured = measuredIn(value);
  return measured
    ? { ...NOTHING, measured }
    : { ...NOTHING, withoutText: 'the record holds no step with numbers' };
};

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
