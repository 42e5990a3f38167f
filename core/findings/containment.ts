import { normaliseN1 } from '../reward/normalise';
import type { Document } from '../trace/model';

/** A letter, digit or mark: where one stands beside a match, the match may be a piece of a longer word. */
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;

/** Scripts written without blanks between words: a match inside a run of them is a match. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;

/**
 * Where `needle` stands in `haystack` at or after `from`, on token boundaries; -1 where it does not. Both normalised.
 * A boundary is a blank or any punctuation that survived (curly quotes, dashes); an empty needle stands nowhere.
 */
export function indexOnBoundaries(needle: string, haystack: string, from = 0): number {
  if (needle === '') return -1;
  for (let at = haystack.indexOf(needle, from); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    if (isBoundary(haystack, at) && isBoundary(haystack, at + needle.length)) return at;
  }
  return -1;
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
