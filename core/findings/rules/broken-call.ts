import { callsOf, faultOf } from '../calls';
import type { Rule } from '../rule';
import { quote } from '../words';

/** Tool calls that the trainer's parser drops or answers with an error. */
export const brokenCall: Rule = {
  id: 'broken-call',
  title: 'Broken tool call',
  severity: 'warning',
  explanation:
    'A call is not the JSON object with `name` and `arguments` that trainers parse. It is dropped or answered with an ' +
    'error, and ReCall’s format check gives 0 for the whole rollout.',
  dialects: ['tool-call', 'recall', 'verl-search', 'webdancer'],
  check({ rollout, dialect }, report) {
    for (const [index, turn] of rollout.turns.entries()) {
      for (const { start, end, body } of callsOf(rollout.text, turn)) {
        const fault = faultOf(body);
        if (fault === null) continue;
        const zero = dialect.id === 'recall' ? '; the format check gives 0' : '';
        report({ start, end, turn: index, message: `${fault}: ${quote(body)}${zero}` });
      }
    }
  },
};
