import type { Range, Turn } from '../../trace/model';
import { objectsIn } from '../json-objects';
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
  *check({ rollout }) {
    for (const [index, turn] of rollout.turns.entries()) {
      const { start, end } = policyRange(rollout, turn);
      const objects = objectsIn(rollout.text.slice(start, end));
      const [first, second] = objects;
      if (first === undefined) continue;
      const place = (range: Range): Range => ({ start: start + range.start, end: start + range.end });
      if (second !== undefined) {
        const message = `${count(objects.length, 'JSON object')} stand in one message: only one call is allowed, so it ends with an error`;
        yield { ...place(second), turn: index, message };
      } else if (!Object.hasOwn(first.value, 'function')) {
        const shape = Object.hasOwn(first.value, 'name')
          ? ' (`name` and `parameters` alone are not read)'
          : '';
        const message = `the JSON has no \`function\`${shape}: it counts as a call all the same and ends with an error`;
        yield { ...place(first), turn: index, message };
      }
    }
  },
};

/** What the policy wrote of a turn: up to what came back. */
function policyRange({ segments }: UncheckedRollout, turn: Turn): Range {
  const end = turn.observation?.start ?? turn.end;
  const reply = segments.find(
    (segment) => segment.by === 'environment' && segment.start >= turn.start && segment.start < end,
  );
  return { start: turn.start, end: reply?.start ?? end };
}
