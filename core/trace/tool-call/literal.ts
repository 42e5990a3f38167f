import type { Range } from '../model';
import { readString, type Text } from './string-literal';

/** A value as JSON or Python prints it, with where it stands. */
export type Literal = Range &
  (
    | Text
    | { readonly kind: 'list'; readonly items: readonly Literal[] }
    | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Literal> }
    | { readonly kind: 'scalar'; readonly value: number | boolean | null }
  );

/** What was read, and whether it was whole: a value that is cut off is given as far as it goes. */
export interface Reading {
  readonly value: Literal;
  readonly whole: boolean;
}

/** Deepest nesting that is read. */
const DEPTH = 40;

const WORDS: readonly (readonly [string, boolean | number | null])[] = [
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
  ['NaN', NaN],
  ['nan', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
];

/**
 * Reads the value that begins at `start`, in JSON or as Python's `repr` writes it (single quotes, `None`, tuples), and
 * with what models get wrong: trailing or missing commas, line breaks in strings, a missing end. Null where none
 * begins there. Linear in the length of the value.
 */
export function readLiteral(text: string, start: number, end: number): Reading | null {
  const reader = new LiteralReader(text, end);
  const value = reader.value(start, 0);
  return value && { value, whole: reader.whole };
}

class LiteralReader {
  whole = true;

  constructor(
    private readonly text: string,
    private readonly limit: number,
  ) {}

  value(from: number, depth: number): Literal | null {
    const { text, limit } = this;
    const start = this.skip(from);
    if (start >= limit || depth > DEPTH) return null;
    const character = text.charAt(start);
    if (character === '"' || character === "'") return this.string(start);
    if (character === '{') return this.object(start, depth);
    if (character === '[' || character === '(') return this.list(start, character === '[' ? ']' : ')', depth);
    return this.word(start) ?? this.number(start);
  }

  private string(start: number): Literal {
    const string = readString(this.text, start, this.limit);
    if (!string.closed) this.whole = false;
    return string;
  }

  private object(start: number, depth: number): Literal {
    const members = new Map<string, Literal>();
    let at = this.skip(start + 1);
    for (; at < this.limit && this.text.charAt(at) !== '}'; at = this.afterComma(at)) {
      const name = this.value(at, depth + 1);
      const colon = this.skip(name?.end ?? at);
      if (name?.kind !== 'text' || this.text.charAt(colon) !== ':') return this.broken(start, colon, members);
      const member = this.value(colon + 1, depth + 1);
      if (!member) return this.broken(start, colon + 1, members);
      members.set(name.text, member);
      at = member.end;
    }
    return { kind: 'object', members, start, end: this.closed(at) };
  }

  private list(start: number, closer: string, depth: number): Literal {
    const items: Literal[] = [];
    let at = this.skip(start + 1);
    for (; at < this.limit && this.text.charAt(at) !== closer; at = this.afterComma(at)) {
      const item = this.value(at, depth + 1);
      if (!item) {
        this.whole = false;
        return { kind: 'list', items, start, end: at };
      }
      items.push(item);
      at = item.end;
    }
    return { kind: 'list', items, start, end: this.closed(at) };
  }

  private broken(start: number, end: number, members: ReadonlyMap<string, Literal>): Literal {
    this.whole = false;
    return { kind: 'object', members, start, end: Math.min(end, this.limit) };
  }

  /** The next item or closer: commas between are passed over, and may be missing. */
  private afterComma(at: number): number {
    const comma = this.skip(at);
    return this.text.charAt(comma) === ',' ? this.skip(comma + 1) : comma;
  }

  private closed(at: number): number {
    if (at < this.limit) return at + 1;
    this.whole = false;
    return this.limit;
  }

  private word(start: number): Literal | null {
    const found = WORDS.find(([word]) => this.text.startsWith(word, start));
    if (!found) return null;
    const end = start + found[0].length;
    return end > this.limit || /\w/.test(this.text.charAt(end))
      ? null
      : { kind: 'scalar', value: found[1], start, end };
  }

  private number(start: number): Literal | null {
    const pattern = /[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/y;
    pattern.lastIndex = start;
    const digits = pattern.exec(this.text)?.[0];
    if (digits === undefined || start + digits.length > this.limit) return null;
    return { kind: 'scalar', value: Number(digits), start, end: start + digits.length };
  }

  private skip(from: number): number {
    let at = from;
    while (at < this.limit && /\s/.test(this.text.charAt(at))) at++;
    return at;
  }
}

/** The plain JSON value of a literal. */
export function plainValue(literal: Literal): unknown {
  switch (literal.kind) {
    case 'text':
      return literal.text;
    case 'scalar':
      return literal.value;
    case 'list':
      return literal.items.map(plainValue);
    case 'object':
      return Object.fromEntries([...literal.members].map(([name, member]) => [name, plainValue(member)]));
  }
}
