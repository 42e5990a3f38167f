import type { Query } from '../../trace/model';
import type { Rule } from '../rule';
import { count, quote } from '../words';

/** Operators of web search engines. */
const FILTER = /(?:^|\s)(?:site|filetype|intitle|inurl):\S/i;
const BOOLEAN = / (?:AND|OR|NOT) /;
const PHRASE = /(?:^|\s)"[^"]+"(?:\s|$)/;
const LOWER = /[a-z]/;
const MADE_OF = /[:"]|[A-Z]{2}/;

/** Queries in the language of web search engines, for retrievers that take each sign as text. */
export const queryOperators: Rule = {
  id: 'query-operators',
  title: 'Search operators',
  severity: 'information',
  explanation:
    'A query uses operators of web search engines. Dense retrievers and BM25 over a passage index take them as words, ' +
    'so they change the ranking in ways the policy does not mean.',
  dialects: [
    'search-r1',
    'rag-r1',
    'routerag',
    'r1-searcher',
    'research',
    'rezero',
    'verl-search',
    'autodidact',
  ],
  check({ rollout, dialect }, report) {
    // R1-Searcher takes double quotes out before it searches.
    const quotes = dialect.id !== 'r1-searcher';
    const found: { readonly query: Query; readonly turn: number; readonly name: string }[] = [];
    for (const [turn, { queries }] of rollout.turns.entries()) {
      for (const query of queries) {
        const name = operatorIn(query.text, quotes);
        if (name !== null) found.push({ query, turn, name });
      }
    }
    const [first] = found;
    if (first === undefined) return;
    const { query, turn, name } = first;
    const many = found.length === 1 ? '' : ` (the first of ${count(found.length, 'query', 'queries')})`;
    const why =
      dialect.id === 'rezero'
        ? 'the diversity reward pays for it, but the retriever takes it as text'
        : 'the retriever takes it as text';
    report({
      start: query.start,
      end: query.end,
      turn,
      message: `${quote(query.text)} holds ${name}${many}: ${why}`,
    });
  },
};

function operatorIn(query: string, quotes: boolean): string | null {
  // Most queries hold none of the characters that an operator is made of.
  if (!MADE_OF.test(query)) return null;
  if (FILTER.test(query)) return 'a filter';
  // A query in capitals throughout holds words, not operators.
  if (BOOLEAN.test(query) && LOWER.test(query)) return 'a Boolean operator';
  return quotes && PHRASE.test(query) ? 'a quoted phrase' : null;
}
