import { turnAt } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** Words that an answer may have (R1-Searcher, `train/reward_server_qwen_zero.py`). */
const MOST_WORDS = 10;

/** Answers of more words than R1-Searcher's Qwen reward allows. */
export const longAnswer: Rule = {
  id: 'long-answer',
  title: 'Long answer',
  severity: 'information',
  explanation:
    'The answer has more than 10 words. R1-Searcher’s reward for Qwen takes 2 off for that, however right it is; the ' +
    'ones for Llama do not look at the length.',
  dialects: ['r1-searcher'],
  check({ rollout }, report) {
    const { answer } = rollout;
    if (answer === null) return;
    const words = answer.text.split(/\s+/).filter((word) => word !== '').length;
    if (words <= MOST_WORDS) return;
    const { start, end } = answer;
    const message = `the answer has ${words} words, more than ${MOST_WORDS}: ${quote(answer.text)}; the Qwen reward takes 2 off`;
    report({ start, end, turn: turnAt(rollout, start), message });
  },
};
