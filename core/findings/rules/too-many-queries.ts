import { queriesBySearch } from '../layout';
import { actionOf } from '../places';
import type { Range } from '../../trace/model';
import type { Rule, UncheckedRollout } from '../rule';
import { count, quoteSome } from '../words';

/** Searches a rollout may make where its dialect knows no limit. */
const DEFAULT_LIMIT = 10;

/** Queries one search may ask at once; parallel retrieval is made for two or three. */
const MOST_AT_ONCE = 3;

/** More searches than the system runs, or many queries in one. */
export const tooManyQueries: Rule = {
  id: 'too-many-queries',
  title: 'Too many queries',
  severity: 'information',
  explanation:
    'The rollout searches more often than its system allows, or asks many queries at once. It costs retrieval time ' +
    'and context, and the question may drop out of the model’s view.',
  check({ rollout, dialect }, report) {
    const action = actionOf(dialect);
    const limit = dialect.searchLimit ?? DEFAULT_LIMIT;
    const made = rollout.turns.reduce((sum, { searches }) => sum + searches.length, 0);
    if (made > limit) {
      const first = searchNumber(rollout, limit);
      const allowed =
        dialect.searchLimit === null ? `more than ${limit}` : `${dialect.title} leaves room for ${limit}`;
      if (first !== null)
        report({
          ...first,
          message: `${count(made, action, action === 'search' ? 'searches' : 'calls')}, ${allowed}; this is the first over it`,
        });
    }
    for (const [index, turn] of rollout.turns.entries()) {
      if (turn.queries.length <= MOST_AT_ONCE) continue;
      for (const [place, asked] of queriesBySearch(turn).entries()) {
        const search = turn.searches[place];
        if (asked.length <= MOST_AT_ONCE || search === undefined) continue;
        const queries = quoteSome(asked.map(({ text }) => text));
        const message = `asks ${count(asked.length, 'query', 'queries')} in one ${action}: ${queries}`;
        report({ start: search.start, end: search.end, turn: index, message });
      }
    }
  },
};

/** A search of the rollout by its number, from 0. */
function searchNumber(
  { turns }: UncheckedRollout,
  number: number,
): (Range & { readonly turn: number }) | null {
  let before = 0;
  for (const [turn, { searches }] of turns.entries()) {
    const search = searches[number - before];
    if (search) return { ...search, turn };
    before += searches.length;
  }
  return null;
}
