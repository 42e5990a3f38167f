import { PYTHON_BLANKS, PYTHON_WORD } from './python-text';

/**
 * The quick path of the normalisers: one table look-up a character instead of five passes of patterns. Every document
 * of every rollout is normalised, so this decides how long a file of a million rollouts takes.
 */

/** Actions of a table; any other value is the character to write, {@link NOT_WORD} added where `\w` excludes it. */
const UNKNOWN = 0;
const DROP = 1;
const BREAK = 2;
const BLANK = 3;
const LAST_ACTION = 3;
const NOT_WORD = 0x8000;

/** Characters below this have an entry: Latin, Greek, Cyrillic and the like up to general punctuation and symbols. */
const TABLE_SIZE = 0x2500;
const SPACE = 0x20;

/** Longer texts are cut at blanks, so that the buffer stays small enough for the processor's caches. */
const LONGEST_PIECE = 16_384;

/** ASCII characters in a row that end an unknown stretch: below that, going on costs less than starting anew. */
const PATIENCE = 32;

/**
 * A table that lower-cases and deletes `punctuation` or makes it a space. Left unknown: characters whose lower-casing
 * depends on their neighbours (Σ) or yields several (İ), and U+0000–U+0003, which would look like actions.
 */
export function tableOf(punctuation: string, becomes: 'delete' | 'space'): Uint16Array {
  const table = new Uint16Array(TABLE_SIZE);
  const blank = new RegExp(`[${PYTHON_BLANKS}]`, 'u');
  const word = new RegExp(`[${PYTHON_WORD}]`, 'u');
  for (let code = LAST_ACTION + 1; code < TABLE_SIZE; code += 1) {
    const character = String.fromCharCode(code);
    const lower = character.toLowerCase();
    if (blank.test(character)) table[code] = BLANK;
    else if (punctuation.includes(character)) table[code] = becomes === 'delete' ? DROP : BREAK;
    else if (character !== '\u03a3' && lower.length === 1 && lower.charCodeAt(0) < NOT_WORD)
      table[code] = lower.charCodeAt(0) + (word.test(lower) ? 0 : NOT_WORD);
  }
  return table;
}

/**
 * Normalises through a table and hands stretches with unknown characters to `exactly`. A stretch begins and ends at a
 * blank: nothing in the rules looks past one (not even the final sigma of lower-casing), so the parts can be joined by
 * a space. Linear in the length of the text.
 */
export function throughTable(text: string, table: Uint16Array, exactly: (text: string) => string): string {
  if (text.length <= SHORT) return shortly(text, table, exactly);
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = pieceEnd(text, start);
    const piece = start === 0 && end === text.length ? text : text.slice(start, end);
    // A piece without a blank may be longer than any other.
    const room = piece.length <= ROOM ? scratch : scratchOf(piece.length);
    if (Buffer.byteLength(piece) === piece.length) {
      room.bytes.write(piece, 0, 'latin1');
      scan(piece, room.bytes, (length) => room.bytes.toString('latin1', 0, length), table, exactly, parts);
    } else {
      room.bytes.write(piece, 0, 'utf16le');
      scan(
        piece,
        room.units,
        (length) => room.bytes.toString('utf16le', 0, length * 2),
        table,
        exactly,
        parts,
      );
    }
    start = end;
  }
  return parts.length === 1 ? (parts[0] ?? '') : parts.join(' ');
}

/** Characters up to which calls into the runtime cost more than reading one character after the other. */
const SHORT = 96;

/** Where characters are rewritten. Kept, since making one costs as much as a short text; no call leaves anything in it. */
interface Scratch {
  readonly bytes: Buffer;
  /** The same memory, two bytes at a time. */
  readonly units: Uint16Array;
}

const ROOM = 2 * LONGEST_PIECE;
const scratch = scratchOf(ROOM);

function scratchOf(characters: number): Scratch {
  const memory = new ArrayBuffer(2 * characters);
  return { bytes: Buffer.from(memory), units: new Uint16Array(memory) };
}

