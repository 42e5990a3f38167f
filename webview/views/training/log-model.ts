import { plainLine } from '../../../core/protocol/panels/plain-log';
import type { LogPiece } from '../../../core/protocol/panels/training';

/** A line of a log, or a place where bytes were left out. */
export interface LogLine {
  /** Offset of its first byte in the file; of a gap half a byte before what follows it. */
  readonly at: number;
  readonly text: string;
  readonly isGap: boolean;
}

/** A window on a log. Never changes: more text is another object. */
export interface LogModel {
  readonly lines: readonly LogLine[];
  /** The bytes of the line that has no end yet, and the offset of the first. */
  readonly open: Uint8Array;
  readonly openAt: number;
  readonly generation: number | null;
}

/** Lines that are held while the end is followed, and those that are held in all. */
export const FOLLOWED_LINES = 2000;
export const MOST_LINES = 12_000;

/** Characters of a line that are shown: some programs write whole data sets in one. */
const LONGEST = 4000;

/** Bytes of an open line that are held: a progress bar writes its line over and over. */
const LONGEST_OPEN = 64 * 1024;

const LINE_FEED = 10;
const RETURN = 13;

export const emptyLog: LogModel = { lines: [], open: new Uint8Array(), openAt: 0, generation: null };

/** Offset in the file of the first byte that is held. */
export function startOf({ lines, openAt }: LogModel): number {
  return Math.ceil(lines[0]?.at ?? openAt);
}

/** The log with a piece behind it. Where its end is followed, old lines are dropped; they can be had again. */
export function appended(log: LogModel, piece: LogPiece, follow: boolean): LogModel {
  const { offset, generation, bytes } = piece;
  const isFirst = log.generation !== generation;
  const base = isFirst ? { ...emptyLog, openAt: offset, generation } : log;
  const lines = [...base.lines];
  let { open, openAt } = base;
  if (!isFirst && piece.gap > 0) {
    if (open.length > 0) lines.push(lineOf(openAt, open));
    lines.push({ at: offset - 0.5, text: `${piece.gap} bytes left out`, isGap: true });
    [open, openAt] = [new Uint8Array(), offset];
  }
  const cut = cutLines(joined(open, bytes), openAt);
  // A window that begins inside a line begins at the next one.
  const begun = isFirst && offset > 0 ? cut.lines.slice(1) : cut.lines;
  for (const line of begun) lines.push(line);
  const kept = follow && lines.length > FOLLOWED_LINES ? lines.slice(-FOLLOWED_LINES) : lines;
  return { lines: kept, generation, ...held(cut.open, cut.openAt) };
}

/** The log with what comes before it: `bytes` end where the log starts. */
export function prepended(log: LogModel, at: number, bytes: Uint8Array): LogModel {
  const { lines, open, openAt } = cutLines(bytes, at);
  const all = open.length > 0 ? [...lines, lineOf(openAt, open)] : lines;
  // The first line may have begun earlier: it is read with what comes before. Unless it is all there is.
  const whole = at > 0 && all.length > 1 ? all.slice(1) : all;
  return { ...log, lines: [...whole, ...log.lines] };
}

/** The lines as they are shown, the open one too. */
export function allLines({ lines, open, openAt }: LogModel): readonly LogLine[] {
  return open.length === 0 ? lines : [...lines, lineOf(openAt, open)];
}

/** Indices of the lines that hold a text, whatever its case. */
export function found(lines: readonly LogLine[], text: string): readonly number[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return lines.flatMap((line, index) => (line.text.toLowerCase().includes(wanted) ? [index] : []));
}

function cutLines(
  bytes: Uint8Array,
  at: number,
): { readonly lines: readonly LogLine[]; readonly open: Uint8Array; readonly openAt: number } {
  const lines: LogLine[] = [];
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    lines.push(lineOf(at + start, bytes.subarray(start, end)));
    start = end + 1;
  }
  return { lines, open: bytes.slice(start), openAt: at + start };
}

function lineOf(at: number, bytes: Uint8Array): LogLine {
  // The end of an open line may lie inside a character, which is left out until it is whole.
  const text = plainLine(new TextDecoder().decode(bytes, { stream: true }));
  const isLong = text.length > LONGEST;
  return { at, text: isLong ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text, isGap: false };
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  if (before.length === 0) return after;
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

/** Of a line that is written over and over, what was written last. */
function held(open: Uint8Array, openAt: number): Pick<LogModel, 'open' | 'openAt'> {
  if (open.length <= LONGEST_OPEN) return { open, openAt };
  const again = open.lastIndexOf(RETURN, open.length - 2);
  const from = again > 0 ? again + 1 : open.length - LONGEST_OPEN;
  return { open: open.slice(from), openAt: openAt + from };
}
