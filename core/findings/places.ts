import { countWhile } from '../halving';
import type { Dialect, TagMeaning } from '../trace/dialect';
import { END_MARKS } from '../trace/end-marks';
import type { Range, Segment } from '../trace/model';
import { beforeBlanks, betweenPairs } from '../trace/text';
import type { UncheckedRollout } from './rule';

/** Longest stretch of text that a finding about "here" covers, in UTF-16 units. */
const SHORT = 120;

/** Index of the last of some ranges in order that starts at or before an offset; -1 where none does. By halving. */
export function lastStartingBy(ranges: readonly Range[], offset: number): number {
  return countWhile(ranges, ({ start }) => start <= offset) - 1;
}

/** Index of the turn that covers an offset; null where none does. */
export function turnAt({ turns }: UncheckedRollout, offset: number): number | null {
  const index = lastStartingBy(turns, offset);
  return offset < (turns[index]?.end ?? -1) ? index : null;
}

/** The segment that covers an offset; null past the end. */
export function segmentAt({ segments }: Pick<UncheckedRollout, 'segments'>, offset: number): Segment | null {
  const segment = segments[lastStartingBy(segments, offset)];
  return segment && offset < segment.end ? segment : null;
}

/** Where a text really ends: before the sampler's end marks and blanks. */
export function contentEnd(text: string): number {
  let end = beforeBlanks(text, 0, text.length);
  for (let mark = endMark(text, end); mark !== undefined; mark = endMark(text, end)) {
    end = beforeBlanks(text, 0, end - mark.length);
  }
  return end;
}

/** The last line of a text before its end marks, at most {@link SHORT} long: where "at the end" points to. */
export function tailOf(text: string, end: number): Range {
  const from = Math.max(0, end - SHORT);
  const line = text.slice(from, end).lastIndexOf('\n') + 1;
  return { start: betweenPairs(text, from + line), end };
}

/** The first line of a range, at most {@link SHORT} long. */
export function headOf(text: string, { start, end }: Range): Range {
  const line = text.slice(start, end).trimEnd().slice(0, SHORT).indexOf('\n');
  const stop = Math.min(end, start + SHORT, line > 0 ? start + line : end);
  return { start, end: betweenPairs(text, stop) };
}

/** The inside of an element, tags and outer blanks left out; the whole range where it starts with no known tag. */
export function insideOf(text: string, { start, end }: Range, dialect: Dialect): string {
  const tag = dialect.tags.find(({ open }) => text.startsWith(open, start));
  if (!tag) return text.slice(start, end).trim();
  const inside = text.slice(start + tag.open.length, end);
  const closed = tag.close !== null && inside.endsWith(tag.close) ? tag.close.length : 0;
  return inside.slice(0, inside.length - closed).trim();
}

/** What a dialect's action is called: tools that are called need not search. */
export function actionOf({ acts = 'search' }: Dialect): 'search' | 'call' {
  return acts;
}

/** The first of a dialect's tags in which the policy answers; null where answers have none. */
export function answerTag({ tags }: Dialect): TagMeaning | null {
  return tags.find(({ answers }) => answers === true) ?? null;
}

function endMark(text: string, end: number): string | undefined {
  return END_MARKS.find((mark) => text.endsWith(mark, end));
}
