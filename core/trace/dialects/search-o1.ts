import type { Dialect } from '../dialect';
import { countMarks } from '../recognise';
import { parseSearchO1 } from '../search-o1/parse';

/** Rollouts of Search-o1 (sunnynexus/Search-o1, `scripts/run_search_o1.py`). */
export const searchO1: Dialect = {
  id: 'search-o1',
  title: 'Search-o1',
  // MAX_SEARCH_LIMIT of the multi-hop data sets; other sets get 5.
  searchLimit: 10,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning:
        'Reasoning of models that mark it; one thought goes on through searches. Others reason in plain text, which is ' +
        'then read as thought.',
    },
    {
      open: '<|begin_search_query|>',
      close: '<|end_search_query|>',
      by: 'policy',
      meaning:
        'A query. Generation stops at the closer. It does not run when it was asked before or the limit of searches is ' +
        'reached; the environment says so instead.',
    },
    {
      open: '<|begin_search_result|>',
      close: '<|end_search_result|>',
      by: 'environment',
      meaning:
        'What a second prompt of the same model drew from the pages found for the query: a digest, not documents. The ' +
        'environment puts it in.',
    },
  ],
  recognise(text) {
    const marks = countMarks(text, [
      '<|begin_search_query|>',
      '<|end_search_query|>',
      '<|begin_search_result|>',
      '<|end_search_result|>',
    ]);
    return marks.total > 0 ? { weight: 0.95, because: marks.clause } : null;
  },
  parse: parseSearchO1,
};
