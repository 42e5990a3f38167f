import { quote } from '../../findings/words';
import { visible } from '../../visible';

/** Longest label, in UTF-16 units. */
const LONGEST_LABEL = 80;

/** A value in quotes for a sentence: on one line, cut, hidden characters shown. */
export function quoted(value: string, longest = LONGEST_LABEL): string {
  // Cut before it is made visible: a text may be long, and what is not shown need not be looked at.
  return visible(quote(value, longest));
}

/** A value on one line, cut, hidden characters shown; `otherwise` where nothing of it can be seen. */
export function labelOf(value: string | null, otherwise: string, longest = LONGEST_LABEL): string {
  const line = value === null ? '' : quoted(value, longest).slice(1, -1);
  return line === '' ? otherwise : line;
}

/** Clauses as one sentence. */
export function sentence(...clauses: readonly (string | null)[]): string {
  const all = clauses.filter((clause) => clause !== null).join('; ');
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`;
}
