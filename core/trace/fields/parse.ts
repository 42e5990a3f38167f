import type { Answer, Anomaly, Author, Segment, SegmentKind, TextPart, Trace } from '../model';
import { trimRange } from '../text';
import { documentsOf } from './documents';
import { opened, putIn, type Frame } from './elements';
import { TurnBuilder } from './turns';

const KIND_BY_AUTHOR: Readonly<Record<Author, SegmentKind>> = {
  prompt: 'prompt',
  policy: 'text',
  environment: 'information',
};

/** An element under way. */
interface Open {
  readonly frame: Frame;
  readonly tag: TextPart;
  readonly content: TextPart[];
}

/** Cuts a text at the tags that a container put around the fields of its record. Linear; never throws. */
export function parseFields(text: string, parts: readonly TextPart[]): Trace {
  const segments: Segment[] = [];
  const anomalies: Anomaly[] = [];
  const turns = new TurnBuilder(text);
  let answer: Answer | null = null;
  let open: Open | null = null;

  const finish = ({ frame, tag, content }: Open, end: number, closed: boolean): void => {
    const by = frame.kind === 'information' ? 'environment' : 'policy';
    segments.push({ kind: frame.kind, by, start: tag.start, end, closed });
    if (!closed) anomalies.push({ kind: 'unclosed', tag: frame.open, start: tag.start, end: tag.end });
    const inner = trimRange(text, tag.end, content.at(-1)?.end ?? tag.end);
    const range = { start: tag.start, end };
    if (frame.kind === 'answer') {
      answer = { text: text.slice(inner.start, inner.end), ...inner };
      turns.answer(range);
    } else if (frame.kind === 'information') turns.information(range, documentsOf(text, content));
    else turns.act(frame.kind, range, inner);
  };

  for (const part of parts) {
    if (part.end <= part.start) continue;
    if (open && putIn(text, part) === open.frame.close) {
      finish(open, part.end, true);
      open = null;
      continue;
    }
    if (open) {
      open.content.push(part);
      continue;
    }
    const frame = part.by === 'prompt' ? null : opened(text, part);
    if (frame) open = { frame, tag: part, content: [] };
    else addLoose(segments, turns, part);
  }
  if (open) finish(open, open.content.at(-1)?.end ?? open.tag.end, false);
  return { segments, turns: turns.done(), answer, anomalies, promptAnswers: [] };
}

/** Text outside elements: what was put in between them, or what the file keeps without saying more of it. */
function addLoose(segments: Segment[], turns: TurnBuilder, part: TextPart): void {
  const { start, end, by, rendered, path } = part;
  const gap = rendered && path === null && by !== 'prompt';
  const kind = gap ? 'text' : KIND_BY_AUTHOR[by];
  const last = segments.at(-1);
  if (last && last.kind === kind && last.by === by && kind !== 'information' && last.end === start)
    segments[segments.length - 1] = { ...last, end };
  else segments.push({ kind, by, start, end, closed: true });
  if (gap) return;
  if (by === 'policy') turns.say({ start, end });
  else if (by === 'environment') turns.information({ start, end }, []);
}
