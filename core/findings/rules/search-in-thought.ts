import type { Segment } from '../../trace/model';
import { turnAt } from '../places';
import type { Rule, UncheckedRollout } from '../rule';

/** Searches that fire while the thought before them is still open. */
export const searchInThought: Rule = {
  id: 'search-in-thought',
  title: 'Search within a thought',
  severity: 'information',
  explanation:
    'A search stands inside an open thought. It is run all the same, so the outcome does not show it, but rewards for ' +
    'the format give nothing to such a rollout.',
  dialects: ['search-r1', 'rag-r1', 'routerag', 'rezero'],
  check({ rollout, dialect }, report) {
    const nested = nestedIn(rollout);
    const [first] = nested;
    if (first === undefined) return;
    const many = nested.length === 1 ? '' : `, the first of ${nested.length}`;
    const zero = dialect.id === 'rezero' ? 'the format reward is 0' : 'the v0.3 format reward fails';
    report({
      start: first.start,
      end: first.end,
      turn: turnAt(rollout, first.start),
      message: `this search stands inside a thought that is not closed before it${many}: it runs, but ${zero}`,
    });
  },
};

function nestedIn({ segments, text }: UncheckedRollout): readonly Segment[] {
  const nested: Segment[] = [];
  let before: Segment | null = null;
  for (const segment of segments) {
    const { kind, by, closed, start, end } = segment;
    if (kind === 'search' && by === 'policy' && closed) {
      if (before?.kind === 'think' && before.by === 'policy' && !before.closed) nested.push(segment);
    }
    if (kind !== 'text' || text.slice(start, end).trim() !== '') before = segment;
  }
  return nested;
}
