import { type Level, type Line, LEVELS, type Piece, lineOf, lineWithin } from './piece';

/** Tokens below which a shortened piece tells nothing. */
const LEAST = 32;

/** Share of what is left that each level may take; what it does not need goes on to the next. */
const SHARES: Readonly<Record<Level, number>> = {
  'golds and answer': 0.3,
  facts: 0.3,
  findings: 0.25,
  'recorded values': 0.2,
  'queries and notices': 0.4,
  'documents with a gold': 0.5,
  prompt: 0.15,
  thoughts: 0.5,
  'other documents': 1,
};

/** What a level lost. Characters are UTF-16 units of the texts. */
export interface Cut {
  readonly what: Level;
  /** Pieces there are, those left out, and those shortened. */
  readonly pieces: number;
  readonly leftOut: number;
  readonly shortened: number;
  readonly characters: number;
  readonly charactersShown: number;
}

export interface Fitted<P extends Piece> {
  /** What is shown of each piece that is, in the given order. */
  readonly lines: readonly { readonly piece: P; readonly line: Line }[];
  readonly cuts: readonly Cut[];
}

/**
 * Chooses what of some pieces fits into so many tokens: the same for the same input. Each level first gets its share of
 * what those before it left; what is over in the end goes to those that were cut, in the same order.
 */
export function fit<P extends Piece>(pieces: readonly P[], tokens: number): Fitted<P> {
  const levels = LEVELS.map((level) => {
    const own = pieces.filter((piece) => piece.level === level);
    const chosen: ReadonlyMap<P, Line> = new Map();
    return { level, own, chosen };
  });
  let left = tokens;
  for (const round of ['share', 'rest'] as const) {
    for (const each of levels) {
      if (round === 'rest' && !cutOf(each.level, each.own, each.chosen)) continue;
      left += tokensOf(each.chosen);
      each.chosen = fitLevel(each.own, round === 'share' ? left * SHARES[each.level] : left);
      left -= tokensOf(each.chosen);
    }
  }
  const lines = new Map(levels.flatMap(({ chosen }) => [...chosen]));
  return {
    lines: pieces.flatMap((piece) => {
      const line = lines.get(piece);
      return line ? [{ piece, line }] : [];
    }),
    cuts: levels.flatMap(({ level, own, chosen }) => cutOf(level, own, chosen) ?? []),
  };
}

function tokensOf<P>(chosen: ReadonlyMap<P, Line>): number {
  return [...chosen.values()].reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Gives every piece the same most tokens, so that short ones stay whole; drops middle ones where that is too few. */
function fitLevel<P extends Piece>(pieces: readonly P[], tokens: number): ReadonlyMap<P, Line> {
  // Costs beyond what there is need not be known exactly, and a text may be very long.
  const needs = new Map(pieces.map((piece) => [piece, lineOf(piece, tokens * 4 + 64).tokens]));
  const kept: P[] = [];
  let least = 0;
  for (const piece of outermostFirst(pieces)) {
    const need = Math.min(needs.get(piece) ?? 0, piece.text === null ? Infinity : leastOf(piece));
    if (least + need > tokens) continue;
    least += need;
    kept.push(piece);
  }
  const most = evenShare(
    kept.map((piece) => needs.get(piece) ?? 0),
    tokens,
  );
  const lines = new Map<P, Line>();
  let left = tokens;
  for (const piece of kept) {
    const line = lineWithin(
      piece,
      Math.min(left, Math.max(most, piece.text === null ? left : leastOf(piece))),
    );
    if (!line) continue;
    lines.set(piece, line);
    left -= line.tokens;
  }
  return lines;
}

/** Tokens of a piece with so little of its text that it just tells something. */
function leastOf(piece: Piece): number {
  return lineOf(piece, 0).tokens + LEAST;
}

/** The first, the last, the second, the last but one and so on. */
function outermostFirst<P>(pieces: readonly P[]): P[] {
  const order: P[] = [];
  for (let first = 0, last = pieces.length - 1; first <= last; first++, last--) {
    order.push(...pieces.slice(first, first + 1));
    if (last > first) order.push(...pieces.slice(last, last + 1));
  }
  return order;
}

/** The largest number such that needs, each cut to it, add up to no more than the tokens. */
function evenShare(needs: readonly number[], tokens: number): number {
  const sorted = [...needs].sort((a, b) => a - b);
  let left = tokens;
  for (const [at, need] of sorted.entries()) {
    const share = left / (sorted.length - at);
    if (need > share) return Math.floor(share);
    left -= need;
  }
  return Infinity;
}

function cutOf<P extends Piece>(what: Level, pieces: readonly P[], shown: ReadonlyMap<P, Line>): Cut | null {
  const lengthOf = ({ text }: Piece): number => text?.value.length ?? 0;
  const shortened = [...shown].filter(([piece, line]) => line.shown < lengthOf(piece)).length;
  const leftOut = pieces.length - shown.size;
  if (shortened === 0 && leftOut === 0) return null;
  return {
    what,
    pieces: pieces.length,
    leftOut,
    shortened,
    characters: pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
    charactersShown: [...shown.values()].reduce((sum, line) => sum + line.shown, 0),
  };
}

/** A cut in words. */
export function cutText({ what, pieces, leftOut, shortened, characters, charactersShown }: Cut): string {
  const parts = [
    ...(leftOut > 0 ? [`${leftOut} of ${pieces} left out`] : []),
    ...(shortened > 0 ? [`${shortened} of ${pieces} shortened`] : []),
  ];
  return `${what}: ${parts.join(', ')}; ${charactersShown} of ${characters} characters are here`;
}
