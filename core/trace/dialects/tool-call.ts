import type { Dialect } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { bareCalls } from '../tool-call/bare-calls';
import { toolCallParser } from '../tool-call/parse';
import { ANSWER, CALL, RESPONSE, THINK } from '../tool-call/tags';

/** Characters of a response in which a call without tags is looked for. */
const LOOKED_AT = 20_000;

/** Hermes-style tool calls in chat text, and OpenAI's and Anthropic's calls that containers render into it. */
export const toolCall: Dialect = {
  id: 'tool-call',
  title: 'Tool calls (Hermes, OpenAI)',
  searchLimit: null,
  acts: 'call',
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      ...THINK,
      by: 'policy',
      meaning:
        'Reasoning. Some templates put the opening tag into the prompt; then only the closer is the policy’s.',
    },
    {
      ...CALL,
      by: 'policy',
      meaning:
        'A call, as JSON with `name` and `arguments`. A turn may hold several; a call that is no JSON is dropped by ' +
        'the parser of most trainers.',
    },
    {
      ...RESPONSE,
      by: 'environment',
      meaning: 'What the tool returned, in a user or tool turn of the chat; masked from the loss.',
    },
    { ...ANSWER, by: 'policy', answers: true, meaning: 'The final answer; the last one counts.' },
  ],
  recognise(text, parts) {
    const start = responseStart(text, parts);
    const marks = countMarks(text.slice(start), [CALL.open, RESPONSE.open]);
    if (marks.total > 0) return { weight: 0.8, because: marks.clause };
    const calls = bareCalls(text, start, Math.min(text.length, start + LOOKED_AT));
    if (calls.length === 0) return null;
    return { weight: 0.5, because: `calls as JSON in a code fence, or alone, without tags ×${calls.length}` };
  },
  parse: toolCallParser({ answer: 'tags', echoes: false, pages: false, opensThoughts: false }),
};
