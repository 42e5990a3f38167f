import { jsonOrUndefined } from '../../json';
import type { TextPart } from '../../trace/model';
import { isObject, setMember, valueAt, type JsonPath } from './values';

/** A record in which strings that hold JSON (cells of a table often do) are opened. */
export interface OpenedRecord {
  readonly value: unknown;
  /** Places of the strings that were opened: what stands below them stands nowhere in the file. */
  readonly opened: readonly JsonPath[];
}

/**
 * Opens the strings that paths lead through where they hold a JSON object or list; those at the end of a path only
 * where `whole` says that the string itself is to be opened. The record is left as it is.
 */
export function lookThrough(
  record: unknown,
  paths: readonly JsonPath[],
  whole: (path: JsonPath, value: unknown) => boolean,
): OpenedRecord {
  let value = record;
  const opened: JsonPath[] = [];
  for (const path of paths) {
    for (let length = 0; length <= path.length; length++) {
      const place = path.slice(0, length);
      const found = valueAt(value, place);
      if (typeof found !== 'string') continue;
      const inside = jsonOrUndefined(found);
      const wanted = typeof inside === 'object' && inside !== null;
      if (!wanted || (length === path.length && !whole(path, inside))) break;
      value = replaced(value, place, inside);
      opened.push(place);
    }
  }
  return { value, opened };
}

/** Parts as they stand in the file: what was read inside an opened string was made from that string. */
export function placedOutside(parts: readonly TextPart[], opened: readonly JsonPath[]): readonly TextPart[] {
  if (opened.length === 0) return parts;
  return parts.map((part) => {
    const { path } = part;
    const source = path && opened.find((place) => place.every((step, index) => path[index] === step));
    if (!source) return part;
    const { start, end, by } = part;
    return { start, end, by, path: source, rendered: true };
  });
}

/** A copy of a value with another one at a path, which leads through objects and lists. */
function replaced(value: unknown, [step, ...below]: JsonPath, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    copy[Number(step)] = replaced(copy[Number(step)], below, by);
    return copy;
  }
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value))
    setMember(copy, key, key === String(step) ? replaced(value[key], below, by) : value[key]);
  return copy;
}
