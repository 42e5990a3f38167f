import { decodedStructureOf } from '../../reward/search-r1-structure';
import { segmentAt, turnAt } from '../places';
import type { Rule, UncheckedRollout } from '../rule';
import { quote } from '../words';

/** Prose of the policy between its elements, which Search-R1's check of the structure does not allow. */
export const textBetweenElements: Rule = {
  id: 'text-between-elements',
  title: 'Text between elements',
  severity: 'information',
  explanation:
    'Text stands between two elements, outside of think, search and answer. The v0.3 format reward allows nothing but ' +
    'blanks there: a right answer then earns 0.8 instead of 1, with the shipped constants.',
  dialects: ['search-r1'],
  check({ rollout }, report) {
    if (!hasLooseText(rollout)) return;
    const structure = decodedStructureOf(rollout);
    if (structure.valid || structure.range === null || !structure.failure.startsWith("Unexpected content '"))
      return;
    const { start, end } = structure.range;
    if (segmentAt(rollout, start)?.by !== 'policy') return;
    const state = /\(state: (\w+)\)$/.exec(structure.failure)?.[1] ?? 'start';
    const content = quote(rollout.text.slice(start, end));
    const message = `${content} stands ${WHERE[state] ?? 'between two elements'}: the v0.3 format reward fails here`;
    report({ start, end, turn: turnAt(rollout, start), message });
  },
};

/** Whether the policy wrote anything outside of elements. Most rollouts have none, and their structure need not be read. */
function hasLooseText({ segments, text }: UncheckedRollout): boolean {
  return segments.some(
    ({ kind, by, start, end }) => kind === 'text' && by === 'policy' && text.slice(start, end).trim() !== '',
  );
}

/** The states of the official check, as places. */
const WHERE: Partial<Record<string, string>> = {
  start: 'before the first thought',
  after_think: 'between a thought and what should follow it',
  after_search: 'between a search and its documents',
  information: 'between documents and the next thought',
};
