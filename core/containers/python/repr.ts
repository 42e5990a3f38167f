import { setMember } from '../fields/values';
import type { ParsedJson } from '../json/tolerant';
import { pythonStringAt } from './strings';

/** A value that was read from the middle of a text, and the offset after its last character. */
export type PythonRepr =
  (ParsedJson & { readonly ok: true; readonly end: number }) | (ParsedJson & { ok: false });

/**
 * Reads a value as Python's `repr` writes it: lists, tuples, sets, dicts, strings and bytes, numbers, `None`, `True`,
 * `False`, `nan`, `inf`; numpy's `array([…], dtype=object)`, its `str` without commas (`['a' 'b']`) and its scalars
 * (`np.float64(0.5)`). A call with named arguments (`Document(id='1', content='…')`) is an object of them, one with one
 * argument is that argument, and `<…>` is its own text. Tuples and sets become lists; keys become strings; integers
 * that a double cannot hold become their digits. JSON that Python would read is read too, with its `null`, `true` and
 * `false`. Linear in the length of the text. Never throws.
 */
export function readPythonRepr(text: string): ParsedJson {
  const read = pythonReprAt(text, 0);
  if (!read.ok) return read;
  const end = skipBlanks(text, read.end);
  if (end === text.length) return { ok: true, value: read.value };
  const message = `${JSON.stringify(text.slice(end, end + 16))} after the value`;
  return { ok: false, message, offset: end, early: false };
}

/** Reads the value that begins at an offset (blanks before it are passed over), whatever follows it. Never throws. */
export function pythonReprAt(text: string, at: number): PythonRepr {
  const reader = new Reader(text, at);
  try {
    return { ok: true, value: reader.value(0), end: reader.at };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, offset } = error;
    return { ok: false, message, offset, early: offset >= text.length };
  }
}

/** Where and why reading stopped; never leaves this file. */
class Fault extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Deepest nesting that is read: Python's own `repr` stops at its recursion limit of 1000. */
const DEEPEST = 1000;

/** Longest number or name that is looked at, in characters. */
const LONGEST_WORD = 4096;

