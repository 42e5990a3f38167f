import { isBinary } from '../../binary-kind';
import { CsvScanner, cellsOf, isBlankLine, withoutReturn } from './scanner';

/** How a table of text is written. */
export interface CsvShape {
  readonly format: 'csv' | 'tsv';
  /** The byte between cells. */
  readonly delimiter: number;
  /** Whether the first record names the columns. */
  readonly header: boolean;
  /** Names of the columns: the header's, `Unnamed: 0` where that is empty (as pandas says), else `column_0`, …. */
  readonly columns: readonly string[];
}

const COMMA = 0x2c;
const TAB = 0x09;
const SEMICOLON = 0x3b;

/** Records of the head that are looked at. */
const PROBED = 40;

/** Longest name of a column, in characters. */
const LONGEST_NAME = 80;

/** Records, the header among them, that a table must show where its name does not tell what it is. */
const ENOUGH = 4;

/**
 * Tells whether the head of a file is a table of text, and how it is written; null where it is none. A file whose name
 * does not end in `.csv` or `.tsv` must have a header of names and the same number of cells in every record.
 */
export function csvShapeOf(head: Buffer, name: string, whole: boolean): CsvShape | null {
  const named = /\.(csv|tsv|tab)$/i.exec(name)?.[1]?.toLowerCase();
  const text = head.subarray(head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0);
  if (text.length === 0 || isBinary(text) || /^\s*(?:[{<]|\[\s*[[{"\]])/.test(text.toString('latin1', 0, 64)))
    return null;
  const delimiters = named === 'csv' ? [COMMA, SEMICOLON, TAB] : named ? [TAB, COMMA] : [COMMA, TAB];
  for (const delimiter of delimiters) {
    const rows = rowsIn(text, delimiter, whole);
    const first = rows[0] ?? [];
    const even = rows.filter(({ length }) => length === first.length).length;
    if (rows.length === 0 || first.length < 2 || even < 0.9 * rows.length) continue;
    const header = isHeader(first);
    const sure =
      header && even === rows.length && rows.length >= ENOUGH && first.length >= (delimiter === TAB ? 2 : 3);
    if (!named && !(sure && first.every(isWord))) continue;
    return shape(delimiter, header, first);
  }
  // One column, which only a name tells from plain text.
  const only = named === undefined ? [] : (rowsIn(text, COMMA, whole)[0] ?? []);
  return only.length === 1 && isHeader(only) && only.every(isWord) ? shape(COMMA, true, only) : null;
}

function shape(delimiter: number, header: boolean, first: readonly string[]): CsvShape {
  const columns = header ? uniqueNames(first) : first.map((_, at) => `column_${at}`);
  return { format: delimiter === TAB ? 'tsv' : 'csv', delimiter, header, columns };
}

/**
 * The cells of the first records; the last may be cut and is left out where the head is not the whole file, or where
 * it has no line end and fewer cells than the first.
 */
function rowsIn(text: Buffer, delimiter: number, whole: boolean): string[][] {
  const scanner = new CsvScanner(delimiter);
  const rows: string[][] = [];
  let from = 0;
  while (rows.length < PROBED && from < text.length) {
    const end = scanner.next(text, from);
    if (end < 0 && (scanner.isOpen || (!whole && rows.length > 0))) break;
    const bytes = text.subarray(from, end < 0 ? text.length : end);
    if (!isBlankLine(bytes)) {
      const record = Buffer.from(withoutReturn(bytes)).toString('utf8');
      const cells = cellsOf(record, delimiter).map(({ value }) => value);
      if (end < 0 && cells.length < (rows[0]?.length ?? 0)) break;
      rows.push(cells);
    }
    from = end < 0 ? text.length : end + 1;
  }
  return rows;
}

/**
 * Names of columns: short, on one line, no two alike, no numbers. The first ones may be empty, which is how pandas writes
 * its index; it then also numbers columns without a name.
 */
function isHeader(cells: readonly string[]): boolean {
  const index = cells.findIndex((cell) => cell !== '');
  if (index < 0) return false;
  const names = cells.slice(index);
  const numbers = names.filter((name) => /^[-+]?[\d.]+$/.test(name)).length;
  const fits = (name: string): boolean =>
    name.trim() !== '' && name.length <= LONGEST_NAME && !name.includes('\n');
  const few = index === 0 ? numbers === 0 : numbers * 2 < names.length;
  return few && names.every(fits) && new Set(names).size === names.length;
}

/** A cell that looks like a variable's name, or is empty. */
function isWord(cell: string): boolean {
  return cell === '' || /^[A-Za-z_][\w ./@:-]{0,79}$/.test(cell);
}

/** Names as pandas gives them: `Unnamed: 0` for none, `name.1` for one that is taken. */
function uniqueNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const name = cell === '' ? `Unnamed: ${at}` : cell;
    let free = name;
    for (let count = 1; names.has(free); count++) free = `${name}.${count}`;
    names.add(free);
  }
  return [...names];
}
