/**
 * The Porter stemmer (M. F. Porter, “An algorithm for suffix stripping”, Program 14(3), 1980), with the two departures
 * of its author's own later versions (`bli` to `ble`, `logi` to `log`), which Lucene's PorterStemmer has too.
 */

/** Whether the character at `at` counts as a consonant: not a, e, i, o, u, nor y after a consonant. */
function isConsonant(word: string, at: number): boolean {
  switch (word.charCodeAt(at)) {
    case 0x61: // a
    case 0x65: // e
    case 0x69: // i
    case 0x6f: // o
    case 0x75: // u
      return false;
    case 0x79: // y
      return at === 0 || !isConsonant(word, at - 1);
    default:
      return true;
  }
}

/** Porter's m: how often a vowel is followed by a consonant in the first `length` characters. */
function measure(word: string, length: number): number {
  let count = 0;
  let vowel = false;
  for (let at = 0; at < length; at++) {
    const consonant = isConsonant(word, at);
    if (consonant && vowel) count++;
    vowel = !consonant;
  }
  return count;
}

function hasVowel(word: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (!isConsonant(word, at)) return true;
  return false;
}

function endsInDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant at the end of the first `length` characters, the last not w, x or y. */
function endsClosed(word: string, length: number): boolean {
  const last = length - 1;
  if (last < 2 || !isConsonant(word, last) || isConsonant(word, last - 1) || !isConsonant(word, last - 2))
    return false;
  return !'wxy'.includes(word.charAt(last));
}

function plural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function past(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word;
  const stem = word.slice(0, -cut);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsInDouble(stem)) return 'lsz'.includes(stem.charAt(stem.length - 1)) ? stem : stem.slice(0, -1);
  return measure(stem, stem.length) === 1 && endsClosed(stem, stem.length) ? `${stem}e` : stem;
}

type Suffixes = readonly (readonly [string, string])[];

const pairs = (text: string): Suffixes =>
  text.split(' ').map((pair): readonly [string, string] => {
    const [suffix = '', replacement = ''] = pair.split('>');
    return [suffix, replacement];
  });

/** Longer suffixes stand before those they end in: the first that fits decides, whether its condition holds or not. */
const DOUBLE_SUFFIXES = pairs(
  'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ' +
    'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log',
);
const ENDINGS = pairs('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>');
const LAST_SUFFIXES = pairs(
  'al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>',
);

function replaceSuffix(word: string, suffixes: Suffixes): string {
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const length = word.length - suffix.length;
    return measure(word, length) > 0 ? word.slice(0, length) + replacement : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  for (const [suffix] of LAST_SUFFIXES) {
    if (!word.endsWith(suffix)) continue;
    const length = word.length - suffix.length;
    if (suffix === 'ion' && !'st'.includes(word.charAt(length - 1) || '-')) return word;
    return measure(word, length) > 1 ? word.slice(0, length) : word;
  }
  return word;
}

function tidy(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const count = measure(stem, stem.length - 1);
    if (count > 1 || (count === 1 && !endsClosed(stem, stem.length - 1))) stem = stem.slice(0, -1);
  }
  return stem.endsWith('ll') && measure(stem, stem.length) > 1 ? stem.slice(0, -1) : stem;
}

/** The stem of a lower-case word. Words of one or two characters stay; letters beyond a–z count as consonants. */
export function porterStem(word: string): string {
  if (word.length <= 2) return word;
  let stem = past(plural(word));
  if (stem.endsWith('y') && hasVowel(stem, stem.length - 1)) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, DOUBLE_SUFFIXES);
  stem = replaceSuffix(stem, ENDINGS);
  return tidy(dropSuffix(stem));
}
