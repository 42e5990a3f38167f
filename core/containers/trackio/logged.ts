import { jsonOrUndefined } from '../../json';
import type { Measured } from '../container';
import { isObject, kindOf, numberOf, setMember, type JsonObject } from '../fields/values';

/** What one call of `trackio.log` put into the table `metrics`. */
export interface Logged {
  readonly measured: Measured;
  /** The traces among the values, each under the name that it was logged by. */
  readonly traces: readonly (readonly [string, JsonObject])[];
  /** Whether other values are neither numbers nor null. */
  readonly others: boolean;
}

/** Marks a trace that was logged as a value, alone or in a list. */
export const TRACE_TYPE = 'trackio.trace';

export function isTrace(value: unknown): value is JsonObject {
  return isObject(value) && value['_type'] === TRACE_TYPE;
}

/** What a row of `metrics` holds: its values are JSON in a string; null where they are no object. */
export function loggedIn(row: JsonObject): Logged | null {
  const written = row['metrics'];
  const logged = typeof written === 'string' ? jsonOrUndefined(written) : undefined;
  if (!isObject(logged)) return null;
  const values: Record<string, number> = {};
  const traces: [string, JsonObject][] = [];
  let others = false;
  for (const key of Object.keys(logged)) {
    const value = logged[key];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const found = list.filter(isTrace);
    for (const trace of found) traces.push([key, trace]);
    const number = numberOf(value);
    if (number !== null) setMember(values, key, number);
    else if (value !== null && found.length < Math.max(1, list.length)) others = true;
  }
  return { measured: { step: numberOf(row['step']), values }, traces, others };
}

/** What is wrong with a row whose values cannot be read. */
export function noMetrics(row: unknown): string {
  const written = isObject(row) ? row['metrics'] : undefined;
  return `\`metrics\` is ${typeof written === 'string' ? 'a string that holds no object' : kindOf(written)}; an object in JSON is expected`;
}
