import { readPythonRepr } from '../python/repr';
import { isObject, numberOf } from '../fields/values';
import { MappedText } from '../stdout/mapped-text';
import { logLineAt } from '../stdout/log-line';
import { HEAD_LENGTH, isHead, serverLineAt } from './server-layout';

/** What a record of the server's log says. */
export interface ServerRecord {
  readonly text: MappedText;
  /** The rewards that were sent back, the first of them that of the text; null where none were. */
  readonly rewards: readonly number[] | null;
  readonly at: string | null;
}

const SENT = 'Sent JSON: ';

/** Longest line of rewards that is read, in characters. */
const LONGEST = 1_000_000;

/** Reads a record that begins with `queries[0]: `: lines of one message have the same place of origin and time. */
export function readServerRecord(record: string): ServerRecord | null {
  const head = serverLineAt(record, 0);
  if (!head || !isHead(head.message)) return null;
  const text = new MappedText();
  text.add(record, head.start + HEAD_LENGTH, head.end);
  let lf = head.lf;
  let inside = true;
  let rewards: number[] | null = null;
  for (let at = head.lf + 1; at < record.length && rewards === null;) {
    const line = serverLineAt(record, at);
    if (line?.message.startsWith(SENT)) rewards = rewardsIn(line.message.slice(SENT.length));
    inside &&= line?.from === head.from && line.time === head.time && !line.message.startsWith(SENT);
    if (inside && line) {
      text.add(record, lf, lf + 1);
      text.add(record, line.start, line.end);
      lf = line.lf;
    }
    at = (line ?? logLineAt(record, at)).lf + 1;
  }
  return { text, rewards, at: head.time };
}

function rewardsIn(repr: string): number[] | null {
  if (repr.length > LONGEST) return null;
  const parsed = readPythonRepr(repr);
  const list = parsed.ok && isObject(parsed.value) ? parsed.value['rewards'] : undefined;
  if (!Array.isArray(list)) return null;
  const numbers = list.map(numberOf).filter((reward) => reward !== null);
  return numbers.length === list.length ? numbers : null;
}
