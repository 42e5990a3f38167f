import type { Dialect } from '../dialect';
import { numberedDocuments } from '../documents/numbered';
import { countMarks } from '../recognise';
import type { TagGrammar } from '../tagged/grammar';
import { taggedParser } from '../tagged/parse';

/** What a query loses before retrieval: double quotes, and blanks other than single spaces. */
const UNCLEAN = /"|\s\s|[^\S ]/;

const grammar: TagGrammar = {
  think: { open: '<think>', close: '</think>' },
  search: { open: '<|begin_of_query|>', close: '<|end_of_query|>' },
  information: { open: '<|begin_of_documents|>', close: '<|end_of_documents|>' },
  answer: { open: '<answer>', close: '</answer>' },
  notice: null,
  opener: 'last',
  firstActionWins: false,
  thinkSpansTurns: true,
  newlinesAfterInformation: 2,
  query: (raw) => (UNCLEAN.test(raw) ? raw.replaceAll('"', '').trim().replace(/\s+/g, ' ') : raw),
  documents: numberedDocuments,
};

/** Rollouts of R1-Searcher (RUCAIBox/R1-Searcher, `…/ppo_utils/experience_maker.py`, `evaluation/*.py`). */
export const r1Searcher: Dialect = {
  id: 'r1-searcher',
  title: 'R1-Searcher',
  // Every rollout still searching is closed at its ninth generation.
  searchLimit: 8,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning:
        'Reasoning. The opening tag stands at the end of the prompt, so a response starts inside it; it goes on ' +
        'through searches until the one `</think>`. The reward wants no further `<think>` and exactly one closer.',
    },
    {
      open: '<|begin_of_query|>',
      close: '<|end_of_query|>',
      by: 'policy',
      meaning:
        'A query. Generation stops at the closer; the text after the last opener, without double quotes, is sent to ' +
        'the retriever. Both marks are ordinary text, and under loss.',
    },
    {
      open: '<|begin_of_documents|>',
      close: '<|end_of_documents|>',
      by: 'environment',
      meaning:
        'Documents the retriever returned, or `None`. The marks and all between them are masked from the loss. ' +
        'Written by the policy, they are forged: the reward then takes 1 or 2 off.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning:
        'The final answer: the text after the last `<answer>`. The reward wants exactly one pair and, in the Qwen ' +
        'variant, at most 10 words.',
    },
  ],
  recognise(text) {
    const marks = countMarks(text, [
      '<|begin_of_query|>',
      '<|end_of_query|>',
      '<|begin_of_documents|>',
      '<|end_of_documents|>',
    ]);
    if (marks.total > 0) return { weight: 0.95, because: marks.clause };
    const bare = countMarks(text, ['|begin_of_query|', '|end_of_query|']);
    return bare.total > 0 ? { weight: 0.5, because: `${bare.clause} without angle brackets` } : null;
  },
  parse: taggedParser(grammar),
};
