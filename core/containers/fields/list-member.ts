import type { RawRecord, RecordReading } from '../container';
import { broken } from '../reading';
import { isObject, kindOf, type JsonObject } from './values';

/** A record and the list in one of its members, or the reading of a record that has none. */
export type ListMember =
  | { readonly value: JsonObject; readonly list: readonly unknown[]; readonly reading: null }
  | { readonly value: null; readonly list: null; readonly reading: RecordReading };

/** The member `key` of a record, which must be a list. */
export function listMember(record: RawRecord, value: unknown, key: string): ListMember {
  const none = (message: string): ListMember => ({
    value: null,
    list: null,
    reading: broken(record, message),
  });
  if (!isObject(value)) return none(`the record is ${kindOf(value)}, not an object with \`${key}\``);
  const list = value[key];
  return Array.isArray(list)
    ? { value, list, reading: null }
    : none(`\`${key}\` is ${kindOf(list)}, not a list`);
}
