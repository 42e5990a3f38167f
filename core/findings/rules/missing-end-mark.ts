import { END_MARKS } from '../../trace/end-marks';
import { tailOf } from '../places';
import type { Rule } from '../rule';

const HEADER = '<|im_start|>assistant';

/** Rollouts of ReSearch and ReCall that do not end with the end mark their reward asks for. */
export const missingEndMark: Rule = {
  id: 'missing-end-mark',
  title: 'No end mark',
  severity: 'warning',
  explanation:
    'The text keeps its special tokens and does not end with one that ends a turn. The reward takes it as over length ' +
    'and gives 0, whatever the answer is.',
  dialects: ['research', 'recall'],
  check({ rollout, evidence }, report) {
    const { text, parts, turns } = rollout;
    // Only a file that keeps special tokens can show that one is missing.
    if (!text.includes(HEADER) || parts.some(({ rendered }) => rendered)) return;
    const ink = text.trimEnd();
    if (END_MARKS.some((mark) => ink.endsWith(mark))) return;
    const range = tailOf(text, evidence.layout.contentEnd);
    const message =
      'no end mark (`<|im_end|>`, `<|endoftext|>`) ends the text: the reward is 0, as for over length';
    report({ start: range.start, end: range.end, turn: turns.length > 0 ? turns.length - 1 : null, message });
  },
};
