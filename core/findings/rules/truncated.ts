import type { Dialect } from '../../trace/dialect';
import type { Anomaly, Segment } from '../../trace/model';
import { tailOf, turnAt } from '../places';
import type { Rule, RuleContext } from '../rule';

/** Text that stops before it should: environment blocks cut at a token limit, or the response itself. */
export const truncated: Rule = {
  id: 'truncated',
  title: 'Cut text',
  severity: 'warning',
  explanation:
    'A token limit cut the retrieved text or the response. What the policy could not see or say is missing, and the ' +
    'reward is for the length limit rather than for the behaviour.',
  check(context, report) {
    const { rollout, dialect, evidence } = context;
    const { text } = rollout;
    const cuts = rollout.anomalies.filter(({ kind }) => kind === 'truncated');
    for (const cut of cuts) {
      const range = cut.start < cut.end ? { start: cut.start, end: cut.end } : tailOf(text, cut.end);
      const turn = turnAt(rollout, Math.max(0, cut.end - 1));
      report({ start: range.start, end: range.end, turn, message: cutMessage(context, cut, turn) });
    }
    const open = evidence.layout.openEnd;
    if (open === null || cuts.some(({ end }) => end >= open.start)) return;
    const range = tailOf(text, evidence.layout.contentEnd);
    report({
      start: range.start,
      end: range.end,
      turn: turnAt(rollout, open.start),
      message: openMessage(text, open, dialect),
    });
  },
};

/** What verl's tool loop puts in for what it leaves out (`experimental/agent_loop/tool_agent_loop.py`). */
const LEFT_OUT = '(truncated)';

function cutMessage(context: RuleContext, { tag, start, end }: Anomaly, turn: number | null): string {
  if (context.rollout.text.slice(start, end).includes(LEFT_OUT))
    return 'the tool’s response was cut here to a number of characters (`max_tool_response_length`)';
  const missing = tag === null ? '' : `: \`${tag}\` is missing`;
  if (end >= context.evidence.layout.inkEnd) return `the text stops here${missing}, cut at a token limit`;
  const message = `what was retrieved stops here${missing}, cut at the token limit for observations`;
  const closer = turn === null ? null : strayThought(context, turn);
  if (closer === null) return message;
  return (
    `${message}. The border between document and thought is lost: \`${closer}\` comes without its opener, so the ` +
    'policy’s own prose may stand in the document'
  );
}

/** The closer of a thought that no opener announced: within a turn's cut observation, or in the turn after it. */
function strayThought({ rollout, dialect, evidence }: RuleContext, turn: number): string | null {
  const { text, turns } = rollout;
  const think = dialect.tags.find(({ open }) => open === '<think>');
  const closer = think?.close ?? null;
  if (closer === null) return null;
  const observation = turns[turn]?.observation;
  const within = observation ? text.slice(observation.start, observation.end).includes(closer) : false;
  return within || evidence.layout.looseTags(turn + 1).some(({ tag }) => tag === closer) ? closer : null;
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
