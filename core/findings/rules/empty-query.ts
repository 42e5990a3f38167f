import type { Dialect } from '../../trace/dialect';
import type { Range, Turn } from '../../trace/model';
import { queriesBySearch, searchAround } from '../layout';
import { insideOf } from '../places';
import type { Rule } from '../rule';
import { isArguments } from '../tool-result';
import { quote } from '../words';

/** Anything a retriever could use: neither blank nor punctuation. Letters, digits, marks and symbols of any script. */
const SUBSTANCE = /[^\s\p{P}\p{C}\p{Z}$+<=>^`|~]/u;

/** Queries without a single letter, digit or symbol. */
export const emptyQuery: Rule = {
  id: 'empty-query',
  title: 'Empty query',
  severity: 'warning',
  explanation:
    'A search is made with nothing to search for. The environment runs it all the same and a turn is spent; dense ' +
    'retrievers return arbitrary documents for it.',
  check({ rollout, dialect }, report) {
    for (const [index, turn] of rollout.turns.entries()) {
      for (const query of turn.queries) {
        if (hasSubstance(query.text) || isArguments(query.text)) continue;
        const range = query.end > query.start ? query : (searchAround(turn, query) ?? query);
        report({ start: range.start, end: range.end, turn: index, message: messageOf(query.text) });
      }
      if (everySearchAsks(turn)) continue;
      for (const [place, queries] of queriesBySearch(turn).entries()) {
        const search = turn.searches[place];
        if (queries.length > 0 || search === undefined || isMark(rollout.text, search, dialect)) continue;
        const inside = insideOf(rollout.text, search, dialect);
        if (!hasSubstance(inside))
          report({ start: search.start, end: search.end, turn: index, message: messageOf(inside) });
      }
    }
  },
};

/** Most queries begin with a letter or digit of ASCII. */
const PLAIN = /^[A-Za-z0-9]/;

function hasSubstance(text: string): boolean {
  return PLAIN.test(text) || SUBSTANCE.test(text);
}

/** Whether a turn has no search, or one that asks something, as nearly all have. */
function everySearchAsks({ searches, queries }: Turn): boolean {
  const [search] = searches;
  if (search === undefined) return true;
  const [query] = queries;
  return (
    searches.length === 1 && query !== undefined && query.start >= search.start && query.end <= search.end
  );
}

/** Whether a search is a mark that stands alone (`[Retrieval]`): the system then asks with the question itself. */
function isMark(text: string, { start }: Range, { tags }: Dialect): boolean {
  return tags.some(({ open, close }) => close === null && text.startsWith(open, start));
}

function messageOf(query: string): string {
  return query.trim() === '' ? 'the query is empty' : `the query is nothing but punctuation: ${quote(query)}`;
}
