import { createScanner, SyntaxKind, type JSONScanner } from 'jsonc-parser';

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
  let token = scanner.scan();
  for (const step of path) {
    const found =
      typeof step === 'number' ? enterElement(scanner, token, step) : enterMember(scanner, token, step, text);
    if (!found) return null;
    token = scanner.getToken();
  }
  const start = scanner.getTokenOffset();
  const string = token === SyntaxKind.StringLiteral;
  skipValue(scanner, token);
  return { start, end: scanner.getTokenOffset() + scanner.getTokenLength(), string };
}

/** Moves to the value of a member; the scanner then stands on its first token. */
function enterMember(scanner: JSONScanner, token: SyntaxKind, key: string, text: string): boolean {
  if (token !== SyntaxKind.OpenBraceToken) return false;
  let found = -1;
  for (let name = scanner.scan(); name === SyntaxKind.StringLiteral; name = scanner.scan()) {
    const matches = scanner.getTokenValue() === key;
    if (scanner.scan() !== SyntaxKind.ColonToken) break;
    const first = scanner.scan();
    if (matches) found = scanner.getTokenOffset();
    skipValue(scanner, first);
    if (scanner.scan() !== SyntaxKind.CommaToken) break;
  }
  if (found < 0 || found >= text.length) return false;
  scanner.setPosition(found);
  scanner.scan();
  return true;
}

function enterElement(scanner: JSONScanner, token: SyntaxKind, index: number): boolean {
  if (token !== SyntaxKind.OpenBracketToken) return false;
  let first = scanner.scan();
  for (let passed = 0; passed < index; passed++) {
    if (first === SyntaxKind.CloseBracketToken || first === SyntaxKind.EOF) return false;
    skipValue(scanner, first);
    if (scanner.scan() !== SyntaxKind.CommaToken) return false;
    first = scanner.scan();
  }
  return first !== SyntaxKind.CloseBracketToken && first !== SyntaxKind.EOF;
}

/** Moves to the last token of the value whose first token is `token`. */
function skipValue(scanner: JSONScanner, token: SyntaxKind): void {
  let depth = 0;
  for (let current = token; current !== SyntaxKind.EOF; current = scanner.scan()) {
    if (current === SyntaxKind.OpenBraceToken || current === SyntaxKind.OpenBracketToken) depth++;
    else if (current === SyntaxKind.CloseBraceToken || current === SyntaxKind.CloseBracketToken) depth--;
    if (depth > 0) continue;
    // A bare -Infinity comes as two tokens.
    if (scanner.getTokenValue() === '-') scanner.scan();
    return;
  }
}
