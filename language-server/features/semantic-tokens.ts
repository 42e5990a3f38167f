import type { TokenModifier, TokenType } from '../../core/protocol/semantic-tokens';
import type { Range, Segment, SegmentKind } from '../../core/trace/model';
import type { PlacedRollout } from '../places/placed-rollout';
import { tagsIn } from './tags';

/** A stretch of one line of the own text that is coloured alike. */
export interface Token extends Range {
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

const TYPE_OF: Readonly<Record<SegmentKind, TokenType>> = {
  prompt: 'rolloutPrompt',
  think: 'rolloutThink',
  search: 'rolloutSearch',
  information: 'rolloutInformation',
  answer: 'rolloutAnswer',
  notice: 'rolloutNotice',
  text: 'rolloutText',
};

/**
 * Colours of a segment by kind and author, tags and golds set apart. Tokens are in order, never overlap and stay in
 * their line.
 */
export function tokensOf(placed: PlacedRollout, segment: Segment): Token[] {
  const type = TYPE_OF[segment.kind];
  const plain = { type, modifiers: [segment.by] };
  const inserts: Token[] = [
    ...tagsIn(placed, segment).map(({ start, end }) => ({
      ...plain,
      type: 'rolloutTag' as const,
      start,
      end,
    })),
    ...goldsIn(placed, segment).map((range) => ({
      type,
      modifiers: [segment.by, 'gold' as const],
      ...range,
    })),
  ].sort((left, right) => left.start - right.start);
  const tokens: Token[] = [];
  let at = segment.start;
  for (const insert of inserts) {
    if (insert.start < at || insert.end > segment.end) continue;
    tokens.push({ ...plain, start: at, end: insert.start }, insert);
    at = insert.end;
  }
  tokens.push({ ...plain, start: at, end: segment.end });
  return tokens.flatMap((token) => linesOf(placed.rollout.text, token));
}

function goldsIn(placed: PlacedRollout, segment: Segment): readonly Range[] {
  if (segment.kind !== 'information' || segment.by !== 'environment') return [];
  return placed.documentsIn(segment).flatMap(({ turn, index }) => placed.goldsIn(turn, index));
}

const LINE = /[^\r\n]+/g;

/** A token of each of its lines that is not blank. */
function linesOf(text: string, token: Token): Token[] {
  const lines = text.slice(token.start, token.end).matchAll(LINE);
  return Array.from(lines, ({ 0: line, index }) => ({ line, index }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, index }) => ({
      ...token,
      start: token.start + index,
      end: token.start + index + line.length,
    }));
}
