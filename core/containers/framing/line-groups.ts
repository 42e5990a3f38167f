import type { ByteSource } from '../byte-source';
import { LONGEST_RECORD, tooLong, type Framing, type Span, type SpanOptions } from './framing';
import { lines } from './lines';

/** A run of lines, as far as it is known. */
export interface Run {
  /** Its first line. */
  readonly first: string;
  /** How many lines it has. */
  readonly lines: number;
  /** Whether a blank line stands after it. */
  readonly ended: boolean;
}

/**
 * Cuts text into runs of lines that belong together: a record is a run of lines of which each `belongs` to those before
 * it, with whatever stands between them.
 */
export function lineGroups(belongs: (line: string, run: Run) => boolean): Framing {
  return { id: 'text', spans: (source, options = {}) => groupsOf(source, options, belongs) };
}

/** A run under way: its first line as it stands in the file, and where its last one ends. */
interface Group {
  readonly first: Span;
  readonly text: string;
  end: number;
  lastLine: number;
  lines: number;
  problem: string | null;
}

async function* groupsOf(
  source: ByteSource,
  options: SpanOptions,
  belongs: (line: string, run: Run) => boolean,
): AsyncGenerator<readonly Span[]> {
  const { longest = LONGEST_RECORD } = options;
  let index = options.from?.index ?? 0;
  let group: Group | null = null;
  for await (const spans of lines.spans(source, { ...options, held: longest })) {
    const batch: Span[] = [];
    for (const span of spans) {
      const { bytes, byteEnd: end, line, problem } = span;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
      if (group && belongs(text, runOf(group, line))) {
        group.end = end;
        group.lastLine = line;
        group.lines++;
        group.problem ??= problem;
      } else {
        if (group) batch.push(await spanOf(source, group, index++, longest));
        group = { first: span, text, end, lastLine: line, lines: 1, problem };
      }
    }
    if (batch.length > 0) yield batch;
  }
  if (group) yield [await spanOf(source, group, index, longest)];
}

function runOf({ text, lines, lastLine }: Group, line: number): Run {
  return { first: text, lines, ended: line > lastLine + 1 };
}

/** The bytes are read once more, so that line ends and blank lines inside the run are those of the file. */
async function spanOf(
  source: ByteSource,
  { first, end, problem }: Group,
  index: number,
  longest: number,
): Promise<Span> {
  const { byteStart, line, character } = first;
  const length = end - byteStart;
  const long = length > longest ? tooLong(length, longest) : null;
  const bytes = await source.read(byteStart, long === null ? length : 0);
  const place = { index, byteStart, byteEnd: end, line };
  return { ...place, ...(character === undefined ? {} : { character }), bytes, problem: problem ?? long };
}
