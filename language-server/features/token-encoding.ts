import { type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver';
import type { PositionRange } from '../../core/protocol/server';
import {
  TOKEN_MODIFIERS,
  TOKEN_TYPES,
  type TokenModifier,
  type TokenType,
} from '../../core/protocol/semantic-tokens';
import { meetsLines, type PlacedRollout } from '../places/placed-rollout';
import { rangeIn } from '../places/places';
import type { RolloutFeature } from './provider';
import { type Token, tokensOf } from './semantic-tokens';

const TYPES = new Map<TokenType, number>(TOKEN_TYPES.map((type, number) => [type, number]));
const MODIFIERS = new Map<TokenModifier, number>(
  TOKEN_MODIFIERS.map((modifier, bit) => [modifier, 1 << bit]),
);

/** A token where it stands in a document, in LSP's numbers. */
export interface PlacedToken {
  readonly line: number;
  readonly character: number;
  readonly length: number;
  readonly type: number;
  readonly modifiers: number;
}

/** The tokens of a rollout where they stand; with a range only those on its lines. */
export function placedTokens(range: PositionRange | null): RolloutFeature<PlacedToken> {
  return {
    name: 'semantic tokens',
    *of(placed) {
      for (const segment of placed.rollout.segments) {
        yield null;
        if (range && !meetsLines(rangeIn(placed.places, segment), range)) continue;
        for (const token of tokensOf(placed, segment)) {
          const found = placeOf(placed, token);
          if (found && (!range || (found.line >= range.start.line && found.line <= range.end.line)))
            yield found;
        }
      }
    },
  };
}

/** Null where the document does not hold a token on one line. */
function placeOf({ places }: PlacedRollout, token: Token): PlacedToken | null {
  const start = places.startAt(token.start);
  const end = places.endAt(token.end);
  if (end.line !== start.line || end.character <= start.character) return null;
  return {
    ...start,
    length: end.character - start.character,
    type: TYPES.get(token.type) ?? 0,
    modifiers: token.modifiers.reduce((sum, modifier) => sum | (MODIFIERS.get(modifier) ?? 0), 0),
  };
}

/** Encodes tokens as LSP wants them. */
export function encodeTokens(tokens: readonly PlacedToken[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { line, character, length, type, modifiers } of tokens) {
    builder.push(line, character, length, type, modifiers);
  }
  return builder.build();
}
