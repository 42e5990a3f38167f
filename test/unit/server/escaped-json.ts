/** A JSON string written by hand, with the column of each of its characters noted while writing. */
export interface EscapedString {
  /** With its quotes. */
  readonly json: string;
  /** Offset in `json` of each UTF-16 unit of the text, and of its end. */
  readonly columns: readonly number[];
}

/** Writes a string with many kinds of escapes, chosen by position: `\n`, `\u00e9`, surrogates, `\/`, and none. */
export function escapedJson(text: string): EscapedString {
  let json = '"';
  const columns: number[] = [];
  for (const [at, unit] of text.split('').entries()) {
    columns.push(json.length);
    json += written(unit, at);
  }
  columns.push(json.length);
  return { json: `${json}"`, columns };
}

function written(unit: string, at: number): string {
  const code = unit.charCodeAt(0);
  const numbered = `\\u${code.toString(16).padStart(4, '0')}`;
  if (unit === '\n') return at % 2 === 0 ? '\\n' : numbered;
  if (unit === '"') return '\\"';
  if (unit === '\\') return '\\\\';
  if (unit === '/') return at % 2 === 0 ? '\\/' : '/';
  if (code < 0x20) return numbered;
  // Surrogates stay in pairs, all escaped or none, which the caller sees to by what it writes.
  if (code >= 0xd800 && code < 0xe000) return numbered;
  return code > 0x7f && code % 2 === 1 ? numbered : at % 17 === 3 ? numbered : unit;
}
