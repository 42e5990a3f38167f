import { normaliseSpaced, tokenF1 } from '../text';

const count = (text: string, needle: string): number => text.split(needle).length - 1;

/** Token F1 of the best gold. (R1-Searcher: train/reward_server_qwen_zero.py) */
function f1(prediction: string, golds: readonly string[]): number {
  return Math.max(...golds.map((gold) => tokenF1(normaliseSpaced(prediction), normaliseSpaced(gold))));
}

/** The answer the reward sees: behind the last `<answer>`, up to the next `</answer>`. */
export function extract(solution: string): string | null {
  const start = solution.lastIndexOf('<answer>');
  if (start < 0) return null;
  const end = solution.indexOf('</answer>', start);
  return end < 0 ? null : solution.slice(start + '<answer>'.length, end).trim();
}

/** The reward of the Qwen zero server: F1, less 2 when any format rule is broken. Document blocks count as written. */
export function reward(solution: string, golds: readonly string[]): number {
  const answer = extract(solution);
  const given = answer ?? '';
  const mapped = given === 'True' ? 'yes' : given === 'False' ? 'no' : given;
  const marks = [
    '<|begin_of_documents|>\n',
    '<|end_of_documents|>\n\n',
    '<|begin_of_query|>',
    '<|end_of_query|>',
    '<|begin_of_documents|>',
    '<|end_of_documents|>',
    '<|begin_of_documents|>\n(1)',
  ].map((mark) => count(solution, mark));
  const outside = solution.replace(/<\|begin_of_documents\|>.*?<\|end_of_documents\|>/gs, '');
  const fine =
    new Set(marks).size === 1 &&
    !/[Aa]ssistant/.test(solution) &&
    count(solution, '<think>') === 0 &&
    count(solution, '</think>') === 1 &&
    count(solution, '<answer>') === 1 &&
    count(solution, '</answer>') === 1 &&
    !/begin_of_(query|documents)/.test(given) &&
    given.split(/\s+/).filter(Boolean).length <= 10 &&
    !/[\u4e00-\u9fff]/.test(outside);
  return (answer === null ? 0 : f1(mapped, golds)) - (fine ? 0 : 2);
}
