import type { Measured } from '../container';
import { isObject } from '../fields/values';
import { pythonNumber, valuesOf } from '../printed-metrics/metric-pattern';
import { readPythonRepr } from '../python/repr';
import { pythonStringAt } from '../python/strings';
import { ownLines, type OwnLine } from './own-lines';

/** What training begins and ends with, as `pprint` shows a string: in quotes, and in brackets where it takes several lines. */
const BEGINS = /^\(?['"]?(?:Initial|Final) validation metrics: /;

/** Longest print that is read, in lines and characters. */
const LONGEST_LINES = 1000;
const LONGEST = 1_000_000;

/** Whether a line begins the print of all metrics of a validation. */
export function isValidationMetrics(words: string): boolean {
  return BEGINS.test(words);
}

/**
 * The metrics in a record that begins with `Initial validation metrics: ` or `Final …`, a Python dict; null where it
 * is none, or was cut. No step is printed with them. (`verl/trainer/ppo/ray_trainer.py`)
 */
export function validationMetrics(record: string): Measured | null {
  const head = record.slice(0, LONGEST);
  if (!isValidationMetrics(ownLines(head, 1)[0]?.words ?? '')) return null;
  const said = printed(ownLines(head, LONGEST_LINES));
  const parsed = said === null ? null : readPythonRepr(said.slice(said.indexOf(': ') + 2).trimEnd());
  if (!parsed?.ok || !isObject(parsed.value)) return null;
  const pairs = Object.entries(parsed.value).flatMap(([name, value]): [string, number][] => {
    const number = typeof value === 'number' ? value : typeof value === 'string' ? pythonNumber(value) : null;
    return number === null ? [] : [[name, number]];
  });
  return pairs.length === 0 ? null : { step: null, values: valuesOf(pairs) };
}

/** The string that was printed, put together from its pieces; null where a piece is not closed. */
function printed(lines: readonly OwnLine[]): string | null {
  const first = lines[0]?.words ?? '';
  if (!/^[('"]/.test(first)) return first;
  const several = first.startsWith('(');
  let said = '';
  for (const [at, { words }] of lines.entries()) {
    const text = words.trim();
    const piece = pythonStringAt(text, at === 0 && several ? 1 : 0, false);
    if (!piece) return null;
    said += piece.value;
    if (!several || text.slice(piece.end).startsWith(')')) return said;
  }
  return null;
}
