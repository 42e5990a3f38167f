import type { Stretch } from '../stretches';
import { Tag, type TagHits } from '../tagged/hits';
import { skipBlanks } from '../text';

/** How the headers of a chat read once special tokens were skipped while decoding. */
const ASKING = /\n?(?:user|tool|ipython)\r?\n$/;
const LONGEST_HEADER = 16;
const ANSWERING = 'assistant';
const ANSWERING_LINE = /\nassistant\r?\n/;

/**
 * Cuts a stretch of the policy where results of tools stand in it without chat marks: dumps that skip special tokens
 * keep `user` and `assistant` as plain lines. A result is the environment's where it follows a call's end or such a
 * line; any other was typed by the policy. `hits` from `from` to `stop` are those of the stretch.
 */
export function cutAtResults(
  text: string,
  hits: TagHits,
  stretch: Stretch,
  from: number,
  stop: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  let start = stretch.start;
  for (let opener = hits.next(Tag.InformationOpen, from); opener < stop;) {
    const begin = resultStart(text, hits, opener, from, start);
    if (begin === null) {
      opener = hits.next(Tag.InformationOpen, opener + 1);
      continue;
    }
    const { end, next } = resultEnd(text, hits, opener, stop, stretch.end);
    if (begin > start) stretches.push({ ...stretch, start, end: begin });
    stretches.push({ by: 'environment', frame: false, start: begin, end });
    start = end;
    opener = next;
  }
  if (start < stretch.end) stretches.push({ ...stretch, start });
  return stretches;
}

/** Where the environment began to write before a result; null where the policy wrote it. */
function resultStart(
  text: string,
  hits: TagHits,
  opener: number,
  from: number,
  least: number,
): number | null {
  const at = hits.start(opener);
  const header = ASKING.exec(text.slice(Math.max(least, at - LONGEST_HEADER), at));
  const before = header ? at - header[0].length : at;
  const previous = opener - 1;
  const called =
    previous >= from &&
    hits.kind(previous) === Tag.SearchClose &&
    hits.end(previous) >= least &&
    skipBlanks(text, hits.end(previous), at) >= before;
  if (called) return hits.end(previous);
  return header && before >= least ? before : null;
}

/** Where the environment's results end, an `assistant` line included, and the next result that is not among them. */
function resultEnd(
  text: string,
  hits: TagHits,
  first: number,
  stop: number,
  limit: number,
): { readonly end: number; readonly next: number } {
  let opener = first;
  for (;;) {
    const closer = hits.next(Tag.InformationClose, opener);
    const other = hits.next(Tag.InformationOpen, opener + 1);
    if (closer >= stop || other < closer) {
      // Cut before its closer: it goes on to the next header of the assistant.
      const border = Math.min(other < stop ? hits.start(other) : limit, limit);
      const header = ANSWERING_LINE.exec(text.slice(hits.end(opener), border));
      const end = header ? hits.end(opener) + header.index + header[0].length : border;
      return { end, next: other };
    }
    const end = hits.end(closer);
    const next = skipBlanks(text, end, limit);
    if (other < stop && hits.start(other) === next) {
      opener = other;
      continue;
    }
    const answering = text.startsWith(ANSWERING, next) && /[\r\n]/.test(text.charAt(next + ANSWERING.length));
    const line = next + ANSWERING.length;
    return { end: answering ? Math.min(limit, lineEnd(text, line)) : end, next: other };
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
