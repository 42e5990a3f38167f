import { createScanner, type JSONScanner } from 'jsonc-parser';
import { Token } from './tokens';

/** A range of UTF-16 offsets in a record's text. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  /** Whether the value is a string; `start` and `end` include its quotes. */
  readonly string: boolean;
}

type Path = readonly (string | number)[];

/** What is wanted at one place of a value and below it. */
interface Wanted {
  /** Key of the path that ends here; null where only something below is wanted. */
  key: string | null;
  readonly members: Map<string | number, Wanted>;
}

/** A name for a path, the same for equal paths. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** Finds the literal that a JSON path leads to; null where there is none. Of equal keys the last counts. */
export function literalAt(text: string, path: Path): Literal | null {
  return literalsAt(text, [path]).get(pathKey(path)) ?? null;
}

/** Finds the literals of many paths in one pass over the text, by {@link pathKey}. */
export function literalsAt(text: string, paths: Iterable<Path>): Map<string, Literal> {
  const root: Wanted = { key: null, members: new Map() };
  for (const path of paths) {
    let node = root;
    for (const step of path) {
      const member = node.members.get(step) ?? { key: null, members: new Map<string | number, Wanted>() };
      node.members.set(step, member);
      node = member;
    }
    node.key = pathKey(path);
  }
  const search = new Search(text);
  search.value(search.next(), root);
  return search.found;
}

/** One pass over a JSON text. It recurses only as deep as the longest wanted path. */
class Search {
  readonly found = new Map<string, Literal>();
  readonly #scanner: JSONScanner;

  constructor(text: string) {
    this.#scanner = createScanner(text, true);
  }

  /** The next token as a plain number, comparable to {@link Token}. */
  next(): number {
    return this.#scanner.scan();
  }

  /** Passes the value whose first token is `token`, to its last one. */
  value(token: number, wanted: Wanted | undefined): void {
    const start = this.#scanner.getTokenOffset();
    const inside = wanted !== undefined && wanted.members.size > 0;
    if (inside && token === Token.OpenBrace) this.#members(wanted);
    else if (inside && token === Token.OpenBracket) this.#elements(wanted);
    else this.#skip(token);
    const key = wanted?.key ?? null;
    if (key === null || token === Token.End || token === Token.CloseBracket) return;
    const end = this.#scanner.getTokenOffset() + this.#scanner.getTokenLength();
    this.found.set(key, { start, end, string: token === Token.String });
  }

  #members(wanted: Wanted): void {
    for (let name = this.next(); name === Token.String; name = this.next()) {
      const member = wanted.members.get(this.#scanner.getTokenValue());
      if (this.next() !== Token.Colon) return;
      if (member) this.#forget(member);
      this.value(this.next(), member);
      if (this.next() !== Token.Comma) return;
    }
  }

  #elements(wanted: Wanted): void {
    for (let index = 0, first = this.next(); ; index++, first = this.next()) {
      if (first === Token.CloseBracket || first === Token.End) return;
      this.value(first, wanted.members.get(index));
      if (this.next() !== Token.Comma) return;
    }
  }

  /** Of equal keys the last counts: what an earlier one held is no longer there. */
  #forget({ key, members }: Wanted): void {
    if (key !== null) this.found.delete(key);
    for (const member of members.values()) this.#forget(member);
  }

  /** Moves to the last token of the value whose first token is `token`. */
  #skip(token: number): void {
    let depth = 0;
    for (let current = token; current !== Token.End; current = this.next()) {
      if (current === Token.OpenBrace || current === Token.OpenBracket) depth++;
      else if (current === Token.CloseBrace || current === Token.CloseBracket) depth--;
      if (depth > 0) continue;
      // A bare -Infinity comes as two tokens; the string "-" is one.
      if (current !== Token.String && this.#scanner.getTokenValue() === '-') this.next();
      return;
    }
  }
}
