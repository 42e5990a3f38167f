import type { Dialect } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { parseToolCalls } from '../tool-call/parse';

/** Hermes-style tool calls in chat text: Qwen templates, verl's search recipe, RL-Factory, WebDancer. */
export const toolCall: Dialect = {
  id: 'tool-call',
  title: 'Tool calls (Hermes)',
  searchLimit: null,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning:
        'Reasoning. Some templates put the opening tag into the prompt; then only the closer is the policy’s.',
    },
    {
      open: '<tool_call>',
      close: '</tool_call>',
      by: 'policy',
      meaning:
        'A call, as JSON with `name` and `arguments`. A turn may hold several; a call that is no JSON is dropped by ' +
        'the parser of most trainers.',
    },
    {
      open: '<tool_response>',
      close: '</tool_response>',
      by: 'environment',
      meaning: 'What the tool returned, in a user or tool turn of the chat; masked from the loss.',
    },
    { open: '<answer>', close: '</answer>', by: 'policy', meaning: 'The final answer; the last one counts.' },
  ],
  recognise(text, parts) {
    const marks = countMarks(text.slice(responseStart(text, parts)), ['<tool_call>', '<tool_response>']);
    return marks.total > 0 ? { weight: 0.8, because: marks.clause } : null;
  },
  parse: parseToolCalls,
};
