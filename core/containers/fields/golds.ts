import { pythonStringAt } from '../python/strings';
import { isObject } from './values';

/** Deepest member in which a gold answer is looked for. */
const DEPTH = 64;

/**
 * Gold answers in any of the shapes that trainers write: a string, a list, `{target}`, `{ground_truth: {target}}`,
 * or numpy's `['A' 'B']` inside a string.
 */
export function goldsOf(value: unknown): string[] {
  return goldsIn(value, 0);
}

function goldsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return numpyList(value) ?? (value.trim() === '' ? [] : [value]);
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (depth >= DEPTH) return [];
  if (Array.isArray(value)) {
    const golds: string[] = [];
    for (const item of value) for (const gold of goldsIn(item, depth + 1)) golds.push(gold);
    return golds;
  }
  if (!isObject(value)) return [];
  for (const key of ['target', 'ground_truth', 'aliases', 'answer', 'answers', 'text', 'value']) {
    const golds = goldsIn(value[key], depth + 1);
    if (golds.length > 0) return golds;
  }
  return [];
}

/**
 * Reads the way numpy prints an array of strings: items in single quotes, or in double quotes where they hold an
 * apostrophe, separated by blanks or line ends. A Python list with commas reads the same. Null for other text.
 */
export function numpyList(text: string): string[] | null {
  if (!text.includes('[')) return null;
  const trimmed = text.trim();
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return null;
  const items: string[] = [];
  let at = 1;
  while (at < trimmed.length - 1) {
    const quote = trimmed[at] ?? '';
    if (/[\s,]/.test(quote)) at++;
    else if (quote === "'" || quote === '"') {
      const item = pythonStringAt(trimmed, at, false);
      if (!item) return null;
      items.push(item.value);
      at = item.end;
    } else return null;
  }
  return items;
}
