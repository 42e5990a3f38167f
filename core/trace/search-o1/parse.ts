import { lastBox } from '../boxed';
import { wholeDocument } from '../documents/entries';
import type { Document, Segment, TextPart, Trace, Turn } from '../model';
import type { TagGrammar } from '../tagged/grammar';
import { taggedParser } from '../tagged/parse';
import { trimRange } from '../text';

/** What the environment says where a query does not run. */
const REFUSALS = [
  'The maximum search limit is exceeded. You are not allowed to search.',
  'You have searched this query. Please refer to previous results.',
] as const;

/** What the digest says where the pages hold nothing of use. */
const NOTHING = 'No helpful information found.';

const thoughtless: TagGrammar = {
  think: { open: '<think>', close: '</think>' },
  search: { open: '<|begin_search_query|>', close: '<|end_search_query|>' },
  information: { open: '<|begin_search_result|>', close: '<|end_search_result|>' },
  answer: null,
  notice: null,
  opener: 'first',
  firstActionWins: false,
  thinkSpansTurns: false,
  newlinesAfterInformation: 2,
  refusals: REFUSALS,
  query: (raw) => raw,
  documents: digest,
};

const parseProse = taggedParser(thoughtless);
const parseThinking = taggedParser({ ...thoughtless, thinkSpansTurns: true });

function digest(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  const said = text.slice(body.start, body.end);
  return said === '' || said === NOTHING ? [] : [wholeDocument(said, body.start)];
}

/**
 * Parses a rollout of Search-o1. Its answer is the last balanced `\\boxed{}` of the policy's own text, without tags; what
 * a model that marks no thoughts writes is all thought.
 */
export function parseSearchO1(text: string, parts: readonly TextPart[]): Trace {
  const thinks = text.includes('</think>');
  return withBox(text, thinks ? parseThinking(text, parts) : asThought(text, parseProse(text, parts)));
}

/** Takes the policy's prose for thought: each run of it is one think segment of its turn. */
function asThought(text: string, trace: Trace): Trace {
  const isProse = ({ kind, by, start, end }: Segment): boolean =>
    kind === 'text' && by === 'policy' && text.slice(start, end).trim() !== '';
  const segments = trace.segments.map((each) => (isProse(each) ? { ...each, kind: 'think' as const } : each));
  const thoughts = segments.filter(({ kind }) => kind === 'think');
  let next = 0;
  const turns = trace.turns.map((turn): Turn => {
    const said: string[] = [];
    for (; next < thoughts.length; next++) {
      const thought = thoughts[next];
      if (!thought || thought.start >= turn.end) break;
      said.push(text.slice(thought.start, thought.end));
    }
    return said.length > 0 ? { ...turn, think: said.join('\n') } : turn;
  });
  return { ...trace, segments, turns };
}

/** Cuts the last box out of the policy's last segment that holds one. */
function withBox(text: string, trace: Trace): Trace {
  const at = trace.segments.findLastIndex(
    ({ kind, by, start, end }) =>
      by === 'policy' && (kind === 'text' || kind === 'think') && lastBox(text, start, end) !== null,
  );
  const holder = trace.segments[at];
  const box = holder && lastBox(text, holder.start, holder.end);
  if (!holder || !box) return trace;
  const mark = text.lastIndexOf('\\', box.start);
  const start = Math.max(holder.start, mark);
  const end = Math.min(holder.end, text.charAt(box.end) === '}' ? box.end + 1 : box.end);
  const pieces: Segment[] = [
    { ...holder, end: start },
    { kind: 'answer', by: 'policy', start, end, closed: true },
    { ...holder, start: end },
  ];
  const segments = [
    ...trace.segments.slice(0, at),
    ...pieces.filter((piece) => piece.end > piece.start),
    ...trace.segments.slice(at + 1),
  ];
  const content = trimRange(text, box.start, box.end);
  return { ...trace, segments, answer: { ...content, text: text.slice(content.start, content.end) } };
}
