import type { Dialect } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { toolCallParser } from '../tool-call/parse';
import { ANSWER, CALL, RESPONSE, THINK } from '../tool-call/tags';

/** What the two tools begin with. */
const RESULTS = ["A Google search for '", 'The useful information in '] as const;

/** Trajectories of WebDancer (Alibaba-NLP/WebAgent, `WebDancer/datasets/sample_traj.jsonl`). */
export const webdancer: Dialect = {
  id: 'webdancer',
  title: 'WebDancer',
  searchLimit: null,
  acts: 'call',
  extraction: { over: 'response', minimum: 1 },
  tags: [
    { ...THINK, by: 'policy', meaning: 'Reasoning, at the start of every assistant turn.' },
    {
      ...CALL,
      by: 'policy',
      meaning:
        'A call, as JSON: `search` takes a list of queries, `visit` a list of addresses and what is wanted of them.',
    },
    {
      ...RESPONSE,
      by: 'environment',
      meaning:
        'What the tool returned, in a user turn: web results query by query, or what a page says of the goal, page by ' +
        'page, with a line of equals signs between.',
    },
    { ...ANSWER, by: 'policy', answers: true, meaning: 'The final answer, often a sentence.' },
  ],
  recognise(text, parts) {
    const response = text.slice(responseStart(text, parts));
    const at = response.indexOf(RESPONSE.open);
    if (at < 0) return null;
    const results = countMarks(
      response,
      RESULTS.flatMap((result) => [`${RESPONSE.open}\n${result}`, `${RESPONSE.open}${result}`]),
    );
    return results.total > 0 ? { weight: 0.9, because: results.clause.replaceAll('\n', ' ') } : null;
  },
  parse: toolCallParser({ answer: 'tags', echoes: false, pages: true, opensThoughts: false }),
};
