import { EXTRACTED, GOLDEN, SOLUTION } from './known-lines';
import { logLines } from './log-line';
import { MappedText } from './mapped-text';

/** A sample as a reward function prints it, each value without the prefixes and bars of its lines. */
export interface PrintedSample {
  readonly golds: MappedText | null;
  /** What the reward took for the answer; null where it says `None`, undefined where the line is missing. */
  readonly extracted: string | null | undefined;
  readonly solution: MappedText | null;
  /** Whether Ray says that it left out lines. */
  readonly repeated: boolean;
}

const NO_ANSWER = 'Extracted answer: None!';

/**
 * Reads a record that begins with the separator of a printed sample. Lines of other processes, and progress bars, are
 * passed over; a value goes on until the next label.
 */
export function readSample(record: string): PrintedSample {
  const values: { golds?: MappedText; extracted?: MappedText; solution?: MappedText } = {};
  let none = false;
  let repeated = false;
  let own: string | null | undefined;
  let current: MappedText | null = null;
  let lf: number | null = null;
  for (const line of logLines(record)) {
    own = own === undefined ? line.source : own;
    if (line.source !== own) continue;
    if (line.bar !== null && line.end === line.start) continue;
    repeated ||= line.repeated;
    const begins = (label: string): boolean => record.startsWith(label, line.start);
    let from = line.start;
    const extracted = EXTRACTED.find(begins);
    if (!values.golds && begins(GOLDEN)) {
      current = values.golds = new MappedText();
      from += GOLDEN.length;
    } else if (!values.extracted && !values.solution && extracted !== undefined) {
      none = record.slice(line.start, line.end) === NO_ANSWER;
      current = values.extracted = new MappedText();
      from += extracted.length;
    } else if (!values.solution && begins(SOLUTION)) {
      current = values.solution = new MappedText();
      from += SOLUTION.length;
    }
    if (!current) continue;
    // The line end before a line belongs to a value only where the value goes on in it.
    if (from === line.start && lf !== null) current.add(record, lf, lf + 1);
    current.add(record, from, line.end);
    lf = line.lf;
  }
  const said = values.extracted?.text;
  return {
    golds: values.golds ?? null,
    extracted: none || said === 'None' ? null : said,
    solution: values.solution ?? null,
    repeated,
  };
}

/** Reads a record that is a text without labels: what validation prints. A heading before it is left out. */
export function readText(record: string, isHeading: (words: string) => boolean): MappedText {
  const text = new MappedText();
  let own: string | null | undefined;
  let lf: number | null = null;
  for (const line of logLines(record)) {
    own = own === undefined ? line.source : own;
    if (line.source !== own || (line.bar !== null && line.end === line.start)) continue;
    if (lf === null && isHeading(record.slice(line.start, line.end))) continue;
    if (lf !== null) text.add(record, lf, lf + 1);
    text.add(record, line.start, line.end);
    lf = line.lf;
  }
  return text;
}
