import { normaliseN1 } from '../reward/normalise';
import type { Document } from '../trace/model';

/** A letter, digit or mark: where one stands beside a match, the match may be a piece of a longer word. */
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;

/** Scripts written without blanks between words: a match inside a run of them is a match. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;

/** Units of matches off a boundary that are compared again before a search changes its method. */
const MOST_WASTED = 1024;

/**
 * Where `needle` stands in `haystack` at or after `from`, on token boundaries; -1 where it does not. Both normalised.
 * A boundary is a blank or any punctuation that survived (curly quotes, dashes); an empty needle stands nowhere.
 */
export function indexOnBoundaries(needle: string, haystack: string, from = 0): number {
  if (needle === '') return -1;
  // Matches may overlap (`aaa` in `aaaaaaaa`), and looking at each anew costs its whole length.
  let patience = haystack.length + MOST_WASTED;
  for (let at = haystack.indexOf(needle, from); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    if (standsAt(needle, haystack, at)) return at;
    patience -= needle.length;
    if (patience < 0) return overlapping(needle, haystack, at + 1);
  }
  return -1;
}

/** The same by Knuth, Morris and Pratt: in linear time however often the needle overlaps itself. */
function overlapping(needle: string, haystack: string, from: number): number {
  const borders = bordersOf(needle);
  let matched = 0;
  for (let at = from; at < haystack.length; at += 1) {
    const unit = haystack.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === unit) matched += 1;
    if (matched < needle.length) continue;
    const start = at + 1 - matched;
    if (standsAt(needle, haystack, start)) return start;
    matched = borders[matched - 1] ?? 0;
  }
  return -1;
}

/** For each prefix of a text, the length of its longest border: what it both starts and ends with. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}

function standsAt(needle: string, haystack: string, at: number): boolean {
  return isBoundary(haystack, at) && isBoundary(haystack, at + needle.length);
}

/** Title and text of a document, normalised (N1). */
export function normaliseDocument({ title, text }: Pick<Document, 'title' | 'text'>): string {
  return normaliseN1(title === null ? text : `${title}\n${text}`);
}

/**
 * The first of `golds` that stands in a document, as given; null when none does. Golds that normalise to nothing stand
 * nowhere.
 */
export function goldInDocument(
  golds: readonly string[],
  document: Pick<Document, 'title' | 'text'>,
): string | null {
  if (golds.length === 0) return null;
  return goldInNormal(golds, normaliseDocument(document));
}

/** The same for a text that is normalised already. */
export function goldInNormal(golds: readonly string[], normal: string): string | null {
  return golds.find((gold) => indexOnBoundaries(normaliseN1(gold), normal) >= 0) ?? null;
}

const CLOSED_ANSWERS: readonly string[] = ['yes', 'no', 'true', 'false', 'noanswer'];

/** Whether a normalised answer is a closed one (yes, no, true, false, noanswer) or a number of one or two digits. */
export function saysNothingFound(normal: string): boolean {
  return CLOSED_ANSWERS.includes(normal) || /^\d{1,2}$/.test(normal);
}

function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const left = text.charCodeAt(at - 1);
  const right = text.charCodeAt(at);
  if (left < ASCII && !isWordOfAscii(left)) return true;
  if (right < ASCII && !isWordOfAscii(right)) return true;
  // No ASCII letter is of a script without blanks.
  return (left >= ASCII || right >= ASCII) && isBoundaryOfAny(text, at);
}

const ASCII = 0x80;

function isWordOfAscii(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
}

function isBoundaryOfAny(text: string, at: number): boolean {
  const before = characterBefore(text, at);
  const after = text.codePointAt(at);
  if (before === '' || after === undefined) return true;
  const next = String.fromCodePoint(after);
  if (!IN_WORD.test(before) || !IN_WORD.test(next)) return true;
  return UNSPACED.test(before) || UNSPACED.test(next);
}

function characterBefore(text: string, at: number): string {
  const pair = at > 1 ? text.slice(at - 2, at) : '';
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair) ? pair : text.slice(Math.max(0, at - 1), at);
}
