import { markedQuestion, questionOf } from '../containers/fields/prompt';
import type { Segment } from '../trace/model';

/** Headers of a user's turn in the chat templates, each with what may end the turn. */
const TURNS = [
  { header: '<|im_start|>user', end: '<|im_end|>' },
  { header: '<|start_header_id|>user<|end_header_id|>', end: '<|eot_id|>' },
  { header: '<｜User｜>', end: '<｜Assistant｜>' },
  { header: '\nuser\n', end: '\nassistant\n' },
] as const;

/** What only stands in prompts that a chat template made. */
const TEMPLATED = /^system\n|<\|im_start\|>|<\|start_header_id\|>|<｜Assistant｜>/;

/** The question in the prompt that a dialect found at the head of a text; null where there is none. */
export function questionIn(text: string, segments: readonly Segment[]): string | null {
  const [first] = segments;
  if (first?.kind !== 'prompt') return null;
  const prompt = text.slice(first.start, first.end).replaceAll('\r\n', '\n');
  const asked = lastAsked(prompt);
  return asked === null ? markedQuestion(prompt) : questionOf(asked);
}

/** What the last user's turn of a prompt says; the whole prompt where no template marks turns, null where no user does. */
function lastAsked(prompt: string): string | null {
  const whole = `\n${prompt}`;
  for (const { header, end } of TURNS) {
    const at = whole.lastIndexOf(header);
    if (at < 0) continue;
    const start = at + header.length;
    const stop = whole.indexOf(end, start);
    return whole.slice(start, stop < 0 ? whole.length : stop);
  }
  return TEMPLATED.test(prompt) ? null : prompt;
}
