import { faultOf } from './fault';
import { BARE } from './tokens';

/** A record's JSON value, or what is wrong with it. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** What is wrong, as a clause. */
      readonly message: string;
      /** UTF-16 offset in the text where it went wrong. */
      readonly offset: number;
      /** Whether the text only ends too soon. */
      readonly early: boolean;
    };

/**
 * Parses JSON as Python writes it: bare `NaN`, `Infinity` and `-Infinity` become the numbers they mean. Everything
 * else must be JSON. Linear in the length of the text.
 */
export function parseTolerant(text: string): ParsedJson {
  const value = tryParse(text);
  if (value) return value;
  const repaired = repair(text);
  if (repaired) {
    const second = tryParse(repaired.text);
    if (second) return { ok: true, value: repaired.nan ? withNaN(second.value, repaired.nan) : second.value };
  }
  return { ok: false, ...faultOf(text) };
}

function tryParse(text: string): { readonly ok: true; readonly value: unknown } | null {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What follows a key, and the most blanks between them that are looked through. */
const NAMED = /^\s*:/;
const LONGEST_GAP = 64;

/**
 * Replaces bare non-finite numbers outside strings by JSON: infinities by numbers too large for a double, NaN by a
 * string that stands nowhere in the text (`nan`). Null when there is none.
 */
function repair(text: string): { readonly text: string; readonly nan: string | null } | null {
  let marker = '\u0001NaN';
  while (text.includes(JSON.stringify(marker))) marker += '\u0001';
  const pieces: string[] = [];
  let copied = 0;
  let nan: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x4e || code === 0x49 || code === 0x2d) {
      const word = BARE.find((candidate) => text.startsWith(candidate, at));
      if (!word) continue;
      // No key: the string that stands for NaN would make it one.
      if (NAMED.test(text.slice(at + word.length, at + word.length + LONGEST_GAP))) return null;
      const number =
        word === 'NaN' ? JSON.stringify((nan = marker)) : word === 'Infinity' ? '1e999' : '-1e999';
      pieces.push(text.slice(copied, at), number);
      at += word.length - 1;
      copied = at + 1;
    }
  }
  return pieces.length > 0 ? { text: pieces.join('') + text.slice(copied), nan } : null;
}

/** Offset of the quote that ends the string begun at `open`, or of the last character. */
function endOfString(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slash = quote;
    while (text.charCodeAt(slash - 1) === 0x5c) slash--;
    if ((quote - slash) % 2 === 0) return quote;
  }
  return text.length;
}

/** Puts NaN where the marker stands, in place. Walks without recursion: a trace may nest as deep as it likes. */
function withNaN(root: unknown, marker: string): unknown {
  if (root === marker) return NaN;
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const holder = value as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      if (holder[key] === marker) holder[key] = NaN;
      else if (typeof holder[key] === 'object') open.push(holder[key] ?? false);
    }
  }
  return root;
}
