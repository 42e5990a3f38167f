/**
 * The legend of the language `rollout`: what the server colours, in the order in which LSP numbers it. The manifest
 * declares the same names under `semanticTokenTypes` and `semanticTokenModifiers`.
 */

/** A token's type: the kind of its segment; `rolloutTag` wherever a tag of the dialect stands. */
export const TOKEN_TYPES = [
  'rolloutPrompt',
  'rolloutThink',
  'rolloutSearch',
  'rolloutInformation',
  'rolloutAnswer',
  'rolloutNotice',
  'rolloutText',
  'rolloutTag',
] as const;

/** Who wrote it; `gold` marks gold answers inside retrieved documents. */
export const TOKEN_MODIFIERS = ['prompt', 'policy', 'environment', 'gold'] as const;

export type TokenType = (typeof TOKEN_TYPES)[number];
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];
