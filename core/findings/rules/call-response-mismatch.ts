import { callsOf } from '../calls';
import type { Rule } from '../rule';
import { count } from '../words';

const RESPONSE = '<tool_response>';

/** Turns in which fewer or more responses came back than calls were made. */
export const callResponseMismatch: Rule = {
  id: 'call-response-mismatch',
  title: 'Calls without their responses',
  severity: 'warning',
  explanation:
    'The number of responses differs from the number of calls. verl runs one call of a turn by default and ignores the ' +
    'others without a word; the policy is rewarded for calls that nobody ran.',
  dialects: ['tool-call', 'recall', 'verl-search', 'webdancer'],
  check({ rollout: { text, turns } }, report) {
    for (const [index, turn] of turns.entries()) {
      const calls = callsOf(text, turn);
      const last = calls.at(-1);
      if (last === undefined || turn.observation === null) continue;
      const responses = text.slice(turn.observation.start, turn.observation.end).split(RESPONSE).length - 1;
      if (responses === 0 || responses === calls.length) continue;
      const [start, end] = [last.start, last.end];
      const message = `${count(calls.length, 'call')} in this turn, but ${count(responses, 'response')} came back`;
      report({ start, end, turn: index, message });
    }
  },
};
