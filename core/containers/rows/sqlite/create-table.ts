/** A column as a table's records keep it. */
export interface Column {
  readonly name: string;
  /** What records have that were written before the column was added. */
  readonly byDefault: string | number | null;
}

/** What `CREATE TABLE` says of the records of a table. */
export interface TableText {
  readonly columns: readonly Column[];
  /** The column that stands for the row's number and is null in the records; -1 where none does. */
  readonly rowid: number;
  readonly withoutRowid: boolean;
}

interface Token {
  /** Without quotes. */
  readonly text: string;
  /** In capitals; empty where the token is quoted. */
  readonly word: string;
  readonly depth: number;
}

/** What is never closed goes on to the end: nothing is looked through twice. */
const QUOTED = /"(?:[^"]|"")*(?:"|$)|'(?:[^']|'')*(?:'|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)/y;
const COMMENT = /--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/y;
const PLAIN = /(?:[^\s()[\],;"'`/-]|-(?!-)|\/(?!\*))+/y;

/** Reads the text of `CREATE TABLE` as `sqlite_schema` keeps it; null where it is no such text. */
export function tableText(sql: string): TableText | null {
  const tokens = tokensOf(sql);
  const open = tokens.findIndex(({ word, depth }) => word === '(' && depth === 1);
  const close = tokens.findIndex(({ word, depth }, at) => at > open && word === ')' && depth === 1);
  if (open < 0 || close < 0) return null;
  const columns: Column[] = [];
  const types: string[] = [];
  let key: string | null = null;
  for (const part of partsOf(tokens.slice(open + 1, close))) {
    const [first, second] = part;
    if (!first) return null;
    if (CONSTRAINTS.has(first.word)) {
      key ??= keyOf(part);
    } else {
      if (isVirtual(part)) continue;
      columns.push({ name: first.text, byDefault: defaultOf(part) });
      types.push(typeOf(part) === 1 ? (second?.text.toUpperCase() ?? '') : '');
      const at = part.findIndex(({ word, depth }) => word === 'PRIMARY' && depth === 1);
      // A quirk kept for old files: `INTEGER PRIMARY KEY DESC` is a column like any other.
      if (at >= 0 && part[at + 2]?.word !== 'DESC') key = first.text;
    }
  }
  const rest = tokens.slice(close + 1).map(({ word }) => word);
  const rowid = columns.findIndex(
    ({ name }, at) => types[at] === 'INTEGER' && name.toLowerCase() === key?.toLowerCase(),
  );
  return {
    columns,
    rowid,
    withoutRowid: rest.some((word, at) => word === 'WITHOUT' && rest[at + 1] === 'ROWID'),
  };
}

const CONSTRAINTS = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']);

/** Words that end the type of a column. */
const AFTER_TYPE = new Set([
  ...CONSTRAINTS,
  'NOT',
  'NULL',
  'DEFAULT',
  'COLLATE',
  'REFERENCES',
  'GENERATED',
  'AS',
]);

/** Every token with the number of parentheses that it stands in, its own counted. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < sql.length;) {
    const quoted = matchAt(QUOTED, sql, at);
    const comment = quoted === null ? matchAt(COMMENT, sql, at) : null;
    const plain = quoted === null && comment === null ? matchAt(PLAIN, sql, at) : null;
    const text = quoted ?? comment ?? plain ?? sql.charAt(at);
    if (text === '(') depth++;
    if (quoted !== null) tokens.push({ text: unquoted(quoted), word: '', depth });
    else if (comment === null && text.trim() !== '') tokens.push({ text, word: text.toUpperCase(), depth });
    if (text === ')') depth--;
    at += text.length;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  const inside = text.slice(1, -1);
  return quote === '[' ? inside : inside.replaceAll(quote + quote, quote);
}

/** Definitions between the commas that stand in no inner parentheses. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.word === ',' && token.depth === 1) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Tokens that a column's type has. */
function typeOf(part: readonly Token[]): number {
  const end = part.findIndex(({ word }, at) => at > 0 && AFTER_TYPE.has(word));
  return (end < 0 ? part.length : end) - 1;
}

/** The column of `PRIMARY KEY (column)`; null for keys of several columns and other constraints. */
function keyOf(part: readonly Token[]): string | null {
  const at = part.findIndex(({ word, depth }) => word === 'PRIMARY' && depth === 1);
  const key = at < 0 ? [] : part.slice(at + 3);
  const inside = key.slice(
    0,
    key.findIndex(({ word }) => word === ')'),
  );
  return inside.some(({ word }) => word === ',') ? null : (inside[0]?.text ?? null);
}

/** Whether a column is computed when it is read, and stands in no record. */
function isVirtual(part: readonly Token[]): boolean {
  const outer = part.filter(({ depth }) => depth === 1).map(({ word }) => word);
  return outer.indexOf('AS') > 0 && !outer.includes('STORED');
}

function defaultOf(part: readonly Token[]): string | number | null {
  const at = part.findIndex(({ word, depth }) => word === 'DEFAULT' && depth === 1);
  const value = at < 0 ? undefined : part[at + 1];
  if (!value) return null;
  if (value.word === '') return value.text;
  return /^[-+]?\d+(?:\.\d+)?$/.test(value.word) ? Number(value.word) : null;
}
