import type { Loss } from '../container';
import { guessed } from '../losses';

const GUESSED = guessed("where a sample ends: lines after its last `</answer>` are taken for the log's own");

const ANSWER = '</answer>';

/** Marks of a rollout: lines that hold one of them are the model's or the environment's. */
const MARKS = /<\/?(?:think|search|answer|information)>|My previous action is invalid/;

/**
 * The text of a printed sample, which has no end mark, without the lines of the log after it. A turn is cut right
 * after `</answer>` and ends the rollout (Search-R1: `_postprocess_responses`): whole lines after the last one that
 * hold no tag are not its own.
 */
export function whereItEnds(text: string): { readonly text: string; readonly guessed: Loss | null } {
  const answer = text.lastIndexOf(ANSWER);
  if (answer < 0) return { text, guessed: null };
  const lineEnd = text.indexOf('\n', answer);
  const rest = lineEnd < 0 ? '' : text.slice(lineEnd);
  if (rest.trim() === '' || MARKS.test(rest) || rest.includes('<|im_start|>')) return { text, guessed: null };
  return { text: text.slice(0, lineEnd), guessed: GUESSED };
}
