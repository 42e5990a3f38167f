/** A token of a dialect's own where it stands in a text. */
export interface TokenHit {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

/** Makes the finder of literal tokens: one pass over a text, the longest token where several begin at one place. */
export function tokenFinder(tokens: readonly string[]): (text: string, start: number) => TokenHit[] {
  const literals = [...tokens]
    .sort((a, b) => b.length - a.length)
    .map((token) => token.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(literals.join('|'), 'g');
  return (text, start) => {
    const hits: TokenHit[] = [];
    pattern.lastIndex = start;
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      const [token] = found;
      hits.push({ token, start: found.index, end: found.index + token.length });
    }
    return hits;
  };
}
