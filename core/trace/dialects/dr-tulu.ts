import type { Dialect } from '../dialect';
import { parseDrTulu } from '../dr-tulu/parse';
import { countMarks } from '../recognise';
import { responseStart } from '../response';

/** Traces of DR Tulu (rlresearch/dr-tulu, `agent/`): tool calls as tags with attributes, answers with citations. */
export const drTulu: Dialect = {
  id: 'dr-tulu',
  title: 'DR Tulu',
  searchLimit: null,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning: 'Reasoning, before each call. In some traces all openers but the first are missing.',
    },
    {
      open: '<call_tool',
      close: '</call_tool>',
      by: 'policy',
      meaning:
        'A call: `name` says which tool (`google_search`, `snippet_search`, `browse_webpage`), other attributes are its ' +
        'parameters, and what stands inside is the query, or the address of a page.',
    },
    {
      open: '<tool_output>',
      close: '</tool_output>',
      by: 'environment',
      meaning: 'What the tool returned: snippets with ids, or the text of a page. Masked from the loss.',
    },
    {
      open: '<snippet',
      close: '</snippet>',
      by: 'environment',
      meaning: 'One result. Its `id` is the id of the call and the number of the result; citations name it.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning: 'The final answer, a report or a short answer in `\\boxed{}`.',
    },
    {
      open: '<cite',
      close: '</cite>',
      by: 'policy',
      meaning: 'A claim of the answer; `id` names the snippets that it rests on, separated by commas.',
    },
  ],
  recognise(text, parts) {
    const response = text.slice(responseStart(text, parts));
    const calls = countMarks(response, ['<call_tool ', '<call_tool>', '<tool_output>']);
    return calls.total > 0 ? { weight: 0.95, because: calls.clause } : null;
  },
  parse: parseDrTulu,
};
