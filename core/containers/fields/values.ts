import { isObject, type JsonObject } from '../../json';

export { isObject, type JsonObject };

/** A path into a JSON value. */
export type JsonPath = readonly (string | number)[];

/** The value a path leads to, or undefined. Only own members count. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/** What a JSON value is, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A number as logs write them: a number, a boolean, or either in quotes; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return null;
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true' ? 1 : 0;
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(value.trim()) ? Number(value) : null;
}

/** Shows a path as `messages[2].content`. */
export function showPath(path: JsonPath): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('');
}

/** The members of a record except those named. */
export function without(record: JsonObject, ...keys: readonly (string | null)[]): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  for (const key of Object.keys(record)) if (!keys.includes(key)) setMember(rest, key, record[key]);
  return rest;
}

/** Sets an own member whatever its name: a plain assignment to `__proto__` would change what the object inherits. */
export function setMember(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
