import { turnAt } from '../places';
import type { Rule } from '../rule';
import { count, quote } from '../words';

/** Citations of snippets that no tool returned. */
export const unknownCitation: Rule = {
  id: 'unknown-citation',
  title: 'Citation of nothing retrieved',
  severity: 'warning',
  explanation:
    'The answer cites a snippet that never came back. The citation is made up, and rewards for citations that look only ' +
    'at their form pay for it.',
  check({ rollout }, report) {
    const { citations = [], turns } = rollout;
    if (citations.length === 0) return;
    const known = new Set(turns.flatMap(({ documents }) => documents.flatMap(({ id }) => id ?? [])));
    if (known.size === 0) return;
    for (const { ids, start, end } of citations) {
      const unknown = ids.find((id) => id !== '' && !known.has(id));
      if (unknown === undefined) continue;
      const message = `cites ${quote(unknown)}, which is none of the ${count(known.size, 'id')} that came back`;
      report({ start, end, turn: turnAt(rollout, start), message });
    }
  },
};
