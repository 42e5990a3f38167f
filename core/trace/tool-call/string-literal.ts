import { countWhile } from '../../halving';
import type { Range } from '../model';

/** A string in quotes. The range includes them; `text` is what it says, escapes undone. */
export interface Text extends Range {
  readonly kind: 'text';
  readonly text: string;
  readonly closed: boolean;
  /** Offset in the source of a character of `text`; of its end for what lies behind it. */
  at(offset: number): number;
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
};

/** Hexadecimal digits after the letter of an escape. */
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** A run of characters that stand in the source as they are, after an escape. */
interface Run {
  readonly decoded: number;
  readonly source: number;
}

/** Reads a string of JSON or Python whose quote stands at `start`; without its closing quote it goes to `limit`. */
export function readString(text: string, start: number, limit: number): Text {
  const quote = text.charAt(start);
  const runs: Run[] = [{ decoded: 0, source: start + 1 }];
  const pieces: string[] = [];
  let decoded = 0;
  let from = start + 1;
  let at = from;
  for (; at < limit && text.charAt(at) !== quote; at++) {
    if (text.charAt(at) !== '\\') continue;
    const escape = readEscape(text, at, limit);
    pieces.push(text.slice(from, at), escape.text);
    decoded += at - from + escape.text.length;
    from = escape.end;
    at = from - 1;
    runs.push({ decoded, source: from });
  }
  const stop = Math.min(at, limit);
  pieces.push(text.slice(from, stop));
  const closed = at < limit;
  return {
    kind: 'text',
    text: pieces.join(''),
    closed,
    start,
    end: closed ? at + 1 : limit,
    at: (offset) => Math.min(stop, sourceOf(runs, offset)),
  };
}

function sourceOf(runs: readonly Run[], offset: number): number {
  const run = runs[countWhile(runs, ({ decoded }) => decoded <= offset) - 1];
  return run ? run.source + offset - run.decoded : 0;
}

function readEscape(
  text: string,
  at: number,
  limit: number,
): { readonly text: string; readonly end: number } {
  const letter = text.charAt(at + 1);
  if (at + 1 >= limit) return { text: '\\', end: limit };
  const simple = SIMPLE[letter];
  if (simple !== undefined) return { text: simple, end: at + 2 };
  const digits = HEX[letter];
  if (digits !== undefined && at + 2 + digits <= limit) {
    const hex = text.slice(at + 2, at + 2 + digits);
    const code = /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : Infinity;
    if (code <= 0x10ffff) return { text: String.fromCodePoint(code), end: at + 2 + digits };
  }
  // Python keeps the backslash of an escape that it does not have.
  return { text: `\\${letter}`, end: at + 2 };
}
