import { normaliseN1 } from '../../reward/normalise';

/** A word as it is compared, and as it is written. */
export interface Term {
  /** After N1, without a possessive ending; empty where nothing is left of it. */
  readonly normal: string;
  readonly raw: string;
}

/** Longer runs of characters are no words. */
const LONGEST_WORD = 64;

const SHORTEST_TERM = 3;

const OUTER = /[\p{P}\p{S}]/u;
const ENDS_SENTENCE = /[.!?:;。！？][\p{P}\p{S}]{0,4}$/u;
const CAPITAL = /^[\p{P}\p{S}]{0,4}[\p{Lu}\p{Lt}\p{Lo}]/u;
const LONG_NUMBER = /\d{3}/;

/** Words too common to tell what a query is about, whatever their case. */
const COMMON = new Set(
  (
    'about after all also and any are been before being born both but can could did does each for from had has have her ' +
    'hers him his how into its most name named not off one only other our out over she some such than that their them ' +
    'then there these they this those through under until very was were what when where which while who whom whose why ' +
    'will with would you your'
  ).split(' '),
);

/** The words of a text. Words are told apart by blanks alone. */
export function termsOf(text: string): Term[] {
  return text.split(/\s+/).map(termOf);
}

/** Whether a word can tell what a query is about: no function word, no short one. */
export function isTelling({ normal }: Term): boolean {
  return (normal.length >= SHORTEST_TERM || /[^\p{ASCII}]/u.test(normal)) && !COMMON.has(normal);
}

/**
 * The words of a text that look like names: with a capital inside a sentence, with one at its start where the next word
 * has one too, in a script without capitals, or numbers of three digits and more.
 */
export function* namesIn(text: string): Generator<Term> {
  for (const line of text.split('\n')) {
    const words = line.split(/\s+/).filter((word) => word !== '');
    let starts = true;
    for (const [index, word] of words.entries()) {
      const inside = !starts;
      starts = ENDS_SENTENCE.test(word.slice(-8));
      if (word.length > LONGEST_WORD) continue;
      const name = CAPITAL.test(word) && (inside || (!starts && CAPITAL.test(words[index + 1] ?? '')));
      if (name || LONG_NUMBER.test(word)) yield termOf(word);
    }
  }
}

/** The words of a title that are names: all with a capital, wherever they stand, and long numbers. */
export function* namesInTitle(title: string): Generator<Term> {
  for (const word of title.split(/\s+/)) {
    if (word.length <= LONGEST_WORD && (CAPITAL.test(word) || LONG_NUMBER.test(word))) yield termOf(word);
  }
}

function termOf(word: string): Term {
  const raw = possessiveOff(outerOff(word));
  return { normal: raw.length > LONGEST_WORD ? '' : normaliseN1(raw), raw };
}

function outerOff(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && OUTER.test(word.charAt(start))) start += 1;
  while (end > start && OUTER.test(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

function possessiveOff(word: string): string {
  return word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word;
}
