import { normalise, tokenF1 } from '../text';

/** What the reward says of a rollout. */
export interface Verdict {
  readonly score: number;
  readonly reason: string;
}

const END = '<|im_end|>';

const counts = (text: string, tag: string): number => text.split(tag).length - 1;

/** Token F1 on normalised words; yes, no and noanswer must match exactly. */
export const f1 = (prediction: string, gold: string): number =>
  tokenF1(normalise(prediction), normalise(gold));

/** Why the format is bad, or null. */
function badFormat(response: string): string | null {
  const opened = counts(response, '<think>');
  if (opened !== counts(response, '</think>') || opened === 0) return 'think tags are not paired';
  if (counts(response, '<answer>') !== 1 || counts(response, '</answer>') !== 1)
    return 'not exactly one answer';
  for (let at = response.indexOf('<search>'); at >= 0; at = response.indexOf('<search>', at + 1)) {
    const close = response.indexOf('</search>', at);
    const result = close < 0 ? -1 : response.indexOf('<result>', close);
    if (result < 0 || response.indexOf('</result>', result) < 0)
      return 'search tags are not followed by a result';
  }
  const content = answerIn(response);
  return content.includes('\\boxed{') && content.includes('}') ? null : 'answer is missing \\boxed{} format';
}

const answerIn = (response: string): string => response.split('<answer>')[1]?.split('</answer>')[0] ?? '';

/** The last box of an answer: from the last mark on, as far as its braces balance. */
function boxed(answer: string): string | null {
  const from = answer.lastIndexOf('\\boxed{');
  let depth = 0;
  for (let at = answer.indexOf('{', from); at < answer.length; at++) {
    if (answer[at] === '{') depth++;
    if (answer[at] === '}' && --depth === 0) return answer.slice(answer.indexOf('{', from) + 1, at);
  }
  return null;
}

/** The reward of ReSearch over prompt and response. (ReSearch: `src/verl/utils/reward_score/re_search.py`) */
export function reward(text: string, golds: readonly string[]): Verdict {
  const response = text.split('<|im_start|>assistant\n')[1] ?? '';
  const bad = badFormat(response);
  if (bad !== null) return { score: 0, reason: `bad format: ${bad}` };
  if (!response.endsWith(END)) return { score: 0, reason: 'over length' };
  const answer = boxed(answerIn(response));
  if (answer === null) return { score: 0, reason: 'find box error: no balanced box' };
  const score = Math.max(...golds.map((gold) => f1(answer, gold)));
  return score > 0
    ? { score, reason: `correct answer, get f1 score: ${score}` }
    : { score: 0.1, reason: `wrong answer but good format: ${answer}` };
}
