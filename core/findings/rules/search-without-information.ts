import type { Turn } from '../../trace/model';
import { contentEnd, turnAt } from '../places';
import type { Rule, Sighting, UncheckedRollout } from '../rule';
import { quote, quoteSome } from '../words';

/**
 * A search that ran into nothing: no observation although the rollout goes on, an error instead of documents, or never
 * run at all because an answer came first. A
 * search with nothing after it is a legal end (the turn limit) and not meant; an invalid-action notice is another rule.
 */
export const searchWithoutInformation: Rule = {
  id: 'search-without-information',
  title: 'Search without information',
  severity: 'warning',
  explanation:
    'A search has no retrieved text after it and the rollout goes on. The retriever failed, or the log lost what it ' +
    'returned; the policy is rewarded for what it did without it.',
  *check({ rollout }) {
    yield* neverRun(rollout);
    const end = contentEnd(rollout.text);
    for (const [index, turn] of rollout.turns.entries()) {
      const search = turn.searches.at(-1);
      if (search === undefined || turn.documents.length > 0) continue;
      if (turn.error !== null) {
        if (hasNotice(rollout, turn)) continue;
        const message = `${asked(turn)} brought an error instead of documents: ${quote(turn.error)}`;
        yield { ...search, turn: index, message };
      } else if (turn.observation === null && search.end < end) {
        yield {
          ...search,
          turn: index,
          message: `no information follows ${asked(turn)}, and the rollout goes on`,
        };
      }
    }
  },
};

/** Complete searches that are no turn's action: the system had acted on something before them. */
function* neverRun(rollout: UncheckedRollout): Generator<Sighting> {
  const run = new Set(rollout.turns.flatMap(({ searches }) => searches.map(({ start }) => start)));
  for (const segment of rollout.segments) {
    const { kind, by, closed, start, end } = segment;
    if (kind !== 'search' || by !== 'policy' || !closed || run.has(start)) continue;
    const turn = turnAt(rollout, start);
    const after = rollout.segments.some(
      (other) =>
        other.kind === 'answer' &&
        other.closed &&
        other.end <= start &&
        turnAt(rollout, other.start) === turn,
    );
    const why = after ? 'the answer before it had ended the rollout' : 'its turn acted on something else';
    yield { start, end, turn, message: `this search was never run: ${why}` };
  }
}

function asked({ queries }: Turn): string {
  return queries.length > 0 ? `the search for ${quoteSome(queries.map(({ text }) => text))}` : 'the search';
}

function hasNotice({ segments }: UncheckedRollout, turn: Turn): boolean {
  return segments.some(({ kind, start }) => kind === 'notice' && start >= turn.start && start < turn.end);
}
