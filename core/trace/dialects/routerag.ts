import type { Dialect } from '../dialect';
import { memberEvidence } from '../tagged/family';
import type { TagGrammar } from '../tagged/grammar';
import { routedQuery } from '../routerag/query';
import { withDirectAnswer } from '../routerag/direct';
import { UNINSPECTED_THOUGHT } from '../tagged/meanings';
import { taggedParser } from '../tagged/parse';
import { searchR1Grammar } from './search-r1';

const grammar: TagGrammar = {
  ...searchR1Grammar,
  queries: (text, start, end) => [routedQuery(text, start, end)],
};

/**
 * Rollouts of RouteRAG (YucanGuo/RouteRAG, `train/routerag/llm_agent/generation.py`, `routerag/RouteRAG.py` `deepqa`).
 */
export const routerag: Dialect = {
  id: 'routerag',
  title: 'RouteRAG',
  // The script allows max_turns 4, plus one generation in which a search is no longer run.
  searchLimit: 5,
  extraction: { over: 'response', minimum: 1 },
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
        'A query with its mode: `[passage]` asks the dense index, `[graph]` the knowledge graph, both together fuse ' +
        'the two, and none means passage. The marks may stand anywhere and are taken out of the query.',
    },
    {
      open: '[passage]',
      close: null,
      by: 'policy',
      meaning: 'Asks the dense index of passages; with `[graph]` beside it, both.',
    },
    {
      open: '[graph]',
      close: null,
      by: 'policy',
      meaning: 'Asks the knowledge graph; with `[passage]` beside it, both.',
    },
    {
      open: '<information>',
      close: '</information>',
      by: 'environment',
      meaning:
        'Passages the retriever returned, also in graph mode. In training a blank stands on both sides inside the ' +
        'tags. With state masking they carry no loss; written by the policy, they are forged.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning:
        'The final answer; the rollout ends here. The reward takes the last one after the first assistant header. From ' +
        'step 21 on a right one earns more the less retrieval time the rollout took.',
    },
  ],
  recognise: (text, parts) => memberEvidence('routerag', text, parts),
  parse: withDirectAnswer(taggedParser(grammar)),
};
