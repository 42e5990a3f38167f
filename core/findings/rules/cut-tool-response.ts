import { turnAt } from '../places';
import type { Rule } from '../rule';

/** verl's mark; it stands in the middle, in front or at the end (`experimental/agent_loop/tool_agent_loop.py`). */
const MARK = '(truncated)';
const DOTS = '...';

/** Tool responses that verl cut to a number of characters. */
export const cutToolResponse: Rule = {
  id: 'cut-tool-response',
  title: 'Cut tool response',
  severity: 'warning',
  explanation:
    'The response of a tool was cut to a number of characters (`max_tool_response_length`, 256 unless set). Most of ' +
    'what was retrieved is lost, and JSON in it can no longer be read.',
  *check({ rollout }) {
    const { text, segments } = rollout;
    for (const { kind, by, start, end } of segments) {
      if (kind !== 'information' || by !== 'environment') continue;
      const inside = text.slice(start, end);
      const at = markIn(inside);
      if (at === null) continue;
      const from = start + at;
      const message = `the tool’s response was cut here: ${end - start} characters of it are left`;
      yield { start: from, end: from + MARK.length, turn: turnAt(rollout, from), message };
    }
  },
};

/** Where the mark stands with its dots; null where the same words are a document's. */
function markIn(inside: string): number | null {
  for (let at = inside.indexOf(MARK); at >= 0; at = inside.indexOf(MARK, at + MARK.length)) {
    const after = at + MARK.length;
    if (inside.startsWith(DOTS, after) || inside.slice(Math.max(0, at - DOTS.length), at) === DOTS) return at;
  }
  return null;
}
