import type { Dialect } from '../../trace/dialect';
import type { Segment } from '../../trace/model';
import { contentEnd, tailOf, turnAt } from '../places';
import type { Rule, UncheckedRollout } from '../rule';

/** Text that stops before it should: environment blocks cut at a token limit, or the response itself. */
export const truncated: Rule = {
  id: 'truncated',
  title: 'Cut text',
  severity: 'warning',
  explanation:
    'A token limit cut the retrieved text or the response. What the policy could not see or say is missing, and the ' +
    'reward is for the length limit rather than for the behaviour.',
  *check({ rollout, dialect }) {
    const { text } = rollout;
    const cuts = rollout.anomalies.filter(({ kind }) => kind === 'truncated');
    for (const { tag, end, start } of cuts) {
      const range = start < end ? { start, end } : tailOf(text, end);
      yield { ...range, turn: turnAt(rollout, Math.max(0, end - 1)), message: cutMessage(rollout, tag, end) };
    }
    const open = openEnd(rollout);
    if (open === null || cuts.some(({ end }) => end >= open.start)) return;
    const range = tailOf(text);
    yield { ...range, turn: turnAt(rollout, open.start), message: openMessage(text, open, dialect) };
  },
};

function cutMessage({ text }: UncheckedRollout, tag: string | null, end: number): string {
  const missing = tag === null ? '' : `: \`${tag}\` is missing`;
  return end >= text.trimEnd().length
    ? `the text stops here${missing}, cut at a token limit`
    : `what was retrieved stops here${missing}, cut at the token limit for observations`;
}

/**
 * The policy's last element where it stands open at the very end. An end mark after it proves nothing: loggers and chat
 * templates put one behind cut responses too (R1-Searcher `openrlhf`'s reward query, RL-Factory's samples).
 */
function openEnd({ text, segments }: UncheckedRollout): Segment | null {
  const end = contentEnd(text);
  const last = segments.findLast(
    ({ start, end: stop }) => start < end && text.slice(start, Math.min(stop, end)).trim() !== '',
  );
  return last && last.by === 'policy' && !last.closed ? last : null;
}

function openMessage(text: string, open: Segment, { tags }: Dialect): string {
  const tag = tags.find((meaning) => text.startsWith(meaning.open, open.start));
  const where = tag ? `\`${tag.open}\`` : (NAMES[open.kind] ?? 'an element');
  const missing = tag?.close ? ` before \`${tag.close}\`` : '';
  return `the text ends inside ${where}${missing}: the response was cut at its token limit, or the model stopped early`;
}

const NAMES: Partial<Record<string, string>> = {
  think: 'a thought',
  search: 'a search',
  information: 'information',
  answer: 'an answer',
};
