import { createScanner, type JSONScanner } from 'jsonc-parser';
import { BARE, SCAN_ERRORS, Token } from './tokens';

/** Where a text stops being JSON. */
export interface JsonFault {
  readonly message: string;
  /** UTF-16 offset. */
  readonly offset: number;
  /** Whether the text is only too short: it ends inside a value. */
  readonly early: boolean;
}

const LITERALS = ['true', 'false', 'null', ...BARE];
const LONGEST_LITERAL = Math.max(...LITERALS.map(({ length }) => length));

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** Finds the first place where a text is not JSON. Only called for text that `JSON.parse` refused. */
export function faultOf(text: string): JsonFault {
  const scanner = createScanner(text, true);
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  const afterValue = (): Expected => (open.length > 0 ? 'comma-or-end' : 'nothing');
  for (;;) {
    const token: number = scanner.scan();
    const offset = scanner.getTokenOffset();
    const bare = expected === 'value' || expected === 'value-or-end' ? bareNumber(text, offset) : 0;
    if (bare > 0) {
      scanner.setPosition(offset + bare);
      expected = afterValue();
      continue;
    }
    const error = SCAN_ERRORS[scanner.getTokenError()];
    if (error)
      return { message: error, offset, early: reachesEnd(scanner, text) || cutLiteral(text, offset) };
    if (token === Token.End) return endFault(text, expected, open.length);
    const next = step(token, expected, open, afterValue);
    if (next === null) {
      return { message: unexpected(text, offset, expected), offset, early: cutLiteral(text, offset) };
    }
    expected = next;
  }
}

/** What may come after a token; null where the token may not stand here. */
function step(
  token: number,
  expected: Expected,
  open: ('{' | '[')[],
  afterValue: () => Expected,
): Expected | null {
  const wantsValue = expected === 'value' || expected === 'value-or-end';
  switch (token) {
    case Token.OpenBrace:
    case Token.OpenBracket: {
      if (!wantsValue) return null;
      const brace = token === Token.OpenBrace;
      open.push(brace ? '{' : '[');
      return brace ? 'key-or-end' : 'value-or-end';
    }
    case Token.CloseBrace:
    case Token.CloseBracket: {
      const brace = token === Token.CloseBrace;
      if (open.at(-1) !== (brace ? '{' : '[')) return null;
      if (expected !== 'comma-or-end' && expected !== (brace ? 'key-or-end' : 'value-or-end')) return null;
      open.pop();
      return afterValue();
    }
    case Token.Comma:
      if (expected !== 'comma-or-end') return null;
      return open.at(-1) === '{' ? 'key' : 'value';
    case Token.Colon:
      return expected === 'colon' ? 'value' : null;
    case Token.String:
      if (expected === 'key' || expected === 'key-or-end') return 'colon';
      return wantsValue ? afterValue() : null;
    case Token.Number:
    case Token.True:
    case Token.False:
    case Token.Null:
      return wantsValue ? afterValue() : null;
    default:
      return null;
  }
}

function endFault(text: string, expected: Expected, depth: number): JsonFault {
  const offset = text.length;
  if (text.trim() === '') return { message: 'nothing, where a JSON value should be', offset, early: true };
  if (expected === 'nothing') return { message: 'text that JSON.parse refuses', offset: 0, early: false };
  return {
    message: `the end, with ${depth} bracket${depth === 1 ? '' : 's'} still open`,
    offset,
    early: true,
  };
}

/** A string without its end, or a number or escape cut in two, at the end of the text. */
function reachesEnd(scanner: JSONScanner, text: string): boolean {
  return scanner.getTokenOffset() + scanner.getTokenLength() >= text.length;
}

/** Whether the text ends inside `true`, `false`, `null` or a bare number. */
function cutLiteral(text: string, offset: number): boolean {
  const rest = text.slice(offset, offset + LONGEST_LITERAL);
  return LITERALS.some((word) => rest.length < word.length && word.startsWith(rest));
}

/** Length of the bare `NaN`, `Infinity` or `-Infinity` that stands at an offset; 0 where none does. */
function bareNumber(text: string, offset: number): number {
  const length = BARE.find((word) => text.startsWith(word, offset))?.length ?? 0;
  return length > 0 && /[\w.+-]/.test(text.charAt(offset + length)) ? 0 : length;
}

const WORDS: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value-or-end': 'a value or `]`',
  key: 'a key in quotes',
  'key-or-end': 'a key in quotes or `}`',
  colon: '`:`',
  'comma-or-end': '`,` or a closing bracket',
  nothing: 'the end',
};

function unexpected(text: string, offset: number, expected: Expected): string {
  return `${JSON.stringify(text.slice(offset, offset + 16))} where ${WORDS[expected]} should be`;
}
