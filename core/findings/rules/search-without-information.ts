import type { Segment, Turn } from '../../trace/model';
import { Causes } from '../causes';
import { actionOf, turnAt } from '../places';
import type { Report, Rule, RuleContext } from '../rule';
import { quote, quoteSome } from '../words';
import { severalSearches } from './several-searches';

/**
 * A search that ran into nothing: no observation although the rollout goes on, an error instead of documents (each
 * once a rollout), or never run at all because an answer came first. A search with nothing after it is a legal end (the
 * turn limit) and not meant, nor is a retriever's word that it found nothing; an invalid-action notice is another rule.
 */
export const searchWithoutInformation: Rule = {
  id: 'search-without-information',
  title: 'Search without information',
  severity: 'warning',
  explanation:
    'A search has no retrieved text after it and the rollout goes on. The retriever failed, or the log lost what it ' +
    'returned; the policy is rewarded for what it did without it.',
  check(context, report) {
    const { rollout, dialect, evidence } = context;
    neverRun(context, report);
    const { layout } = evidence;
    const action = actionOf(dialect);
    const errors = new Causes();
    for (const [index, turn] of rollout.turns.entries()) {
      const search = turn.searches.at(-1);
      if (search === undefined || turn.documents.length > 0) continue;
      if (turn.error !== null) {
        if (layout.hasNotice(index) || turn.nothingFound === true) continue;
        const message = `${asked(turn, action)} brought an error instead of documents: ${quote(turn.error)}`;
        errors.add(turn.error, { start: search.start, end: search.end, turn: index, message });
      } else if (turn.observation === null && search.end < layout.contentEnd) {
        report({
          start: search.start,
          end: search.end,
          turn: index,
          message: `no information follows ${asked(turn, action)}, and the rollout goes on`,
        });
      }
    }
    errors.tell((more) => `, like ${more} more in this rollout`, report);
  },
};

/**
 * Complete searches that are no turn's action: the system had acted on something before them. One sighting a turn: a
 * policy that writes a whole trajectory at once holds dozens.
 */
function neverRun({ rollout, dialect, evidence }: RuleContext, report: Report): void {
  const run = new Set<number>();
  for (const { searches } of rollout.turns) for (const { start } of searches) run.add(start);
  const byTurn = new Map<number | null, Segment[]>();
  for (const segment of rollout.segments) {
    const { kind, by, closed, start } = segment;
    if (kind !== 'search' || by !== 'policy' || !closed || run.has(start)) continue;
    const turn = turnAt(rollout, start);
    const known = byTurn.get(turn);
    if (known) known.push(segment);
    else byTurn.set(turn, [segment]);
  }
  for (const [turn, [first, ...others]] of byTurn) {
    if (first === undefined) continue;
    const { start, end } = first;
    const after = evidence.layout.answeredAt(turn) <= start;
    // That the last of several searches runs is another rule's to say.
    if (!after && severalSearches.dialects?.includes(dialect.id) === true) continue;
    const why = after ? 'the answer before it had ended the rollout' : 'its turn acted on something else';
    const action = actionOf(dialect);
    const many = others.length === 0 ? '' : `, like ${others.length} more in its turn`;
    report({ start, end, turn, message: `this ${action} was never run: ${why}${many}` });
  }
}

function asked({ queries }: Turn, action: 'search' | 'call'): string {
  if (queries.length === 0) return `the ${action}`;
  const joint = action === 'search' ? 'for' : 'with';
  return `the ${action} ${joint} ${quoteSome(queries.map(({ text }) => text))}`;
}
