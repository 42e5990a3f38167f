import { jsonOrUndefined } from '../../json';
import type { Framing } from '../framing/framing';
import { lineGroups } from '../framing/line-groups';
import { guessed } from '../losses';
import { spansIn } from './span';

/** The trace of a line's spans; null where it holds none, or those of several. */
function traceOf(line: string): string | null {
  const [first, ...others] = spansIn(jsonOrUndefined(line));
  return first && others.every(({ trace }) => trace === first.trace) ? first.trace : null;
}

/**
 * Cuts lines of spans into traces, where the lines of each stand together; null where the head shows that they do not, or
 * no second trace, so that only the whole file is sure to hold a trace whole. Lines that are no spans go with those
 * before.
 */
export function tracesInLines(head: string, whole: boolean): Framing | null {
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  if (!whole) lines.pop();
  const seen = new Set<string>();
  let last: string | null = null;
  for (const line of lines) {
    const trace = traceOf(line);
    if (trace === null && jsonOrUndefined(line) === undefined) continue;
    if (trace === null || (trace !== last && seen.has(trace))) return null;
    seen.add(trace);
    last = trace;
  }
  if (seen.size < 2) return null;
  // The first line of a run is asked for with every line of it.
  let known: { readonly line: string; readonly trace: string | null } = { line: '', trace: null };
  const framing = lineGroups((line, { first }) => {
    if (known.line !== first) known = { line: first, trace: traceOf(first) };
    const trace = traceOf(line);
    return trace === null || trace === known.trace;
  });
  return whole ? framing : { ...framing, losses: [APART] };
}

const APART = guessed(
  'lines are taken to be sorted by trace, as they are in the first 256 KB; a trace whose lines stand apart is read as several',
);
