const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Where the scanner stands: before a cell's first byte, in a bare cell, in a quoted one, or after a quote in that. */
type State = 'start' | 'bare' | 'quoted' | 'closing';

/**
 * Finds the line ends that end a record of comma or tab separated values (RFC 4180): those outside quotes. A quote
 * opens a cell only as its first byte, as in Python's `csv`; what follows a closing quote belongs to the cell.
 */
export class CsvScanner {
  #state: State = 'start';

  constructor(private readonly delimiter: number) {}

  /** Whether the text ends inside a quoted cell. */
  get isOpen(): boolean {
    return this.#state === 'quoted';
  }

  /** Offset of the next line end from `from` on that ends a record; -1 where the chunk has none. */
  next(bytes: Uint8Array, from: number): number {
    let state = this.#state;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (state === 'quoted') {
        if (byte === QUOTE) state = 'closing';
      } else if (byte === LF) {
        this.#state = 'start';
        return at;
      } else if (byte === this.delimiter) state = 'start';
      else if (byte === QUOTE && state !== 'bare') state = 'quoted';
      else state = 'bare';
    }
    this.#state = state;
    return -1;
  }
}

/** A cell of a record: its value, and where it is written in the record's text. */
export interface Cell {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** Cuts a record's text into its cells. A quoted cell that is not closed reaches to the end. */
export function cellsOf(text: string, delimiter: number): Cell[] {
  const mark = String.fromCharCode(delimiter);
  const cells: Cell[] = [];
  for (let at = 0; at <= text.length;) {
    const cell = text.charCodeAt(at) === QUOTE ? quotedCell(text, at, mark) : bareCell(text, at, mark);
    cells.push(cell);
    at = cell.end + 1;
  }
  return cells;
}

function bareCell(text: string, start: number, mark: string): Cell {
  const found = text.indexOf(mark, start);
  const end = found < 0 ? text.length : found;
  return { value: text.slice(start, end), start, end, quoted: false };
}

function quotedCell(text: string, start: number, mark: string): Cell {
  const pieces: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) {
      pieces.push(text.slice(at));
      return { value: pieces.join(''), start, end: text.length, quoted: true };
    }
    pieces.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') {
      const rest = bareCell(text, quote + 1, mark);
      return { value: pieces.join('') + rest.value, start, end: rest.end, quoted: true };
    }
    pieces.push('"');
    at = quote + 2;
  }
}

/** Whether a record's bytes are a blank line. */
export function isBlankLine(bytes: Uint8Array): boolean {
  return bytes.length === 0 || (bytes.length === 1 && bytes[0] === CR);
}

/** A record's bytes without the carriage return of its line end. */
export function withoutReturn(bytes: Uint8Array): Uint8Array {
  return bytes[bytes.length - 1] === CR ? bytes.subarray(0, bytes.length - 1) : bytes;
}
