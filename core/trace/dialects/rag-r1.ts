import type { Dialect } from '../dialect';
import { gapDocuments } from '../documents/doc-gap';
import type { Query } from '../model';
import { memberEvidence } from '../tagged/family';
import type { TagGrammar } from '../tagged/grammar';
import { LAST_OF_ALL_ANSWERS, UNINSPECTED_THOUGHT } from '../tagged/meanings';
import { taggedParser } from '../tagged/parse';
import { trimRange } from '../text';
import { searchR1Grammar } from './search-r1';

const single: TagGrammar = {
  ...searchR1Grammar,
  newlinesAfterInformation: 1,
  documents: gapDocuments,
};

const multi: TagGrammar = { ...single, queries: commaSeparated };

const parseSingle = taggedParser(single);
const parseMulti = taggedParser(multi);

/** Marks of the multi-query mode: JSON as information, or the prompt's example. */
const MULTI = /<information>\s{0,8}\{|<search>\s{0,4}query_1\s?,/;

/** Queries parted by commas, blanks trimmed, empty ones dropped; a comma inside a query parts it, too. */
function commaSeparated(text: string, start: number, end: number): Query[] {
  const queries: Query[] = [];
  let from = start;
  for (const piece of text.slice(start, end).split(',')) {
    const range = trimRange(text, from, from + piece.length);
    if (range.end > range.start)
      queries.push({ text: text.slice(range.start, range.end), mode: null, ...range });
    from += piece.length + 1;
  }
  return queries;
}

/** Rollouts of RAG-R1 (inclusionAI/AWorld-RL, `RAG-R1/rag_r1/llm_agent/generation_sq.py`, `generation_mq.py`). */
export const ragR1: Dialect = {
  id: 'rag-r1',
  title: 'RAG-R1',
  // The scripts allow max_turns 5, plus one generation in which a search is no longer run.
  searchLimit: 6,
  extraction: { over: 'prompt-and-response', minimum: 2 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning: UNINSPECTED_THOUGHT,
    },
    {
      open: '<search>',
      close: '</search>',
      by: 'policy',
      meaning:
        'A query, or in multi-query mode several parted by commas: a comma inside a query parts it, too. The turn is ' +
        'cut after the first `</search>`. The prompt asks for three queries at most; nothing enforces it.',
    },
    {
      open: '<information>',
      close: '</information>',
      by: 'environment',
      meaning:
        'What the retriever returned: lines `Doc 1: …`, or in multi-query mode a JSON object with `query` and ' +
        '`documents`, a string a query. The environment writes it, so with state masking it carries no loss.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning: LAST_OF_ALL_ANSWERS,
    },
  ],
  recognise: (text, parts) => memberEvidence('rag-r1', text, parts),
  // Nothing but the observations, or the prompt, says in which mode a rollout was made.
  parse: (text, parts) => (MULTI.test(text) ? parseMulti : parseSingle)(text, parts),
};
