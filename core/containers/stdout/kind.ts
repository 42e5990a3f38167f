import { metricsIn } from '../printed-metrics';
import { isConsole, isItem, isOpening, isRuled, isStage, maySample, SEPARATOR } from './known-lines';
import { logLineAt } from './log-line';
import { ownLines } from './own-lines';
import { isValidationMetrics } from './validation-metrics';

/**
 * What a record of a log is: a sample of Search-R1's family, verl, ReSearch or RAG-R1's evaluation, a text without a label,
 * the metrics of a validation, or a line of metrics.
 */
export type Kind = 'sample' | 'console' | 'research' | 'item' | 'text' | 'validation' | 'metrics' | 'other';

/** Tells the kind of a record by its first line, or its first two. */
export function kindOf(text: string): Kind {
  const line = logLineAt(text, 0);
  const words = text.slice(line.start, line.end);
  if (words === SEPARATOR) return 'sample';
  if (isConsole(words)) return 'console';
  if (maySample(words)) {
    const next = ownLines(text)[1]?.words ?? '';
    if (isRuled(words, next)) return 'research';
    if (isItem(words, next)) return 'item';
  }
  if (isValidationMetrics(words)) return 'validation';
  if (isStage(words) || isOpening(words, true) || isOpening(words, false)) return 'text';
  return metricsIn(text, line, false) ? 'metrics' : 'other';
}
