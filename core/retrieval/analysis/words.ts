/**
 * Words of a text as Lucene's StandardTokenizer cuts them: the word boundaries of Unicode Standard Annex 29, in its
 * untailored form (`A:B` is one word), ideographs and hiragana one by one. Written out instead of asking
 * `Intl.Segmenter`, whose answer changes with the ICU of the program around it, and indexes outlive that.
 */

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
/** Joins whatever stands before it: marks and format characters. */
const EXTEND = 3;
const IDEOGRAPH = 4;
const LOW_LINE = 5;
/** Joins two letters (MidLetter), two digits (MidNum), or either (MidNumLet). */
const MID_LETTER = 6;
const MID_NUMBER = 7;
const MID_EITHER = 8;

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[:\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a]/u, MID_LETTER],
  [/['.\u2018\u2019\u2024\ufe52\uff07\uff0e]/u, MID_EITHER],
  [/[,;\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b]/u, MID_NUMBER],
  [/[_\u202f\u203f\u2040\u2054\ufe33\ufe34\ufe4d-\ufe4f\uff3f]/u, LOW_LINE],
  [/\u200b/u, OTHER],
  [/[\p{M}\p{Cf}]/u, EXTEND],
  [/[\p{sc=Han}\p{sc=Hiragana}]/u, IDEOGRAPH],
  [/\p{Nd}/u, DIGIT],
  [/[\p{L}\p{Nl}\u24b6-\u24e9]/u, LETTER],
];

/** Most UTF-16 units of a word; longer ones are cut there, as Lucene does. */
const LONGEST = 255;

/** Classes of the characters of the first plane, filled when first met: 255 is not yet known. */
const table = new Uint8Array(0x10000).fill(255);

function classOf(code: number): number {
  const known = code < 0x10000 ? (table[code] ?? OTHER) : 255;
  if (known !== 255) return known;
  const character = String.fromCodePoint(code);
  const found = CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER;
  if (code < 0x10000) table[code] = found;
  return found;
}

/** Gives each word of a text to `take`, in order. Linear in the length of the text. */
export function eachWord(text: string, take: (word: string) => void): void {
  eachWordPlace(text, (start, end) => take(text.slice(start, end)));
}

/** Says where each word of a text begins and ends, in UTF-16 units, in order. Linear in the length of the text. */
export function eachWordPlace(text: string, take: (start: number, end: number) => void): void {
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const kind = classOf(code);
    const next = at + (code > 0xffff ? 2 : 1);
    if (kind === IDEOGRAPH) {
      const end = passExtenders(text, next);
      take(at, end);
      at = end;
    } else if (kind === LETTER || kind === DIGIT || kind === LOW_LINE) {
      const { end, real } = endOfWord(text, at);
      if (real) for (let from = at; from < end; from += LONGEST) take(from, Math.min(end, from + LONGEST));
      at = end;
    } else at = next;
  }
}

function passExtenders(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    if (classOf(code) !== EXTEND) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** Where the word that begins at `start` ends, and whether it holds a letter or digit at all. */
function endOfWord(text: string, start: number): { readonly end: number; readonly real: boolean } {
  let last = OTHER;
  let real = false;
  let at = start;
  while (at < text.length) {
    // Most characters of most texts.
    while (table[text.charCodeAt(at)] === LETTER) {
      at++;
      last = LETTER;
      real = true;
    }
    if (at >= text.length) break;
    const code = text.codePointAt(at) ?? 0;
    const kind = classOf(code);
    const next = at + (code > 0xffff ? 2 : 1);
    if (kind === LETTER || kind === DIGIT) real = true;
    if (kind === LETTER || kind === DIGIT || kind === LOW_LINE) last = kind;
    else if (kind !== EXTEND) {
      const joins =
        (last === LETTER && (kind === MID_LETTER || kind === MID_EITHER)) ||
        (last === DIGIT && (kind === MID_NUMBER || kind === MID_EITHER));
      const after = joins ? passExtenders(text, next) : text.length;
      if (after >= text.length || classOf(text.codePointAt(after) ?? 0) !== last) break;
      at = after;
      continue;
    }
    at = next;
  }
  return { end: at, real };
}
