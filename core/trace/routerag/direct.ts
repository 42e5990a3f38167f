import { wholeDocument } from '../documents/entries';
import type { Answer, Document, Range, Segment, TextPart, Trace, Turn } from '../model';
import { SegmentList } from '../segments';
import { trimRange } from '../text';

type Parse = (text: string, parts: readonly TextPart[]) => Trace;

/** What heads an answer read from passages in one go: after a search that came to nothing, or instead of one. */
const FALLBACK = '[Fallback to Direct QA]\n';
const DIRECT = '[Direct QA Mode]\n';

const PASSAGE = 'Wikipedia Title: ';
const QUESTION = 'Question: ';
const REPLY = ['Thought:', 'Answer:'] as const;
const ANSWER = 'Answer:';

/**
 * Adds the reading of direct answers to a parser (`routerag/RouteRAG.py` `deepqa`): `[Fallback to Direct QA]` after the
 * steps of a search, or `[Direct QA Mode]` at the start, then passages, the question and, right behind it, the reply.
 */
export function withDirectAnswer(parse: Parse): Parse {
  return (text, parts) => {
    const start = directStart(text);
    if (start === null) return parse(text, parts);
    const head = parse(text.slice(0, start), upTo(parts, start));
    const list = new SegmentList();
    list.end = start;
    const turn = readDirect(text, start, list);
    const reply = list.segments.at(-1);
    // A text that ends with the question has no reply.
    const answer = reply?.by === 'policy' ? answerOf(text, reply) : null;
    const segments: readonly Segment[] = [...head.segments, ...list.segments];
    return { ...head, segments, turns: [...head.turns, turn], answer: answer ?? head.answer };
  };
}

function directStart(text: string): number | null {
  if (text.startsWith(DIRECT)) return 0;
  const at = text.lastIndexOf(`\n${FALLBACK}`);
  // The blank line before it is the system's, too.
  return at < 0 ? null : text.charAt(at - 1) === '\n' ? at - 1 : at;
}

function upTo(parts: readonly TextPart[], end: number): TextPart[] {
  return parts.filter((part) => part.start < end).map((part) => ({ ...part, end: Math.min(part.end, end) }));
}

/** The passages and the question are the system's; the policy's reply is the last segment. */
function readDirect(text: string, start: number, list: SegmentList): Turn {
  const mark = trimRange(text, start, text.length).start;
  const body = text.indexOf('\n', mark) + 1;
  const asked = text.lastIndexOf(QUESTION);
  const question = asked < body ? body : asked;
  const reply = replyStart(text, question);
  list.fill(body, 'environment');
  const passages = trimRange(text, body, question);
  const observation = passages.end > passages.start ? passages : null;
  if (observation) list.add('information', 'environment', observation.start, observation.end);
  list.fill(reply, 'environment');
  list.fill(text.length, 'policy');
  return {
    start,
    end: text.length,
    think: null,
    queries: [],
    documents: observation ? passagesIn(text, observation) : [],
    error: null,
    searches: [],
    observation,
  };
}

/** Nothing parts question and reply but the words a reply starts with, the question mark, or a line break. */
function replyStart(text: string, question: number): number {
  const marks = [...REPLY, '\n'].map((mark) => text.indexOf(mark, question)).filter((at) => at >= 0);
  if (marks.length > 0) return Math.min(...marks);
  const mark = text.indexOf('?', question);
  return mark < 0 ? text.length : mark + 1;
}

function answerOf(text: string, reply: Range): Answer | null {
  const label = text.indexOf(ANSWER, reply.start);
  const from = label < 0 ? reply.start : label + ANSWER.length;
  const next = label < 0 ? -1 : text.indexOf(ANSWER, from);
  const { start, end } = trimRange(text, from, next < 0 ? reply.end : next);
  return end > start ? { text: text.slice(start, end), start, end } : null;
}

/** Passages, each `Wikipedia Title: T` with its text on the lines below. */
function passagesIn(text: string, { start, end }: Range): Document[] {
  const block = text.slice(start, end);
  if (!block.startsWith(PASSAGE)) return [wholeDocument(block, start)];
  const documents: Document[] = [];
  for (let at = 0; at < block.length;) {
    const next = block.indexOf(`\n\n${PASSAGE}`, at);
    const stop = next < 0 ? block.length : next;
    const entry = block.slice(at + PASSAGE.length, stop);
    const line = entry.indexOf('\n');
    documents.push({
      query: 0,
      rank: documents.length + 1,
      title: line < 0 ? entry : entry.slice(0, line),
      text: line < 0 ? '' : entry.slice(line + 1).trimEnd(),
      score: null,
      start: start + at,
      end: start + stop,
    });
    at = next < 0 ? block.length : next + 2;
  }
  return documents;
}
