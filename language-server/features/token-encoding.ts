import { type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver';
import type { PositionRange } from '../../core/protocol/server';
import {
  TOKEN_MODIFIERS,
  TOKEN_TYPES,
  type TokenModifier,
  type TokenType,
} from '../../core/protocol/semantic-tokens';
import type { Places } from '../places/places';
import type { Token } from './semantic-tokens';

const TYPES = new Map<TokenType, number>(TOKEN_TYPES.map((type, number) => [type, number]));
const MODIFIERS = new Map<TokenModifier, number>(
  TOKEN_MODIFIERS.map((modifier, bit) => [modifier, 1 << bit]),
);

/** Tokens of one rollout, with the places that say where they stand. */
export interface PlacedTokens {
  readonly places: Places;
  readonly tokens: readonly Token[];
}

/** Encodes tokens as LSP wants them; with a range only those on its lines. */
export function encodeTokens(rollouts: readonly PlacedTokens[], range: PositionRange | null): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { places, tokens } of rollouts) {
    for (const token of tokens) {
      const start = places.startAt(token.start);
      if (range && (start.line < range.start.line || start.line > range.end.line)) continue;
      const end = places.endAt(token.end);
      if (end.line !== start.line || end.character <= start.character) continue;
      const bits = token.modifiers.reduce((sum, modifier) => sum | (MODIFIERS.get(modifier) ?? 0), 0);
      const length = end.character - start.character;
      builder.push(start.line, start.character, length, TYPES.get(token.type) ?? 0, bits);
    }
  }
  return builder.build();
}
