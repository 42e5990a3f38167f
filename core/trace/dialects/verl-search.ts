import type { Dialect } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { toolCallParser } from '../tool-call/parse';
import { ANSWER, CALL, RESPONSE, THINK } from '../tool-call/tags';

/** What the recipe's tool returns, as far as it tells it from others; and how it says that it failed. */
const RESULTS = [
  '{"result": "Doc 1 (Title:',
  '{"result": "Error: \'query_list\'',
  '{"result": "No search results found',
] as const;

/** verl's Search-R1-like recipe (verl, `verl/tools/search_tool.py` until 2026-05, `tool_agent_loop.py`). */
export const verlSearch: Dialect = {
  id: 'verl-search',
  title: "verl's search recipe",
  searchLimit: null,
  acts: 'call',
  extraction: { over: 'response', minimum: 1 },
  tags: [
    { ...THINK, by: 'policy', meaning: 'Reasoning. Neither the tool loop nor the reward looks at it.' },
    {
      ...CALL,
      by: 'policy',
      meaning:
        'A call of `search` with `query_list`, as JSON. The prompt shows the query as plain text in these tags, but ' +
        'that does not run: a call that is no JSON is dropped. Of several calls in a turn only as many run as ' +
        '`max_parallel_calls` says, one by default; the others are passed over without a word.',
    },
    {
      ...RESPONSE,
      by: 'environment',
      meaning:
        'What the tool returned: a JSON object whose `result` holds the documents of each query. From ' +
        '`max_tool_response_length` characters on, 256 by default, it is cut, mostly in the middle. Masked from the ' +
        'loss.',
    },
    {
      ...ANSWER,
      by: 'policy',
      answers: true,
      meaning:
        'The final answer: the last one of the response. The reward is 1 where it matches, a quarter of it where more ' +
        'than ten answer tags stand in the response.',
    },
  ],
  recognise(text, parts) {
    const response = text.slice(responseStart(text, parts));
    if (!response.includes(CALL.open) && !response.includes(RESPONSE.open)) return null;
    const results = countMarks(response, RESULTS);
    if (results.total > 0) return { weight: 0.95, because: results.clause };
    const lists = countMarks(response, ['"query_list"']);
    return lists.total > 0 ? { weight: 0.85, because: `${lists.clause} in calls` } : null;
  },
  parse: toolCallParser({ answer: 'tags', echoes: false, pages: false, opensThoughts: false }),
};
