import { logLines, type LogLine } from './log-line';
import type { MappedText } from './mapped-text';

/** A line of a record with its words. */
export interface OwnLine extends LogLine {
  readonly words: string;
}

/**
 * The lines of a record that its own process printed, progress bars left out: those of the process of its first line; at
 * most as many as are asked for.
 */
export function ownLines(record: string, most = Infinity): OwnLine[] {
  const own: OwnLine[] = [];
  for (const line of logLines(record)) {
    if (own.length >= most) break;
    const source = own[0] ? own[0].source : line.source;
    if (line.source !== source || (line.bar !== null && line.end === line.start)) continue;
    own.push({ ...line, words: record.slice(line.start, line.end) });
  }
  return own;
}

/** Adds the lines `[from, to)` to a text, with the line ends between them. */
export function addLines(
  text: MappedText,
  record: string,
  lines: readonly OwnLine[],
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const line = lines[at];
    const before = lines[at - 1];
    if (!line) return;
    if (at > from && before) text.add(record, before.lf, before.lf + 1);
    text.add(record, line.start, line.end);
  }
}

/** The words of the lines `[from, to)`, joined by newlines. */
export function wordsOf(lines: readonly OwnLine[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map(({ words }) => words)
    .join('\n');
}
