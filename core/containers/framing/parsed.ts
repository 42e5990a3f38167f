import type { RawRecord } from '../container';
import { parseTolerant, type ParsedJson } from '../json/tolerant';
import type { Framing } from './framing';

/** The value of a record, which is not plain text. */
export function parsedBy(framing: Framing, record: RawRecord): ParsedJson {
  return framing.parse ? framing.parse(record) : parseTolerant(record.text);
}
