import { tailOf } from '../places';
import type { Rule } from '../rule';
import { count } from '../words';

/** Rollouts that the environment stopped, as the file says. */
export const halted: Rule = {
  id: 'halted',
  title: 'Stopped by the environment',
  severity: 'warning',
  explanation:
    'The file says that the rollout was halted: its steps or its context ran out before it finished. What is scored is ' +
    'where it stood then.',
  dialects: ['react'],
  check({ rollout, evidence }, report) {
    const said = rollout.recorded['halted'];
    if (said !== true && String(said).toLowerCase() !== 'true') return;
    const range = tailOf(rollout.text, evidence.layout.contentEnd);
    const turns = rollout.turns.length;
    const message = `\`halted\` is true: the rollout was stopped after ${count(turns, 'turn')}${rollout.answer === null ? ', without an answer' : ''}`;
    report({ start: range.start, end: range.end, turn: turns > 0 ? turns - 1 : null, message });
  },
};
