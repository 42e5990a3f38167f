import type { Loss, RawRecord, RecordReading } from '../container';
import { broken, NOTHING, rolloutOf } from '../reading';
import { withLosses } from '../losses';
import { tracedText, type Traced } from './traced';
import { isObject, kindOf, type JsonObject } from './values';

/** What a container found in a record of fields. */
export interface FoundFields {
  readonly traced: Traced;
  readonly golds: readonly string[];
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** A record of fields as one rollout; no rollout where it says nothing but the question. */
export function fieldsRead(
  record: RawRecord,
  file: string,
  { traced, golds, recorded }: FoundFields,
  sample: number | null = null,
): RecordReading {
  const { answer, said, steps = [] } = traced;
  if (!answer && !said && steps.length === 0)
    return { ...NOTHING, withoutText: 'the record holds neither an answer nor what was retrieved' };
  const question = traced.question?.text ?? null;
  const text = tracedText(traced);
  const key = record.key === undefined ? recorded : { key: record.key, ...recorded };
  return {
    ...NOTHING,
    rollouts: [rolloutOf(record, file, { question, golds, text, recorded: key }, sample)],
  };
}

/** Readings of several runs that one record holds. */
export function together(readings: readonly RecordReading[]): RecordReading {
  const rollouts = readings.flatMap((reading) => reading.rollouts);
  const [first] = readings;
  const withoutText = rollouts.length > 0 ? null : (first?.withoutText ?? 'the record holds no run');
  const fault = readings.find((reading) => reading.fault !== null)?.fault ?? null;
  const losses = new Map<string, Loss>();
  for (const reading of readings) {
    for (const loss of reading.losses ?? []) losses.set(`${loss.kind} ${loss.what}`, loss);
  }
  return withLosses({ rollouts, fault, withoutText }, [...losses.values()]);
}

/** Reads records that must be objects with `names`; others are faults that say so. */
export function objectReader(
  names: string,
  read: (record: RawRecord, value: JsonObject, file: string) => RecordReading,
): (record: RawRecord, value: unknown, file: string) => RecordReading {
  return (record, value, file) =>
    isObject(value)
      ? read(record, value, file)
      : broken(record, `the record is ${kindOf(value)}, not an object with ${names}`);
}
