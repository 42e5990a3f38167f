import { pythonNumber } from '../printed-metrics/metric-pattern';
import { MappedText } from './mapped-text';
import { addLines, ownLines, wordsOf, type OwnLine } from './own-lines';
import type { MarkedSample } from './research-sample';

const GOLD = '[gold_answer]: ';
const PREDICTED = '[predict_answer]: ';
const REWARD = '[reward]: ';

/**
 * Reads an item as RAG-R1's evaluation prints it: `process: 0/500`, `[all prompt]: ` with the transcript below it, gold,
 * predicted answer and reward, 50 hyphens. Transcript and answer may run over lines and hold the words of a label: the
 * last labels in their order are those of the print. (RAG-R1: `evaluation/eval.py`)
 */
export function readRagR1Item(record: string): MarkedSample | null {
  const lines = ownLines(record);
  if (lines.length < 3) return null;
  const reward = lastOf(lines, lines.length, REWARD);
  const gold = goldBefore(lines, reward < 0 ? lines.length : reward);
  const text = new MappedText();
  addLines(text, record, lines, 2, gold < 0 ? lines.length : gold);
  if (gold < 0) return { text, golds: null, recorded: {} };
  const predicted = wordsOf(lines, gold + 1, reward < 0 ? lines.length : reward).slice(PREDICTED.length);
  const score = reward < 0 ? null : pythonNumber((lines[reward]?.words ?? '').slice(REWARD.length));
  return {
    text,
    golds: (lines[gold]?.words ?? '').slice(GOLD.length),
    recorded: {
      ...(score === null ? {} : { score }),
      predict_answer: predicted === 'None' ? null : predicted,
    },
  };
}

/** Index of the last gold before a line that the predicted answer follows; -1 where there is none. */
function goldBefore(lines: readonly OwnLine[], end: number): number {
  for (let at = lastOf(lines, end, GOLD); at >= 2; at = lastOf(lines, at, GOLD))
    if (lines[at + 1]?.words.startsWith(PREDICTED)) return at;
  return -1;
}

function lastOf(lines: readonly OwnLine[], end: number, label: string): number {
  for (let at = Math.min(end, lines.length) - 1; at >= 0; at--)
    if (lines[at]?.words.startsWith(label)) return at;
  return -1;
}
