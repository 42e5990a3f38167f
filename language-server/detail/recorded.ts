import type { CutText } from '../../core/protocol/rollout-detail';
import { type Cutter, LONGEST_VALUE } from './cut';

/** The values that a file holds about a rollout, as text, in the order of the file. */
export function recordedOf(
  recorded: Readonly<Record<string, unknown>>,
  cutter: Cutter,
): { readonly key: string; readonly value: CutText }[] {
  return Object.keys(recorded).map((key) => ({
    key,
    value: cutter.cut(textOf(recorded[key]), LONGEST_VALUE),
  }));
}

/** A value as text: a string as it is, anything else as JSON, in which numbers that JSON lacks stand as strings. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  try {
    return JSON.stringify(value, told) ?? 'undefined';
  } catch (error) {
    if (error instanceof RangeError) return 'nested too deeply, or too long, to be shown; see the raw record';
    throw error;
  }
}

function told(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
