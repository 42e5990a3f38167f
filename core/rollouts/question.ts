import { questionOf } from '../containers/fields/prompt';
import type { Segment } from '../trace/model';

/** Headers of a user's turn in the chat templates, each with what may end the turn. */
const TURNS = [
  { header: '<|im_start|>user', end: '<|im_end|>' },
  { header: '<|start_header_id|>user<|end_header_id|>', end: '<|eot_id|>' },
  { header: '<｜User｜>', end: '<｜Assistant｜>' },
  { header: '\nuser\n', end: '\nassistant\n' },
] as const;

/** The question in the prompt that a dialect found at the head of a text; null where there is none. */
export function questionIn(text: string, segments: readonly Segment[]): string | null {
  const [first] = segments;
  return first?.kind === 'prompt' && first.end > first.start
    ? questionOf(lastAsked(text.slice(first.start, first.end)))
    : null;
}

/** What the last user's turn of a prompt says; the whole prompt where no template marks turns. */
function lastAsked(prompt: string): string {
  const whole = `\n${prompt}`;
  for (const { header, end } of TURNS) {
    const at = whole.lastIndexOf(header);
    if (at < 0) continue;
    const start = at + header.length;
    const stop = whole.indexOf(end, start);
    return whole.slice(start, stop < 0 ? whole.length : stop);
  }
  return prompt;
}
