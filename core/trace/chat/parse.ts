import { wholeDocument } from '../documents/entries';
import type { Answer, Document, Range, TextPart, Trace, Turn } from '../model';
import { responseStart } from '../response';
import { SegmentList } from '../segments';
import { contentOf, hasTurns, type Stretch, stretchesOf } from '../stretches';
import { skipBlanks, trimRange } from '../text';

/** Roles whose messages are results of tools; those of others are words of a user. */
const TOOL =
  /<\|(?:im_start|start_header_id)\|>(?:tool|function|ipython|observation)(?:<\|end_header_id\|>\r?\n)?\r?\n$/;
const LONGEST_HEADER = 64;

const THINK_OPEN = '<think>';
const THINK_CLOSE = '</think>';

type OpenTurn = { -readonly [Key in keyof Turn]: Turn[Key] };

/**
 * Cuts chat messages: each of the policy is a turn, a thought at its start told apart; what a tool returned after it is
 * one document; the last message of the policy is the answer. Linear in the length of the text.
 */
export function parseChat(text: string, parts: readonly TextPart[]): Trace {
  const list = new SegmentList();
  const turns: OpenTurn[] = [];
  let answer: Answer | null = null;
  const start = responseStart(text, parts);
  for (const stretch of stretchesOf(text, parts, start, hasTurns(text))) {
    if (stretch.by === 'prompt') list.add('prompt', 'prompt', stretch.start, stretch.end);
    else if (stretch.by === 'policy') answer = readMessage(text, stretch, list, turns) ?? answer;
    else if (!stretch.frame) readResult(text, stretch, list, turns.at(-1));
    list.fill(stretch.end, stretch.by);
  }
  list.fill(text.length, 'policy');
  return { segments: list.segments, turns, answer, anomalies: [], promptAnswers: [] };
}

function readMessage(text: string, stretch: Stretch, list: SegmentList, turns: OpenTurn[]): Answer | null {
  const content = contentOf(text, stretch);
  if (content.end <= content.start) return null;
  const thought = thoughtAt(text, content);
  if (thought) list.add('think', 'policy', content.start, thought.end);
  turns.push({
    start: stretch.start,
    end: stretch.end,
    think: thought ? text.slice(thought.content.start, thought.content.end) : null,
    queries: [],
    documents: [],
    error: null,
    searches: [],
    observation: null,
  });
  const said = trimRange(text, thought?.end ?? content.start, content.end);
  return said.end > said.start ? { ...said, text: text.slice(said.start, said.end) } : null;
}

/** The thought that a message begins with, tags included, and what stands between them. */
function thoughtAt(
  text: string,
  { start, end }: Range,
): { readonly end: number; readonly content: Range } | null {
  const from = skipBlanks(text, start, end);
  if (!text.startsWith(THINK_OPEN, from)) return null;
  const close = text.slice(from, end).indexOf(THINK_CLOSE);
  if (close < 0) return null;
  const content = trimRange(text, from + THINK_OPEN.length, from + close);
  return { end: from + close + THINK_CLOSE.length, content };
}

function readResult(text: string, stretch: Stretch, list: SegmentList, turn: OpenTurn | undefined): void {
  const content = contentOf(text, stretch);
  if (turn) turn.end = stretch.end;
  if (content.end <= content.start) return;
  if (!TOOL.test(text.slice(Math.max(0, content.start - LONGEST_HEADER), content.start))) return;
  list.fill(content.start, 'environment');
  list.add('information', 'environment', content.start, content.end);
  if (!turn) return;
  const rank = turn.documents.length + 1;
  const document = { ...wholeDocument(text.slice(content.start, content.end), content.start), rank };
  (turn.documents as Document[]).push(document);
  turn.observation = { start: turn.observation?.start ?? content.start, end: content.end };
}
