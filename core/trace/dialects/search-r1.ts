import type { Dialect } from '../dialect';
import { titledDocuments } from '../documents/doc-title';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { isOfAnother } from '../tagged/family';
import { SEARCH_R1_TAGS, type TagGrammar } from '../tagged/grammar';
import { LAST_OF_ALL_ANSWERS, UNINSPECTED_THOUGHT } from '../tagged/meanings';
import { taggedParser } from '../tagged/parse';
import { unknownTags } from '../unknown-tags';

/** What the environment says after a turn without a valid action (`search_r1/llm_agent/generation.py`). */
export const INVALID_ACTION =
  'My previous action is invalid. If I want to search, I should put the query between <search> and </search>. ' +
  'If I want to give the final answer, I should put the answer between <answer> and </answer>. Let me try again.';

/** The turns of Search-R1, which the systems built on its code kept but for a detail or two. */
export const searchR1Grammar: TagGrammar = {
  ...SEARCH_R1_TAGS,
  notice: INVALID_ACTION,
  opener: 'first',
  firstActionWins: true,
  thinkSpansTurns: false,
  newlinesAfterInformation: 2,
  query: (raw) => raw,
  documents: titledDocuments,
};

const KNOWN = ['</think>', '</search>', '</information>', '</answer>'] as const;

/** Rollouts of Search-R1 (PeterGriffinJin/Search-R1, `search_r1/llm_agent/generation.py`). */
export const searchR1: Dialect = {
  id: 'search-r1',
  title: 'Search-R1',
  // The training scripts allow max_turns 4 at most, plus one generation in which a search is no longer run.
  searchLimit: 5,
  extraction: { over: 'prompt-and-response', minimum: 2 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning: `${UNINSPECTED_THOUGHT} Only the v0.3 format reward checks that it is opened, closed and in order.`,
    },
    {
      open: '<search>',
      close: '</search>',
      by: 'policy',
      meaning:
        'A query. The turn is cut after the first `</search>`; the text from the first `<search>` to it is sent to ' +
        'the retriever, unless a complete answer stands before it.',
    },
    {
      open: '<information>',
      close: '</information>',
      by: 'environment',
      meaning:
        'Documents the retriever returned. The environment writes them, so with state masking they carry no loss. ' +
        'Long blocks are cut on the right and then lose their closing tag. Written by the policy, they are forged.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning: LAST_OF_ALL_ANSWERS,
    },
  ],
  recognise(text, parts) {
    if (isOfAnother('search-r1', text, parts)) return null;
    const response = text.slice(responseStart(text, parts));
    const layout = countMarks(response, ['<information>Doc 1(Title: ', INVALID_ACTION]);
    if (layout.total > 0)
      return { weight: 0.95, because: layout.clause.replace(INVALID_ACTION, 'invalid-action notice') };
    const search = countMarks(response, ['<search>', '<information>']);
    if (search.total > 0) return { weight: 0.6, because: search.clause };
    const answer = countMarks(response, ['<think>', '</think>', '<answer>']);
    // Thinking and answering alone are of every system; with other tags beside them it is another one's text.
    const others = unknownTags(response, KNOWN).reduce((sum, { count }) => sum + count, 0);
    return answer.total > others ? { weight: 0.2, because: answer.clause } : null;
  },
  parse: taggedParser(searchR1Grammar),
};
