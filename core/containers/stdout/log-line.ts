import { barAt, type Bar } from './bars';

/** One line of a training's standard output, without what terminals, progress bars and Ray put around it. */
export interface LogLine {
  /** Offsets of what was printed, in the text that the line stands in. */
  readonly start: number;
  readonly end: number;
  /** Offset of the line's LF, or of the text's end. */
  readonly lf: number;
  /** Who printed it, as Ray says: `main_task pid=123`; null without Ray's prefix. */
  readonly source: string | null;
  /** The last progress bar of the same process that stands before what was printed. */
  readonly bar: Bar | null;
  /** Whether Ray says that other lines like this one were left out. */
  readonly repeated: boolean;
}

/* eslint-disable no-control-regex -- the codes of terminals begin with ESC */
const ANSI = /\u001b(?:\[[\d;?]{0,32}[A-Za-z]|\][^\u0007\u001b\n]{0,256}(?:\u0007|\u001b\\)|[()][A-Z0-9])/y;
const ANSI_END = /\u001b\[[\d;?]{0,32}[A-Za-z]$/;
/* eslint-enable no-control-regex */

/** Ray's prefix: the actor, its process, and its host where it is another. (`ray/_private/worker.py`) */
const PREFIX = /\((?:([A-Za-z_][\w:.<>-]{0,200}) )?pid=(\d{1,12})(?:, ip=([\d.]{1,45}))?\)/y;

const REPEATED = ' [repeated ';
const REPEATED_TAIL = /^ \[repeated \d+x across cluster\]/;

/** Longest code of a terminal that is looked for at a line's end. */
const CODE = 40;

/** Reads the line that begins at `from`. Linear in its length. */
export function logLineAt(text: string, from: number): LogLine {
  const found = text.indexOf('\n', from);
  const lf = found < 0 ? text.length : found;
  const { start, end, ...rest } = logLineOf(text.slice(from, lf));
  return { start: from + start, end: from + end, lf, ...rest };
}

/** Reads a line without its LF. */
function logLineOf(line: string): Omit<LogLine, 'lf'> {
  let bar: Bar | null = null;
  let source: string | null = null;
  let at = 0;
  for (;;) {
    const next = passed(line, at);
    const here = barAt(line, next);
    if (here) {
      bar = here;
      at = here.end;
      continue;
    }
    PREFIX.lastIndex = next;
    const prefix: RegExpExecArray | null = source === null ? PREFIX.exec(line) : null;
    if (!prefix) {
      at = next;
      break;
    }
    const actor: string = prefix[1] ?? '';
    const pid: string = prefix[2] ?? '';
    const ip: string | undefined = prefix[3];
    // A bar before the prefix is the driver's; this line only stands behind it.
    bar = null;
    source = `${actor} pid=${pid}${ip === undefined ? '' : `, ip=${ip}`}`.trimStart();
    at = codesAfter(line, PREFIX.lastIndex);
    if (line[at] === ' ') at++;
  }
  const { end, repeated } = endOf(line, at);
  return { start: Math.min(at, end), end, source, bar, repeated };
}

/** Passes over codes of terminals, and blanks that a carriage return overwrites. */
function passed(line: string, from: number): number {
  let at = codesAfter(line, from);
  for (;;) {
    let blank = at;
    while (line[blank] === ' ') blank++;
    if (line[blank] !== '\r') return at;
    at = codesAfter(line, blank + 1);
  }
}

function codesAfter(line: string, from: number): number {
  let at = from;
  for (ANSI.lastIndex = at; ANSI.test(line); ANSI.lastIndex = at) at = ANSI.lastIndex;
  return at;
}

/** Where what was printed ends: before the line end, before a bar that follows, before what Ray and terminals add. */
function endOf(line: string, from: number): { readonly end: number; readonly repeated: boolean } {
  let end = line.length;
  const cr = line.indexOf('\r', from);
  if (cr >= 0) {
    const next = passed(line, cr);
    if (next >= line.length || barAt(line, next)) end = cr;
  }
  const note = line.lastIndexOf(REPEATED, end);
  const repeated = note >= from && REPEATED_TAIL.test(line.slice(note, note + 64));
  if (repeated) end = note;
  while (end > from) {
    const code = ANSI_END.exec(line.slice(Math.max(from, end - CODE), end));
    if (!code) break;
    end -= code[0].length;
  }
  return { end: Math.max(from, end), repeated };
}

/** All lines of a text, in order. */
export function* logLines(text: string): Generator<LogLine> {
  for (let at = 0; at < text.length;) {
    const line = logLineAt(text, at);
    yield line;
    at = line.lf + 1;
  }
}
