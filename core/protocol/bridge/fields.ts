import type { JsonObject } from '../../json';
import { isObject } from '../../json';
import { BridgeError } from './codes';

function bad(key: string, wanted: string): BridgeError {
  return new BridgeError('proto.bad_json', `\`${key}\` must be ${wanted}`);
}

/** The string of a key. Throws `proto.bad_json` for anything else, an empty one or one longer than `max`. */
export function textField(data: JsonObject, key: string, max = 200): string {
  const value = data[key];
  if (typeof value !== 'string' || value === '' || value.length > max)
    throw bad(key, `a string of 1 to ${max} characters`);
  return value;
}

/** Like {@link textField}, but null where the key is missing or null. */
export function optionalText(data: JsonObject, key: string, max = 200): string | null {
  return data[key] === undefined || data[key] === null ? null : textField(data, key, max);
}

/** A whole number of a key between two others. */
export function wholeField(
  data: JsonObject,
  key: string,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  const value = data[key];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min || value > max)
    throw bad(key, `a whole number from ${min} to ${max}`);
  return value;
}

/** A boolean; false where the key is missing. */
export function flagField(data: JsonObject, key: string): boolean {
  const value = data[key] ?? false;
  if (typeof value !== 'boolean') throw bad(key, 'true or false');
  return value;
}

/** An object; empty where the key is missing. */
export function objectField(data: JsonObject, key: string): JsonObject {
  const value = data[key] ?? {};
  if (!isObject(value)) throw bad(key, 'an object');
  return value;
}

/** A list of strings, at most `count` of at most `max` characters; empty where the key is missing. */
export function textsField(data: JsonObject, key: string, count = 20, max = 100): string[] {
  const value = data[key] ?? [];
  const wanted = `a list of at most ${count} strings`;
  if (!Array.isArray(value) || value.length > count) throw bad(key, wanted);
  return value.map((each: unknown) => {
    if (typeof each !== 'string' || each.length > max) throw bad(key, wanted);
    return each;
  });
}

/** Sequence numbers by stream. */
export function cursorsField(data: JsonObject, key: string): Record<string, number> {
  const cursors: Record<string, number> = {};
  const object = objectField(data, key);
  for (const stream of Object.keys(object)) cursors[stream] = wholeField(object, stream, 0);
  return cursors;
}
