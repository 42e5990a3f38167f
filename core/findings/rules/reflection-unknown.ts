import { reflectionsOf } from '../reflection';
import { turnAt } from '../places';
import type { Rule } from '../rule';

/** Tokens in brackets that read like Self-RAG's and are none of the fifteen. */
export const reflectionUnknown: Rule = {
  id: 'reflection-unknown',
  title: 'Unknown reflection token',
  severity: 'warning',
  explanation:
    'A token in brackets reads like a reflection token but is none of the vocabulary, so no score comes of it and it ' +
    'stays in the answer as text.',
  dialects: ['self-rag'],
  *check({ rollout }) {
    for (const { kind, token, start, end } of reflectionsOf(rollout)) {
      if (kind !== 'unknown') continue;
      const why = /^\[utility/i.test(token)
        ? 'utilities go from `[Utility:1]` to `[Utility:5]`'
        : 'it stays in the answer as text';
      yield {
        start,
        end,
        turn: turnAt(rollout, start),
        message: `\`${token}\` is no reflection token: ${why}`,
      };
    }
  },
};
