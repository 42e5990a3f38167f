import { segmentAt, turnAt } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** Actions of ReAct, FireAct, KnowAgent, AutoAct and Reflexion, in lower case. */
const ACTIONS: readonly string[] = [
  'search',
  'lookup',
  'finish',
  'retrieve',
  'bingsearch',
  'reflect',
  'think',
];

/** An action as a line; the name stands before the bracket. */
const ACTION = /^Action(?: \d{1,4})?:[ \t]*([^\s[:]{1,60})?/gm;

/** Actions that no environment of the ReAct family runs. */
export const unknownAction: Rule = {
  id: 'unknown-action',
  title: 'Unknown action',
  severity: 'warning',
  explanation:
    'The action is none of those that the environment knows, so it is answered with “Invalid action” and the step is ' +
    'spent.',
  dialects: ['react'],
  *check({ rollout }) {
    const { text, segments } = rollout;
    const pattern = new RegExp(ACTION);
    pattern.lastIndex = segments.find(({ by }) => by !== 'prompt')?.start ?? text.length;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const name = match[1] ?? '';
      if (ACTIONS.includes(name.toLowerCase())) continue;
      const segment = segmentAt(rollout, match.index);
      if (segment?.by !== 'policy' || segment.kind === 'information') continue;
      const end = pattern.lastIndex;
      const message =
        name === '' ? 'the action is empty' : `${quote(name)} is no action that the environment knows`;
      yield { start: match.index, end, turn: turnAt(rollout, match.index), message };
    }
  },
};
