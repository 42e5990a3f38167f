import type { Turn } from '../../trace/model';
import { actionOf, turnAt } from '../places';
import type { Rule, RuleContext, Sighting } from '../rule';
import { quote, quoteSome } from '../words';

/**
 * A search that ran into nothing: no observation although the rollout goes on, an error instead of documents, or never
 * run at all because an answer came first. A search with nothing after it is a legal end (the turn limit) and not
 * meant; an invalid-action notice is another rule.
 */
export const searchWithoutInformation: Rule = {
  id: 'search-without-information',
  title: 'Search without information',
  severity: 'warning',
  explanation:
    'A search has no retrieved text after it and the rollout goes on. The retriever failed, or the log lost what it ' +
    'returned; the policy is rewarded for what it did without it.',
  *check(context) {
    const { rollout, dialect, evidence } = context;
    yield* neverRun(context);
    const { layout } = evidence;
    const action = actionOf(dialect);
    for (const [index, turn] of rollout.turns.entries()) {
      const search = turn.searches.at(-1);
      if (search === undefined || turn.documents.length > 0) continue;
      if (turn.error !== null) {
        if (layout.hasNotice(index)) continue;
        const message = `${asked(turn, action)} brought an error instead of documents: ${quote(turn.error)}`;
        yield { ...search, turn: index, message };
      } else if (turn.observation === null && search.end < layout.contentEnd) {
        yield {
          ...search,
          turn: index,
          message: `no information follows ${asked(turn, action)}, and the rollout goes on`,
        };
      }
    }
  },
};

/** Complete searches that are no turn's action: the system had acted on something before them. */
function* neverRun({ rollout, dialect, evidence }: RuleContext): Generator<Sighting> {
  const run = new Set(rollout.turns.flatMap(({ searches }) => searches.map(({ start }) => start)));
  for (const segment of rollout.segments) {
    const { kind, by, closed, start, end } = segment;
    if (kind !== 'search' || by !== 'policy' || !closed || run.has(start)) continue;
    const turn = turnAt(rollout, start);
    const after = evidence.layout.answeredAt(turn) <= start;
    const why = after ? 'the answer before it had ended the rollout' : 'its turn acted on something else';
    yield { start, end, turn, message: `this ${actionOf(dialect)} was never run: ${why}` };
  }
}

function asked({ queries }: Turn, action: 'search' | 'call'): string {
  if (queries.length === 0) return `the ${action}`;
  const joint = action === 'search' ? 'for' : 'with';
  return `the ${action} ${joint} ${quoteSome(queries.map(({ text }) => text))}`;
}
