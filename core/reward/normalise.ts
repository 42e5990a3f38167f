import { tableOf, throughTable } from './normalise-table';
import { collapseBlanks, PYTHON_WORD } from './python-text';

/**
 * The answer normalisers of the Python rewards, to the letter. The two disagree often (`U.S.` is `us` in one and
 * `u s` in the other), so a score has to be recomputed with the one that made it.
 */

/** Any of the normalisers: a function of the text alone. */
export type Normaliser = (text: string) => string;

/** `string.punctuation`: the 32 ASCII characters that are neither letters, digits, blanks nor controls. */
const PUNCTUATION_RUNS = /[!-/:-@[-`{-~]+/g;
/** The same and the quotes that N2 takes for punctuation: ‘ ’ ´ (` is ASCII already). */
const QUOTES_TOO = /[!-/:-@[-`{-~\u2018\u2019\u00b4]+/g;
/** `\b(a|an|the)\b` with Python's Unicode-aware `\b`: the `an` of `ñan` stays. */
const ARTICLES = new RegExp(`(?<![${PYTHON_WORD}])(?:a|an|the)(?![${PYTHON_WORD}])`, 'gu');

const TABLE_N1 = tableOf('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 'delete');
const TABLE_N2 = tableOf('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\u2018\u2019\u00b4', 'space');

/** Texts that are remembered: a power of two. Answers, golds and queries are asked for by one rule after the other. */
const REMEMBERED = 64;

/** Longest text that is remembered, in characters. */
const LONGEST_REMEMBERED = 64;

/** The same normaliser, which knows what it made of the last few short texts. */
function remembering(normalise: Normaliser): Normaliser {
  const texts: string[] = Array.from({ length: REMEMBERED }, () => '');
  const normals = [...texts];
  return (text) => {
    const { length } = text;
    if (length === 0 || length > LONGEST_REMEMBERED) return normalise(text);
    const slot =
      (text.charCodeAt(0) +
        5 * text.charCodeAt(length - 1) +
        7 * text.charCodeAt(length >>> 1) +
        3 * length) &
      (REMEMBERED - 1);
    if (texts[slot] === text) return normals[slot] ?? '';
    const normal = normalise(text);
    // A piece would hold the text that it was cut from in memory.
    texts[slot] = length < 13 ? text : ` ${text}`.slice(1);
    normals[slot] = normal;
    return normal;
  };
}

/**
 * N1, SQuAD's `normalize_answer`: lower-case, delete ASCII punctuation, articles to a space, collapse blanks.
 * Used by Search-R1 (`qa_em.py`), RAG-R1, RouteRAG, ReSearch, ReCall and verl's search reward.
 */
export const normaliseN1: Normaliser = remembering((text) =>
  throughTable(text, TABLE_N1, (stretch) =>
    collapseBlanks(stretch.toLowerCase().replace(PUNCTUATION_RUNS, '').replace(ARTICLES, ' ')),
  ),
);

/**
 * N2, DrQA's variant: underscore to space, lower-case, punctuation and ‘ ’ ´ ` to a space each, articles removed,
 * blanks collapsed. Used by R1-Searcher's rewards and metrics and by RAG-R1's evaluation.
 */
export const normaliseN2: Normaliser = (text) =>
  throughTable(text, TABLE_N2, (stretch) =>
    collapseBlanks(
      stretch.replaceAll('_', ' ').toLowerCase().replace(QUOTES_TOO, ' ').replace(ARTICLES, ' '),
    ),
  );
