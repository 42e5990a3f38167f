import { createScanner, type JSONScanner } from 'jsonc-parser';
import { Token } from './tokens';

/** A range of UTF-16 offsets in a record's text. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  /** Whether the value is a string; `start` and `end` include its quotes. */
  readonly string: boolean;
}

/** Finds the literal that a JSON path leads to; null where there is none. Of equal keys the last counts. */
export function literalAt(text: string, path: readonly (string | number)[]): Literal | null {
  const scanner = createScanner(text, true);
  let token: number = next(scanner);
  for (const step of path) {
    const found =
      typeof step === 'number' ? enterElement(scanner, token, step) : enterMember(scanner, token, step, text);
    if (!found) return null;
    token = scanner.getToken();
  }
  const start = scanner.getTokenOffset();
  const string = token === Token.String;
  skipValue(scanner, token);
  return { start, end: scanner.getTokenOffset() + scanner.getTokenLength(), string };
}

/** Moves to the value of a member; the scanner then stands on its first token. */
function enterMember(scanner: JSONScanner, token: number, key: string, text: string): boolean {
  if (token !== Token.OpenBrace) return false;
  let found = -1;
  for (let name: number = next(scanner); name === Token.String; name = next(scanner)) {
    const matches = scanner.getTokenValue() === key;
    if (next(scanner) !== Token.Colon) break;
    const first = next(scanner);
    if (matches) found = scanner.getTokenOffset();
    skipValue(scanner, first);
    if (next(scanner) !== Token.Comma) break;
  }
  if (found < 0 || found >= text.length) return false;
  scanner.setPosition(found);
  next(scanner);
  return true;
}

function enterElement(scanner: JSONScanner, token: number, index: number): boolean {
  if (token !== Token.OpenBracket) return false;
  let first = next(scanner);
  for (let passed = 0; passed < index; passed++) {
    if (first === Token.CloseBracket || first === Token.End) return false;
    skipValue(scanner, first);
    if (next(scanner) !== Token.Comma) return false;
    first = next(scanner);
  }
  return first !== Token.CloseBracket && first !== Token.End;
}

/** Moves to the last token of the value whose first token is `token`. */
function skipValue(scanner: JSONScanner, token: number): void {
  let depth = 0;
  for (let current: number = token; current !== Token.End; current = next(scanner)) {
    if (current === Token.OpenBrace || current === Token.OpenBracket) depth++;
    else if (current === Token.CloseBrace || current === Token.CloseBracket) depth--;
    if (depth > 0) continue;
    // A bare -Infinity comes as two tokens.
    if (scanner.getTokenValue() === '-') next(scanner);
    return;
  }
}

/** The next token as a plain number, comparable to {@link Token}. */
function next(scanner: JSONScanner): number {
  return scanner.scan();
}
