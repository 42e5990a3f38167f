import { jsonOrUndefined } from '../../json';
import { goldsOf, numpyList } from '../fields/golds';
import { readPythonRepr } from '../python/repr';

/** Longest text that is read as a value, in characters. */
const LONGEST = 100_000;

/**
 * Golds of `gts`, in the shapes that verl writes: a string, a list, `{target}`, or any of these inside a string, as JSON
 * or as Python's `str()` prints them (`['A' 'B']`, `{'target': array(['A'], dtype=object)}`).
 */
export function goldsOfDump(value: unknown): string[] {
  const inner = typeof value === 'string' ? valueIn(value) : undefined;
  return goldsOf(inner ?? value);
}

/** The value that a string holds where it holds a list or an object. */
function valueIn(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.length > LONGEST || numpyList(trimmed)) return undefined;
  const value = jsonOrUndefined(trimmed);
  if (typeof value === 'object' && value !== null) return value;
  const parsed = readPythonRepr(trimmed);
  return parsed.ok && typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : undefined;
}
