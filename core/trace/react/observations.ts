import { wholeDocument } from '../documents/entries';
import type { Document, Range } from '../model';

/**
 * How the environments of ReAct, Reflexion, FireAct, AutoAct, KnowAgent and LATS say that they looked and found nothing.
 * A page that does not exist is told with the titles of similar ones.
 */
const NOTHING_FOUND =
  /^(?:Could not find [^]*Similar: |No (?:more )?results\b|There is no information that can be found)/i;

/** What FireAct prints for a search without results. */
const NOTHING = 'None';

/** How they say that a search or lookup did not work, or had no page to read in. */
const FAILURES = [
  'Could not find ',
  'Could not complete ',
  'The last page ',
  'Search error',
  'Bing search error',
  'bingSearch error',
  'Lookup must after ',
  'You need to search first',
];

const INVALID = /^Invalid [Aa]ction/;

/** FireAct prints the exception of a tool behind its arguments. */
const EXCEPTION = ' generated an exception: ';

const VERDICT = /^(?:Answer is (?:IN)?CORRECT|Episode finished)/;

/** What stands before the sentence that a lookup found. */
const RESULT = /^\(Result \d{1,5} ?\/ ?\d{1,5}\)\s{0,4}/;

/** What an observation says. */
export type ObservationKind = 'document' | 'nothing' | 'failure' | 'invalid' | 'verdict';

/** Tells what the environment's words are; blanks around them are trimmed. */
export function kindOfObservation(said: string): ObservationKind {
  if (VERDICT.test(said)) return 'verdict';
  if (INVALID.test(said) || (said.startsWith('(') && said.includes(EXCEPTION))) return 'invalid';
  if (said === NOTHING || NOTHING_FOUND.test(said)) return 'nothing';
  return FAILURES.some((start) => said.startsWith(start)) ? 'failure' : 'document';
}

/**
 * The document of an observation: all it says, paragraphs included, without a title: environments print the page or
 * snippet alone. `(Result 1 / 3)` before a sentence that a lookup found is left out.
 */
export function observedDocument(text: string, { start, end }: Range): Document {
  const said = text.slice(start, end);
  const counted = RESULT.exec(said)?.[0].length ?? 0;
  return { ...wholeDocument(said.slice(counted), start + counted), start };
}
