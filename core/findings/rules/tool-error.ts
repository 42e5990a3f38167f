import { insideOf, headOf, turnAt } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** How environments begin what they say instead of a result, and whose words they are. */
const ERRORS: readonly string[] = [
  'Parse tool call failed:', // ReCall
  'error: execution timed out',
  'error:\n',
  'invalid query',
  'nothing to search', // ReSearch's evaluation
  'No search results found.', // verl's search tool
  'Search error:',
  'Search request failed or timed out',
  'Search execution failed:',
  "Error: 'query_list'",
  "Unknown function '", // verl's agent loop
  "Invalid JSON in arguments for '",
  "Error executing tool '",
  'Error during post-processing:', // ReZero, AutoDidact
  "{'error':", // TRL
  '{"error":',
  '[ERROR]',
];

/** What stands before an error in some responses: the tag, the call that is echoed, a JSON string. */
const LEAD = /^(?:<tool_response>\s*)?(?:\{"result": ?")?/;
const ECHOED = /^\{"name"[^\n]*\n/;

/** Results that are an error message of the tool and were taken for retrieved text. */
export const toolError: Rule = {
  id: 'tool-error',
  title: 'Tool error',
  severity: 'warning',
  explanation:
    'What came back is an error message and no result. The policy reads it as information; the reward is for what it ' +
    'made of a failure of the tool, or of its own call.',
  *check({ rollout, dialect }) {
    for (const segment of rollout.segments) {
      if (segment.kind !== 'information' || segment.by !== 'environment') continue;
      const inside = insideOf(rollout.text, segment, dialect)
        .replace(LEAD, '')
        .replace(ECHOED, '')
        .trimStart();
      if (!ERRORS.some((error) => inside.startsWith(error))) continue;
      const turn = turnAt(rollout, segment.start);
      if (turn !== null && rollout.turns[turn]?.error !== null) continue;
      const range = headOf(rollout.text, segment);
      yield {
        ...range,
        turn,
        message: `the tool answered with an error instead of a result: ${quote(inside)}`,
      };
    }
  },
};
