import type { Document, Range } from '../../core/trace/model';

/** A decoded field of a document, and where its characters stand in the own text. */
export interface PlacedField {
  readonly text: string;
  /** Own-text offset of an offset of `text`; its end may be asked for too. */
  readonly offsetOf: (at: number) => number;
}

/** How a character of a field may be written in the own text. */
type Writing = (unit: string) => string;

/** As it is, in a CSV cell, and in a JSON string, written either way. */
const WRITINGS: readonly (Writing | null)[] = [
  null,
  (unit) => (unit === '"' ? '""' : unit),
  (unit) => JSON.stringify(unit).slice(1, -1),
  (unit) => (unit > '\u007e' ? numbered(unit) : JSON.stringify(unit).slice(1, -1)),
];

/**
 * Title and text of a document where they stand in the own text, apart: what stands between them and before them
 * (`(3)`, `Doc 3(Title: `) is neither, and must not grow together with a word beside it. A text that cannot be found
 * is taken to be all that stands behind the title.
 */
export function fieldsOf(own: string, { start, end, title, text }: Document): PlacedField[] {
  const passage = text === '' ? null : lastIn(own, { start, end }, text, false);
  const heading =
    title === null || title === ''
      ? null
      : lastIn(own, { start, end: passage ? passage.offsetOf(0) : end }, title, true);
  const behind = heading ? heading.offsetOf(heading.text.length) : start;
  const body = passage ?? { text: own.slice(behind, end), offsetOf: (at: number) => behind + at };
  return heading ? [heading, body] : [body];
}

/** The last place of a field in a range, however it is written; null where there is none. */
function lastIn(own: string, { start, end }: Range, field: string, word: boolean): PlacedField | null {
  const raw = own.slice(start, end);
  for (const writing of WRITINGS) {
    const written = writing ? field.split('').map(writing) : null;
    const sought = written ? written.join('') : field;
    const found = word ? lastWord(raw, sought) : raw.lastIndexOf(sought);
    if (found < 0) continue;
    const from = start + found;
    if (!written) return { text: field, offsetOf: (at) => from + at };
    const offsets = [from];
    for (const [at, { length }] of written.entries()) offsets.push((offsets[at] ?? from) + length);
    return { text: field, offsetOf: (at) => offsets[at] ?? from + sought.length };
  }
  return null;
}

const IN_WORD = /[\p{L}\p{M}]/u;

/** The last place that does not end in the middle of a word: a title `T` does not stand in `Text:`. */
function lastWord(raw: string, sought: string): number {
  for (let at = raw.lastIndexOf(sought); at >= 0; at = at > 0 ? raw.lastIndexOf(sought, at - 1) : -1) {
    const inside = IN_WORD.test(sought.slice(-1)) && IN_WORD.test(raw.charAt(at + sought.length));
    if (!inside) return at;
  }
  return -1;
}

function numbered(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
