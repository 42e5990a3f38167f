import { callsIn } from '../../trace/autodidact/calls';
import type { Range, Turn } from '../../trace/model';
import { lastStartingBy } from '../places';
import type { Rule, UncheckedRollout } from '../rule';
import { count } from '../words';

/** Messages of AutoDidact whose JSON is not exactly one call. */
export const functionCall: Rule = {
  id: 'function-call',
  title: 'Not one function call',
  severity: 'warning',
  explanation:
    'A message holds JSON that is not one call with `function`. The environment then stops with “Error during ' +
    'post-processing”, the rollout ends without an answer, and the formatting reward is 0.',
  dialects: ['autodidact'],
  check({ rollout }, report) {
    const { text } = rollout;
    for (const [index, turn] of rollout.turns.entries()) {
      const { start, end } = policyRange(rollout, turn);
      const calls = callsIn(text, start, end);
      const [first, second] = calls;
      if (first === undefined) continue;
      if (second !== undefined) {
        const message = `${count(calls.length, 'JSON object')} stand in one message: only one call is allowed, so it ends with an error`;
        report({ start: second.start, end: second.end, turn: index, message });
      } else if (first.query === null) {
        const written = text.slice(first.start, first.end);
        const why = written.includes('"function"')
          ? 'has no `query` in `function.parameters`'
          : 'has no `function` (`name` and `parameters` alone are not read)';
        const message = `the JSON ${why}: it counts as a call all the same and ends with an error`;
        report({ start: first.start, end: first.end, turn: index, message });
      }
    }
  },
};

/** What the policy wrote of a turn: up to what the environment answered. */
function policyRange({ segments }: UncheckedRollout, { start, end }: Turn): Range {
  const first = Math.max(0, lastStartingBy(segments, start));
  for (let at = first; at < segments.length; at++) {
    const segment = segments[at];
    if (segment === undefined || segment.start >= end) break;
    if (segment.by === 'environment') return { start, end: Math.max(start, segment.start) };
  }
  return { start, end };
}
