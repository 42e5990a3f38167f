import type { TextLayout } from '../framing/text-layout';
import { logLineAt } from '../stdout/log-line';

/** What the server's formatter puts before each line of a message. (`openrlhf/utils/logging_utils.py`) */
const PREFIX = /^(?:INFO|WARNING|ERROR|DEBUG) (\d\d-\d\d \d\d:\d\d:\d\d) ([^\s:\]]{1,200}):(\d{1,9})\] ?/;

/** A line of the server's log. */
export interface ServerLine {
  /** `03-14 09:26:53`; the year is not logged. */
  readonly time: string;
  /** File and line that logged: all lines of a message have the same. */
  readonly from: string;
  /** Offset of the message in the text. */
  readonly start: number;
  readonly end: number;
  readonly lf: number;
  readonly message: string;
}

const QUERY = 'queries[0]: ';

/** Whether a message begins with the text of a request's first rollout. */
export function isHead(message: string): boolean {
  return message.startsWith(QUERY);
}

/** Length of what stands before that text. */
export const HEAD_LENGTH = QUERY.length;

/** The logged line that begins at an offset; null for lines that were not logged. */
export function serverLineAt(text: string, from: number): ServerLine | null {
  const line = logLineAt(text, from);
  const words = text.slice(line.start, line.end);
  const match = PREFIX.exec(words);
  if (!match) return null;
  const [prefix, time = '', file = '', number = ''] = match;
  const start = line.start + prefix.length;
  return {
    time,
    from: `${file}:${number}`,
    start,
    end: line.end,
    lf: line.lf,
    message: words.slice(prefix.length),
  };
}

/** The first line of a record. */
export function headOf(text: string): ServerLine | null {
  return serverLineAt(text, 0);
}

/** How the log is cut: at each `queries[0]: `. Null for other texts. */
export function serverLayout(head: string): TextLayout | null {
  if (!head.includes(`] ${QUERY}`)) return null;
  return {
    because: 'each record begins with `queries[0]: `',
    skipsHead: true,
    next: (_text, from) => (from === 0 ? 0 : -1),
    begins: (text, at) => {
      const line = serverLineAt(text.toString('utf8', at, at + 512), 0);
      return line && isHead(line.message) ? 'yes' : 'no';
    },
  };
}
