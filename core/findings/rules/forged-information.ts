import { Haystack } from '../needle';
import { actionOf, insideOf, turnAt } from '../places';
import type { Rule } from '../rule';
import { count, quote } from '../words';

/** Information elements that the policy typed itself. */
export const forgedInformation: Rule = {
  id: 'forged-information',
  title: 'Information written by the policy',
  severity: 'error',
  explanation:
    'The policy writes an information block itself instead of retrieving it. Where such text is under loss, training ' +
    'teaches the model to invent its evidence; some rewards count the block as retrieved.',
  check({ rollout, dialect, evidence }, report) {
    const { text } = rollout;
    for (const segment of rollout.segments) {
      if (segment.kind !== 'information' || segment.by !== 'policy') continue;
      const inside = insideOf(text, segment, dialect);
      const haystack = new Haystack({ title: null, text: inside });
      const gold = evidence.needles.find((needle) => haystack.holds(needle))?.raw ?? null;
      const size = count(inside.length, 'character');
      const holds = gold === null ? '' : `; it contains the gold ${quote(gold)}`;
      report({
        start: segment.start,
        end: segment.end,
        turn: turnAt(rollout, segment.start),
        message: `the policy wrote this information itself, no ${actionOf(dialect)} brought it (${size}): ${quote(inside)}${holds}`,
      });
    }
  },
};
