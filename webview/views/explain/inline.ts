/** A piece of a line of an answer. `turn` names turns that are there, in words of the answer. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'turn'; readonly text: string; readonly turn: number };

/** Marks that stand around a piece, the longer before the shorter. */
const MARKS = [
  { mark: '`', kind: 'code' },
  { mark: '**', kind: 'strong' },
  { mark: '*', kind: 'em' },
] as const;

/**
 * Reads code, bold, emphasis and turns out of a line of Markdown. Everything else, links and HTML too, stays the text
 * that it is. Each character is looked at a fixed number of times.
 */
export function inlineOf(text: string, turns: number, inside: readonly string[] = []): readonly Inline[] {
  const pieces: Inline[] = [];
  /** Marks that do not stand anywhere further on. */
  const gone = new Set<string>(inside);
  let plain = 0;
  let at = 0;
  const endPlain = (): void => {
    if (at > plain) pieces.push(...withTurns(text.slice(plain, at), turns));
  };
  while (at < text.length) {
    const found = MARKS.find(({ mark }) => !gone.has(mark) && text.startsWith(mark, at));
    if (!found) {
      at += 1;
      continue;
    }
    const { mark, kind } = found;
    const from = at + mark.length;
    const end = closing(text, from, mark);
    if (end < 0) gone.add(mark);
    const content = end < 0 ? '' : text.slice(from, end);
    if (content === '' || (kind !== 'code' && content !== content.trim())) {
      at = from;
      continue;
    }
    endPlain();
    pieces.push(
      kind === 'code'
        ? { kind, text: content }
        : { kind, parts: inlineOf(content, turns, [...inside, mark, ...(mark === '*' ? ['**'] : [])]) },
    );
    at = end + mark.length;
    plain = at;
  }
  endPlain();
  return pieces;
}

/** Where a mark ends what it began; -1 where it does not. A single star is no half of a pair. */
function closing(text: string, from: number, mark: string): number {
  let end = text.indexOf(mark, from);
  while (mark === '*' && end >= 0 && text[end + 1] === '*') {
    let after = end + 1;
    while (text[after] === '*') after += 1;
    end = text.indexOf(mark, after);
  }
  return end;
}

/** `turn 2`, `turns 1, 2 and 3`, `turns 2–4`: the word, and the numbers after it. */
const MENTION = /\bturns?[ \u00a0]#?\d{1,6}(?:(?:, and |, or |, | and | or | to | & |-|–)\d{1,6})*/gi;

/** A text with a piece for each turn that it names and that there is. */
function withTurns(text: string, turns: number): Inline[] {
  const pieces: Inline[] = [];
  let at = 0;
  const textUpTo = (end: number): void => {
    if (end > at) pieces.push({ kind: 'text', text: text.slice(at, end) });
    at = end;
  };
  for (const { 0: mention, index } of text.matchAll(MENTION)) {
    let first = true;
    for (const { 0: digits, index: offset } of mention.matchAll(/\d+/g)) {
      const turn = Number(digits);
      const end = index + offset + digits.length;
      if (turn >= 1 && turn <= turns) {
        // `turn 2` is one piece; of `turns 1 and 2` each number is.
        textUpTo(first ? index : index + offset);
        pieces.push({ kind: 'turn', text: text.slice(at, end), turn });
        at = end;
      }
      first = false;
    }
  }
  textUpTo(text.length);
  return pieces;
}
