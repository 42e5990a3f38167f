/** A string literal that was read: its value and the offset after its last quote. */
export interface PythonString {
  readonly value: string;
  readonly end: number;
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Hexadecimal digits after the letter of an escape. */
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const LAST_CODE_POINT = 0x10ffff;

/**
 * Reads the Python string literal whose opening quote stands at `open`; null where the text ends inside it. Escapes
 * are those of the language reference, 2.4.1; one that Python does not know, and `\N{…}`, keep their backslash.
 * In a `raw` string none is one.
 */
export function pythonStringAt(text: string, open: number, raw: boolean): PythonString | null {
  const quote = text.charAt(open);
  const pieces: string[] = [];
  let copied = open + 1;
  let at = open + 1;
  while (at < text.length) {
    const character = text[at];
    if (character === quote) {
      pieces.push(text.slice(copied, at));
      return { value: pieces.join(''), end: at + 1 };
    }
    if (character !== '\\') at++;
    else if (raw) at += 2;
    else {
      const escape = escapeAt(text, at);
      if (escape) {
        pieces.push(text.slice(copied, at), escape.value);
        copied = escape.end;
      }
      at = escape?.end ?? at + 2;
    }
  }
  return null;
}

/** What the escape whose backslash stands at `at` means; null where it stays as it is. */
function escapeAt(text: string, at: number): PythonString | null {
  const letter = text.charAt(at + 1);
  const simple = SIMPLE[letter];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
  if (octal) return { value: String.fromCharCode(parseInt(octal, 8)), end: at + 1 + octal.length };
  const length = HEX[letter];
  if (length === undefined) return null;
  const digits = text.slice(at + 2, at + 2 + length);
  if (digits.length < length || !/^[\da-f]+$/i.test(digits)) return null;
  const code = parseInt(digits, 16);
  return code > LAST_CODE_POINT ? null : { value: String.fromCodePoint(code), end: at + 2 + length };
}
