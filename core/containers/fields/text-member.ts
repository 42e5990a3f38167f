import type { RawRecord, RecordReading } from '../container';
import { broken, NOTHING } from '../reading';
import { isObject, kindOf, type JsonObject } from './values';

/** A record and the text of one of its members, or the reading of a record that has none. */
export type TextMember =
  | { readonly value: JsonObject; readonly text: string; readonly reading: null }
  | { readonly value: null; readonly text: null; readonly reading: RecordReading };

/** The member `key` of a record, which must be a string; an empty one holds no rollout. */
export function textMember(record: RawRecord, value: unknown, key: string): TextMember {
  const none = (reading: RecordReading): TextMember => ({ value: null, text: null, reading });
  if (!isObject(value))
    return none(broken(record, `the record is ${kindOf(value)}, not an object with \`${key}\``));
  const text = value[key];
  if (typeof text !== 'string') return none(broken(record, `\`${key}\` is ${kindOf(text)}, not a string`));
  if (text === '') return none({ ...NOTHING, withoutText: `\`${key}\` is empty` });
  return { value, text, reading: null };
}
