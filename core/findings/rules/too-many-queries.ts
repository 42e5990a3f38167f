import { queriesBySearch } from '../layout';
import { actionOf } from '../places';
import type { Rule } from '../rule';
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
  *check({ rollout, dialect }) {
    const action = actionOf(dialect);
    const limit = dialect.searchLimit ?? DEFAULT_LIMIT;
    const searches = rollout.turns.flatMap(({ searches }, turn) =>
      searches.map((search) => ({ ...search, turn })),
    );
    const first = searches[limit];
    if (first !== undefined) {
      const allowed =
        dialect.searchLimit === null ? `more than ${limit}` : `${dialect.title} leaves room for ${limit}`;
      yield {
        ...first,
        message: `${count(searches.length, action, action === 'search' ? 'searches' : 'calls')}, ${allowed}; this is the first over it`,
      };
    }
    for (const [index, turn] of rollout.turns.entries()) {
      if (turn.queries.length <= MOST_AT_ONCE) continue;
      for (const [place, asked] of queriesBySearch(turn).entries()) {
        const search = turn.searches[place];
        if (asked.length <= MOST_AT_ONCE || search === undefined) continue;
        const queries = quoteSome(asked.map(({ text }) => text));
        const message = `asks ${count(asked.length, 'query', 'queries')} in one ${action}: ${queries}`;
        yield { start: search.start, end: search.end, turn: index, message };
      }
    }
  },
};
