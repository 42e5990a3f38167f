import type { Author, Range, TextPart } from './model';
import { skipBlanks, trimRange } from './text';

/** A run of text by one author. */
export interface Stretch extends Range {
  readonly by: Author;
  /** True for chat headers that were put in while rendering: text of nobody, and no observation. */
  readonly frame: boolean;
}

/** What ends a message, and what starts the next one of the policy: a header, and line ends of either kind. */
interface ChatMarks {
  readonly end: string;
  readonly assistant: RegExp;
}

const CHATML: ChatMarks = { end: '<|im_end|>', assistant: /<\|im_start\|>assistant\r?\n/g };
const LLAMA: ChatMarks = {
  end: '<|eot_id|>',
  assistant: /<\|start_header_id\|>assistant<\|end_header_id\|>\r?\n\r?\n/g,
};
/** DeepSeek-R1 and its distillates, with full-width bars. */
const DEEPSEEK: ChatMarks = { end: '<｜end▁of▁sentence｜>', assistant: /<｜Assistant｜>/g };
const TEMPLATES = [CHATML, LLAMA, DEEPSEEK] as const;

/** Whether messages of a chat end in a text. */
export function hasTurns(text: string): boolean {
  return TEMPLATES.some(({ end }) => text.includes(end));
}

/** Whether the mark at an offset ends a message of a chat. */
export function endsTurnAt(text: string, at: number): boolean {
  return TEMPLATES.some(({ end }) => text.startsWith(end, at));
}

/** Offset in a text of the first mark that ends a message; -1 where there is none. */
export function firstTurnEnd(text: string): number {
  const found = TEMPLATES.map(({ end }) => text.indexOf(end)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Offset in a text of the last mark that ends a message; -1 where there is none. */
export function lastTurnEnd(text: string): number {
  return Math.max(...TEMPLATES.map(({ end }) => text.lastIndexOf(end)));
}

/**
 * Who wrote what: prompt up to `start`; then the container's parts where it knows messages, else cut at chat marks, where
 * `chat` says that there are some.
 * What stands between the end of one assistant message and the start of the next came from the environment.
 */
export function stretchesOf(
  text: string,
  parts: readonly TextPart[],
  start: number,
  chat: boolean,
): Stretch[] {
  const stretches: Stretch[] = start > 0 ? [{ by: 'prompt', frame: false, start: 0, end: start }] : [];
  for (const part of parts) {
    if (part.end <= start) continue;
    const from = Math.max(part.start, start);
    if (part.by === 'policy' && !chat)
      stretches.push({ by: 'policy', frame: false, start: from, end: part.end });
    else if (part.by === 'policy')
      for (const stretch of cutAtMarks(text, from, part.end)) stretches.push(stretch);
    else if (part.end > from) {
      const frame = part.rendered && part.path === null;
      stretches.push({ by: part.by, frame, start: from, end: part.end });
    }
  }
  return merged(stretches);
}

function cutAtMarks(text: string, start: number, end: number): Stretch[] {
  const stretches: Stretch[] = [];
  const part = text.slice(start, end);
  const marks = TEMPLATES.find(({ end: mark }) => part.includes(mark)) ?? CHATML;
  for (let at = 0; at < part.length;) {
    const mark = part.indexOf(marks.end, at);
    const policyEnd = mark < 0 ? part.length : mark + marks.end.length;
    stretches.push({ by: 'policy', frame: false, start: start + at, end: start + policyEnd });
    marks.assistant.lastIndex = policyEnd;
    const next = mark >= 0 && marks.assistant.test(part) ? marks.assistant.lastIndex : part.length;
    if (next > policyEnd)
      stretches.push({ by: 'environment', frame: false, start: start + policyEnd, end: start + next });
    at = next;
  }
  return stretches;
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    if (last?.by === stretch.by && last.frame === stretch.frame)
      result[result.length - 1] = { ...last, end: stretch.end };
    else result.push(stretch);
  }
  return result;
}

/** What a stretch says between the chat marks and blanks around it; empty at its start where it says nothing. */
export function contentOf(text: string, { start, end }: Range): Range {
  const header =
    /<\|im_(?:start|end)\|>(?:system|user|tool|ipython|assistant)?|<\|start_header_id\|>[a-z]{1,16}<\|end_header_id\|>|<\|eot_id\|>|<｜(?:User|Assistant|begin▁of▁sentence|end▁of▁sentence)｜>/y;
  let from = skipBlanks(text, start, end);
  for (header.lastIndex = from; header.test(text) && header.lastIndex <= end; header.lastIndex = from) {
    from = skipBlanks(text, header.lastIndex, end);
  }
  const said = text.slice(from, end);
  // A user's message has no end of its own in DeepSeek's template: the assistant's header follows.
  const found = TEMPLATES.flatMap(({ end: mark, assistant }) => [said.indexOf(mark), said.search(assistant)]);
  const marks = found.filter((at) => at >= 0);
  return trimRange(text, from, marks.length === 0 ? end : from + Math.min(...marks));
}
