import { wholeDocument } from '../documents/entries';
import type { Document, Range } from '../model';

/** How the environments of ReAct, Reflexion, FireAct, AutoAct and KnowAgent say that nothing was found. */
const FAILURES = [
  'Could not find ',
  'No Results',
  'No results',
  'No more results',
  'The last page ',
  'There is no information that can be found',
];

/** What FireAct prints for a search without results. */
const NOTHING = 'None';

const INVALID = /^Invalid [Aa]ction/;

/** FireAct prints the exception of a tool behind its arguments. */
const EXCEPTION = ' generated an exception: ';

const VERDICT = /^(?:Answer is (?:IN)?CORRECT|Episode finished)/;

/** What stands before the sentence that a lookup found. */
const RESULT = /^\(Result \d{1,5} ?\/ ?\d{1,5}\)\s{0,4}/;

/** What an observation says. */
export type ObservationKind = 'document' | 'failure' | 'invalid' | 'verdict';

/** Tells what the environment's words are; blanks around them are trimmed. */
export function kindOfObservation(said: string): ObservationKind {
  if (VERDICT.test(said)) return 'verdict';
  if (INVALID.test(said) || (said.startsWith('(') && said.includes(EXCEPTION))) return 'invalid';
  return said === NOTHING || FAILURES.some((start) => said.startsWith(start)) ? 'failure' : 'document';
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
