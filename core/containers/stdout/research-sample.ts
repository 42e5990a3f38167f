import { readPythonRepr } from '../python/repr';
import { RULE } from './known-lines';
import { MappedText } from './mapped-text';
import { addLines, ownLines, wordsOf, type OwnLine } from './own-lines';

/** A sample that was printed with its whole text, and what was printed beside it. */
export interface MarkedSample {
  /** Prompt and response. */
  readonly text: MappedText;
  /** As printed; null where the line is missing. */
  readonly golds: string | null;
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** Labels of the values, each on a line of its own before its value, in this order after `data_source:`. */
type Label = 'sequences_str:' | 'ground_truth:' | 'score:' | 'reason:';

/** Whether a line is one of the labels; a blank follows the colon unless somebody cut it off. */
function isLabel(words: string, label: Label): boolean {
  return words === label || words === `${label} `;
}

/**
 * Reads a sample as ReSearch and ReCall print it in validation: 20 hyphens, each value under its label, 20 hyphens. The
 * text may hold the words of a label itself: the last labels that follow each other as they must are those of the
 * print. (`src/verl/workers/reward_manager/re_search.py`)
 */
export function readResearchSample(record: string): MarkedSample | null {
  const lines = ownLines(record);
  const begins = lines.findIndex(({ words }) => isLabel(words, 'sequences_str:'));
  if (begins < 0) return null;
  const golds = lastLabels(lines, begins + 1);
  const text = new MappedText();
  addLines(text, record, lines, begins + 1, golds < 0 ? lines.length : golds);
  const recorded: Record<string, unknown> = {};
  const source = wordsOf(lines, 2, begins);
  if (golds >= 0) {
    const score = wordsOf(lines, golds + 3, golds + 4);
    const parsed = readPythonRepr(score);
    recorded['score'] = parsed.ok ? parsed.value : score;
  }
  if (source !== '') recorded['data_source'] = source;
  if (golds >= 0) recorded['reason'] = reasonFrom(lines, golds + 5);
  return { text, golds: golds < 0 ? null : wordsOf(lines, golds + 1, golds + 2), recorded };
}

/** Index of the last `ground_truth:` with `score:` and `reason:` where they must stand after it; -1 where there is none. */
function lastLabels(lines: readonly OwnLine[], from: number): number {
  const is = (at: number, label: Label): boolean => isLabel(lines[at]?.words ?? '', label);
  for (let at = lines.length - 1; at >= from; at--)
    if (is(at, 'ground_truth:') && is(at + 2, 'score:') && is(at + 4, 'reason:')) return at;
  return -1;
}

function reasonFrom(lines: readonly OwnLine[], from: number): string {
  const end = lines.findIndex(({ words }, at) => at >= from && words === RULE);
  return wordsOf(lines, from, end < 0 ? lines.length : end);
}
