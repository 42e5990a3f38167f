import { estimateTokens } from '../tokens';
import { shorten, type Keep } from './shorten';

/** What may be cut, the first to keep first. */
export const LEVELS = [
  'golds and answer',
  'facts',
  'findings',
  'recorded values',
  'queries and notices',
  'documents with a gold',
  'prompt',
  'thoughts',
  'other documents',
] as const;

export type Level = (typeof LEVELS)[number];

/** One thing that is told of a rollout: a line of JSON. */
export interface Piece {
  readonly level: Level;
  /** Members before the text, never cut. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The member that may be shortened, or null. */
  readonly text: PieceText | null;
}

export interface PieceText {
  readonly key: string;
  readonly value: string;
  readonly keep: Keep;
}

/** A piece with the place in the own text where it stands; -1 for what stands before all text. */
export interface PlacedPiece extends Piece {
  readonly at: number;
}

/** Makes a piece; without a key it has no text. */
export function placed(
  at: number,
  level: Level,
  fields: Piece['fields'],
  key?: string,
  value = '',
  keep: Keep = 'start',
): PlacedPiece {
  return { at, level, fields, text: key === undefined ? null : { key, value, keep } };
}

/** A piece as it is sent. */
export interface Line {
  readonly line: string;
  /** Tokens with the line end, estimated. */
  readonly tokens: number;
  /** Characters of its text that are shown. */
  readonly shown: number;
}

/**
 * What JSON leaves as it is and must not be sent so: separators that end a line to some readers, control characters,
 * and the first character of marks that chat templates are made of (`<|im_end|>`, `</s>`, `<end_of_turn>`, `[INST]`,
 * DeepSeek's with a wide bar): servers take them for the end of the message wherever they stand in it.
 */
const ESCAPED =
  /[\u007f-\u009f\u2028\u2029]|<(?=[|｜]|\/?s>|(?:start|end)_of_turn>|(?:bos|eos|pad|unk)>)|\[(?=\/?INST\])/g;

/** A piece as one line of JSON with at most so many characters of its text. Trace text cannot begin a line in it. */
export function lineOf({ fields, text }: Piece, characters = Infinity): Line {
  const cut = text === null ? null : shorten(text.value, characters, text.keep);
  const value = text === null || cut === null ? fields : { ...fields, [text.key]: cut.text };
  const line = JSON.stringify(value).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { line, tokens: estimateTokens(`${line}\n`), shown: cut?.shown ?? 0 };
}

/** The longest form of a piece that takes no more than so many tokens; null where none does. */
export function lineWithin(piece: Piece, tokens: number): Line | null {
  const length = piece.text?.value.length ?? 0;
  // A token is at most four characters, so that more need not be tried.
  let high = Math.min(length, Math.floor(tokens) * 4);
  if (high === length) {
    const full = lineOf(piece);
    if (full.tokens <= tokens) return full;
  }
  if (piece.text === null) return null;
  let best: Line | null = null;
  for (let low = 1; low <= high;) {
    const middle = (low + high) >>> 1;
    const line = lineOf(piece, middle);
    if (line.tokens <= tokens) {
      best = line;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}
