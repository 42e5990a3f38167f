import type { SemanticTokens } from 'vscode-languageserver/node';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../../core/protocol/semantic-tokens';

export interface DecodedToken {
  readonly line: number;
  readonly start: number;
  readonly length: number;
  readonly type: string;
  readonly modifiers: readonly string[];
}

/** Decodes LSP's relative numbers. */
export function decodeTokens({ data }: SemanticTokens): DecodedToken[] {
  const tokens: DecodedToken[] = [];
  let line = 0;
  let start = 0;
  for (let at = 0; at < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
    start = lines > 0 ? characters : start + characters;
    line += lines;
    const modifiers = TOKEN_MODIFIERS.filter((_, bit) => (bits & (1 << bit)) !== 0);
    tokens.push({ line, start, length, type: TOKEN_TYPES[type] ?? '?', modifiers });
  }
  return tokens;
}

/** What is wrong with a list of tokens: overlaps, disorder, ends past their line. Empty when all is well. */
export function faultsOf(tokens: readonly DecodedToken[], text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const faults: string[] = [];
  let last = { line: 0, start: 0, length: 0 };
  for (const token of tokens) {
    const where = `${token.line}:${token.start}+${token.length}`;
    if (token.length <= 0) faults.push(`${where} is empty`);
    if (token.start + token.length > (lines[token.line]?.length ?? -1))
      faults.push(`${where} passes its line`);
    if (token.line < last.line || (token.line === last.line && token.start < last.start + last.length)) {
      faults.push(`${where} overlaps the one before`);
    }
    last = token;
  }
  return faults;
}
