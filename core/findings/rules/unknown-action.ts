import { headOf, turnAt } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** Actions that no environment of the ReAct family runs. */
export const unknownAction: Rule = {
  id: 'unknown-action',
  title: 'Unknown action',
  severity: 'warning',
  explanation:
    'The action is none of those that the environment knows, so it is answered with “Invalid action” and the step is ' +
    'spent.',
  dialects: ['react'],
  check({ rollout }, report) {
    // The dialect marks what neither searches, answers nor reflects.
    for (const { kind, text, start, end } of rollout.marks ?? []) {
      if (kind !== 'action') continue;
      const bracket = text.indexOf('[');
      const message =
        bracket < 0
          ? `no action is named: ${quote(text)}`
          : `${quote(text.slice(0, bracket))} is no action that the environment knows`;
      report({ ...headOf(rollout.text, { start, end }), turn: turnAt(rollout, start), message });
    }
  },
};