const NUMBER = /^[-+]?(?:0[xX][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/;
const NAME = /^[-+]?[A-Za-z_][\w.]*/;
const PREFIX = /^(?:[bBuU]|[bB]?[rR]|[rR][bB])$/;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

const WORDS: Readonly<Record<string, unknown>> = {
  None: null,
  True: true,
  False: false,
  null: null,
  true: true,
  false: false,
  nan: NaN,
  NaN: NaN,
  inf: Infinity,
  '-inf': -Infinity,
  Infinity: Infinity,
  '-Infinity': -Infinity,
  'np.True_': true,
  'np.False_': false,
  'np.nan': NaN,
  'np.inf': Infinity,
  '-np.inf': -Infinity,
};

class Reader {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  value(depth: number): unknown {
    if (depth > DEEPEST) throw this.#fault(`more than ${DEEPEST} brackets one in another`);
    this.#blanks();
    const first = this.text.charAt(this.at);
    if (first === "'" || first === '"') return this.#string(false);
    if (first === '[' || first === '(') return this.#list(depth);
    if (first === '{') return this.#braces(depth);
    if (first === '<') return this.#angle();
    if (this.text.startsWith('...', this.at)) {
      this.at += 3;
      return '...';
    }
    const word = this.text.slice(this.at, this.at + LONGEST_WORD);
    const number = NUMBER.exec(word)?.[0];
    if (number) {
      this.at += number.length;
      return numberIn(number);
    }
    const name = NAME.exec(word)?.[0];
    if (name === undefined) throw this.#unexpected('a value');
    return this.#named(name, depth);
  }

  #named(name: string, depth: number): unknown {
    const begin = this.at;
    this.at += name.length;
    const next = this.text.charAt(this.at);
    if ((next === "'" || next === '"') && PREFIX.test(name)) return this.#string(/r/i.test(name));
    if (next === '(') return this.#call(depth);
    if (Object.hasOwn(WORDS, name)) return WORDS[name];
    this.at = begin;
    throw this.#unexpected('a value');
  }

  #string(raw: boolean): string {
    const read = pythonStringAt(this.text, this.at, raw);
    if (!read) throw new Fault('a string that is not closed', this.text.length);
    this.at = read.end;
    return read.value;
  }

  /** A list or tuple. Commas may be missing, as where numpy prints an array. */
  #list(depth: number): unknown[] {
    const close = CLOSING[this.text.charAt(this.at)] ?? '';
    const items: unknown[] = [];
    this.at++;
    while (!this.#ends(close)) {
      items.push(this.value(depth + 1));
      this.#comma();
    }
    return items;
  }

  /** A dict, or a set, which has no colon after its first item. */
  #braces(depth: number): unknown {
    const items: unknown[] = [];
    const members: Record<string, unknown> = {};
    this.at++;
    while (!this.#ends('}')) {
      this.#blanks();
      const begin = this.at;
      const item = this.value(depth + 1);
      const source = this.text.slice(begin, this.at);
      if (this.#takes(':')) setMember(members, keyOf(item, source), this.value(depth + 1));
      else items.push(item);
      this.#comma();
    }
    return items.length > 0 ? items : members;
  }

  /** `name(…)`: an object of the named arguments, or the only argument, or a list of them. */
  #call(depth: number): unknown {
    const items: unknown[] = [];
    const members: Record<string, unknown> = {};
    this.at++;
    while (!this.#ends(')')) {
      this.#blanks();
      const name = /^[A-Za-z_]\w*(?==)/.exec(this.text.slice(this.at, this.at + LONGEST_NAME))?.[0];
      if (name === undefined) items.push(this.value(depth + 1));
      else {
        this.at += name.length + 1;
        // A dtype is a bare name: `dtype=object`.
        const bare =
          name === 'dtype' && /^[\w.]+/.exec(this.text.slice(this.at, this.at + LONGEST_NAME))?.[0];
        if (bare) this.at += bare.length;
        setMember(members, name, bare ? bare : this.value(depth + 1));
      }
      this.#comma();
    }
    const [only] = items;
    return items.length === 1
      ? only
      : items.length === 0 && Object.keys(members).length > 0
        ? members
        : items;
  }

  /** `<class 'list'>` and the like: what `repr` gives for things without a literal. */
  #angle(): string {
    const end = this.text.indexOf('>', this.at);
    if (end < 0) throw new Fault('`<` without its `>`', this.text.length);
    const begin = this.at;
    this.at = end + 1;
    return this.text.slice(begin, this.at);
  }

  #ends(close: string): boolean {
    if (this.#takes(close)) return true;
    if (this.at >= this.text.length) throw this.#fault(`the end, where \`${close}\` should be`);
    return false;
  }

  #comma(): void {
    this.#takes(',');
  }

  #takes(character: string): boolean {
    this.#blanks();
    if (this.text.charAt(this.at) !== character) return false;
    this.at++;
    return true;
  }

  #blanks(): void {
    this.at = skipBlanks(this.text, this.at);
  }

  #unexpected(wanted: string): Fault {
    if (this.at >= this.text.length) return this.#fault(`the end, where ${wanted} should be`);
    return this.#fault(`${JSON.stringify(this.text.slice(this.at, this.at + 16))} where ${wanted} should be`);
  }

  #fault(message: string): Fault {
    return new Fault(message, this.at);
  }
}

/** Longest name of an argument that is looked for, in characters. */
const LONGEST_NAME = 64;

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n\f'.includes(text.charAt(at))) at++;
  return at;
}

function numberIn(literal: string): number | string {
  const plain = literal.replaceAll('_', '');
  const value = /^[-+]?0[xX]/.test(plain)
    ? Number(plain.replace(/^[-+]/, '')) * (plain.startsWith('-') ? -1 : 1)
    : Number(plain);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(plain) ? plain : value;
}

/** A dict's key as a string: words as Python writes them, tuples as they stand. */
function keyOf(key: unknown, source: string): string {
  return typeof key === 'string' ? key : typeof key === 'number' ? String(key) : source;
}
