import { normaliseN1 } from '../reward/normalise';
import { PYTHON_BLANKS, PYTHON_WORD } from '../reward/python-text';
import type { Range } from '../trace/model';
import { indexOnBoundaries } from './containment';

const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
const BLANK = new RegExp(`^[${PYTHON_BLANKS}]$`, 'u');
const ARTICLES = new RegExp(`(?<![${PYTHON_WORD}])(?:a|an|the)(?![${PYTHON_WORD}])`, 'gu');

/**
 * Where a gold (or any needle) stands in a raw text, as ranges of the raw text in order, without overlaps: what
 * {@link indexOnBoundaries} finds after normalisation, mapped back. Punctuation and articles inside a match are
 * covered, those around it are not. For texts that are shown; deciding whether a gold stands somewhere is quicker.
 */
export function rangesOf(needle: string, haystackRaw: string): Range[] {
  const wanted = normaliseN1(needle);
  if (wanted === '') return [];
  const { normal, origins } = traceable(haystackRaw);
  const ranges: Range[] = [];
  for (let at = indexOnBoundaries(wanted, normal); at >= 0;) {
    const first = origins[at];
    const last = origins[at + wanted.length - 1];
    if (first !== undefined && last !== undefined) ranges.push({ start: first.start, end: last.end });
    at = indexOnBoundaries(wanted, normal, at + wanted.length);
  }
  return ranges;
}

/** A text after N1 and, for each of its UTF-16 units, the raw character it came from. */
interface Traceable {
  readonly normal: string;
  readonly origins: readonly Range[];
}

/** N1 a character at a time; the same text as `normaliseN1` makes. */
function traceable(raw: string): Traceable {
  const lowered = lowerWithOrigins(raw);
  const articles = articleStarts(lowered.normal);
  const units: string[] = [];
  const origins: Range[] = [];
  const write = (unit: string, origin: Range): void => {
    if (unit === ' ' && (units.length === 0 || units.at(-1) === ' ')) return;
    units.push(unit);
    origins.push(origin);
  };
  for (let at = 0; at < lowered.normal.length;) {
    const origin = lowered.origins[at];
    if (origin === undefined) break;
    const article = articles.get(at);
    const unit = lowered.normal.charAt(at);
    write(article !== undefined || BLANK.test(unit) ? ' ' : unit, origin);
    at += article ?? 1;
  }
  if (units.at(-1) === ' ') units.pop();
  return { normal: units.join(''), origins };
}

/** Lower-cased, punctuation deleted. */
function lowerWithOrigins(raw: string): Traceable {
  const whole = raw.toLowerCase();
  const units: string[] = [];
  const origins: Range[] = [];
  let start = 0;
  let at = 0; // in `whole`, which holds what depends on neighbours: the final sigma
  for (const character of raw) {
    const size = character.toLowerCase().length;
    const origin = { start, end: start + character.length };
    for (const unit of whole.slice(at, at + size).split('')) {
      if (PUNCTUATION.test(unit)) continue;
      units.push(unit);
      origins.push(origin);
    }
    at += size;
    start = origin.end;
  }
  return { normal: units.join(''), origins };
}

/** Length of the article at each offset where one stands. */
function articleStarts(text: string): ReadonlyMap<number, number> {
  return new Map(Array.from(text.matchAll(ARTICLES), (match) => [match.index, match[0].length]));
}
