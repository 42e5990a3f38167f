import { expect, it } from 'vitest';
import { findingsOf, rules } from '../../../core/findings';
import type { Rule } from '../../../core/findings/rule';
import { dialectOf } from '../../../core/trace/dialects';
import { plain } from '../../../core/trace/dialects/plain';
import { searchR1 } from '../../../core/trace/dialects/search-r1';
import { rolloutOf, said } from './build';

it('rules name dialects that there are', () => {
  const unknown = rules.flatMap(({ id, dialects = [] }) =>
    dialects.filter((dialect) => dialectOf(dialect) === null).map((dialect) => `${id}: ${dialect}`),
  );
  expect(unknown).toEqual([]);
});

it('a rule is asked only for the dialects that it is about', () => {
  const everywhere: Rule = {
    id: 'made',
    title: 'Made',
    severity: 'hint',
    explanation: 'Made.',
    check(_, report) {
      report({ start: 0, end: 1, turn: null, message: 'seen' });
    },
  };
  const rule: Rule = { ...everywhere, dialects: ['search-r1'] };
  const rollout = rolloutOf([said('x')]);
  expect(findingsOf(rollout, searchR1, {}, { rules: [rule] })).toHaveLength(1);
  expect(findingsOf(rollout, plain, {}, { rules: [rule] })).toEqual([]);
  expect(findingsOf(rollout, plain, {}, { rules: [everywhere] })).toHaveLength(1);
});
