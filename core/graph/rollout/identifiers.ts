import { isObject, jsonOrUndefined } from '../../json';
import type { Term } from './terms';

/** What the compared form of an identifier starts with, so that no word equals it. */
export const IDENTIFIER = '=';

/** Longer and shorter values are no identifiers. */
const LONGEST = 300;
const SHORTEST = 4;

/** Runs between blanks, quotes and brackets. */
const RUN = /[^\s'"`,;(){}[\]<>]+/g;

/** What words do not have. */
const MARKED = /[\d_/:.#-]/;

/**
 * The identifiers among the arguments of a tool call, which dialects keep as JSON where they hold no query: strings
 * without blanks that are no plain word (`the_king_in_yellow`, an address). Null where the query is no such call.
 */
export function identifiersOf(query: string): Term[] | null {
  if (!query.startsWith('{')) return null;
  const given = jsonOrUndefined(query);
  if (!isObject(given)) return null;
  return Object.values(given).flat().filter(isIdentifier).map(termOf);
}

/** Everything in a text that may be an identifier, each as it stands there; in a sentence without its end. */
export function* identifiersIn(text: string): Generator<Term> {
  for (const [run] of text.matchAll(RUN)) {
    if (!isIdentifier(run)) continue;
    yield termOf(run);
    if (/[.:]$/.test(run)) yield termOf(run.slice(0, -1));
  }
}

function isIdentifier(value: unknown): value is string {
  if (typeof value !== 'string' || value.length < SHORTEST || value.length > LONGEST) return false;
  return MARKED.test(value) && !/\s/.test(value);
}

function termOf(raw: string): Term {
  return { normal: `${IDENTIFIER}${raw}`, raw };
}