/** The same for a short text, most of which is a question, a query, an answer or a gold. */
function shortly(text: string, table: Uint16Array, exactly: (text: string) => string): string {
  const { bytes, units } = scratch;
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bytes[at] = code;
    wide |= code;
  }
  const parts: string[] = [];
  if (wide < 0x100) scan(text, bytes, (length) => bytes.toString('latin1', 0, length), table, exactly, parts);
  else {
    for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
    scan(text, units, (length) => bytes.toString('utf16le', 0, length * 2), table, exactly, parts);
  }
  return parts.length === 1 ? (parts[0] ?? '') : parts.join(' ');
}

/** Where the piece from `start` ends: past a blank near the longest length, or where the text ends. */
function pieceEnd(text: string, start: number): number {
  if (text.length - start <= LONGEST_PIECE) return text.length;
  let end = start + LONGEST_PIECE;
  while (end < text.length && !isAsciiBlank(text.charCodeAt(end - 1))) end += 1;
  return end;
}

function isAsciiBlank(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13);
}

type Units = Uint8Array | Uint16Array;

/** Rewrites `units` in place (nothing in the rules makes a text longer) and appends what comes out to `parts`. */
function scan(
  text: string,
  units: Units,
  stringOf: (length: number) => string,
  table: Uint16Array,
  exactly: (text: string) => string,
  parts: string[],
): void {
  let length = 0; // characters kept
  let word = 0; // where the current run of word characters begins among them
  let chunk = 0; // where the current run of non-blanks begins in `text` …
  let chunkOut = 0; // … and among the characters kept
  for (let at = 0; at < text.length; at += 1) {
    const code = units[at] ?? 0;
    const action = code < TABLE_SIZE ? (table[code] ?? UNKNOWN) : UNKNOWN;
    if (action > LAST_ACTION && action < NOT_WORD) {
      units[length++] = action;
    } else if (action === BREAK || action === BLANK) {
      if (isArticle(units, word, length)) length = word;
      if (length > 0 && units[length - 1] !== SPACE) units[length++] = SPACE;
      word = length;
      if (action === BREAK) continue;
      chunk = at + 1;
      chunkOut = length;
    } else if (action >= NOT_WORD) {
      if (isArticle(units, word, length)) {
        length = word;
        if (length > 0 && units[length - 1] !== SPACE) units[length++] = SPACE;
      }
      units[length++] = action - NOT_WORD;
      word = length;
    } else if (action === UNKNOWN) {
      const end = stretchEnd(text, at, table);
      if (chunkOut > 1) parts.push(stringOf(chunkOut - 1));
      const stretch = exactly(text.slice(chunk, end));
      if (stretch !== '') parts.push(stretch);
      length = word = chunkOut = 0;
      chunk = end;
      at = end - 1;
    }
  }
  if (isArticle(units, word, length)) length = word;
  if (length > 0 && units[length - 1] === SPACE) length -= 1;
  if (length > 0) parts.push(stringOf(length));
}

/** Whether `units` holds a, an or the and nothing else between two offsets. */
function isArticle(units: Units, start: number, end: number): boolean {
  const size = end - start;
  if (size < 1 || size > 3) return false;
  const first = units[start];
  if (size === 3) return first === 0x74 && units[start + 1] === 0x68 && units[start + 2] === 0x65;
  return first === 0x61 && (size === 1 || units[start + 1] === 0x6e);
}

/** Where the stretch with the unknown character at `from` ends: at a blank, or at the text's end. */
function stretchEnd(text: string, from: number, table: Uint16Array): number {
  let blank = -1; // the first one after the last unknown character
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const action = code < TABLE_SIZE ? (table[code] ?? UNKNOWN) : UNKNOWN;
    if (action === UNKNOWN) blank = -1;
    else if (action === BLANK && blank < 0) blank = at;
    else if (blank >= 0 && at - blank > PATIENCE) return blank;
  }
  return blank < 0 ? text.length : blank;
}
