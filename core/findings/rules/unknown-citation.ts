import { segmentAt, turnAt } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** The ids of a citation or snippet; quotes around them are optional in real logs. */
const CITED = /<cite id="?([^">]{1,400})"?>/g;
const SNIPPET = /<(?:snippet|webpage|document)\s[^>]{0,400}?id="?([^"\s>]{1,200})/g;

/** Citations of snippets that no tool returned. */
export const unknownCitation: Rule = {
  id: 'unknown-citation',
  title: 'Citation of nothing retrieved',
  severity: 'warning',
  explanation:
    'The answer cites a snippet that never came back. The citation is made up, and rewards for citations that look only ' +
    'at their form pay for it.',
  dialects: ['dr-tulu'],
  *check({ rollout }) {
    const { text } = rollout;
    const known = new Set<string>();
    for (const { kind, by, start, end } of rollout.segments) {
      if (kind !== 'information' || by !== 'environment') continue;
      for (const [, id] of text.slice(start, end).matchAll(SNIPPET)) if (id !== undefined) known.add(id);
    }
    if (known.size === 0) return;
    for (const match of text.matchAll(CITED)) {
      const { by } = segmentAt(rollout, match.index) ?? {};
      if (by !== 'policy') continue;
      const ids = (match[1] ?? '').split(',').map((id) => id.trim());
      const unknown = ids.find((id) => id !== '' && !known.has(id));
      if (unknown === undefined) continue;
      const [start, end] = [match.index, match.index + match[0].length];
      const message = `cites ${quote(unknown)}, which is none of the ${known.size} snippets that came back`;
      yield { start, end, turn: turnAt(rollout, start), message };
    }
  },
};
