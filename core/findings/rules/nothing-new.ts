import { normaliseN1 } from '../../reward/normalise';
import type { Rule } from '../rule';
import { broughtDocuments } from '../tool-result';
import { count, quoteSome } from '../words';

/** Searches that bring only documents which earlier turns brought. */
export const nothingNew: Rule = {
  id: 'nothing-new',
  title: 'Nothing new retrieved',
  severity: 'information',
  explanation:
    'Every document of this turn came back in an earlier one. The step costs a retrieval and context and adds nothing; ' +
    'outcome rewards do not show it.',
  *check({ rollout }) {
    if (rollout.turns.filter(({ documents }) => documents.length > 0).length < 2) return;
    const seen = new Set<string>();
    const asked = new Set<string>();
    let taken = 0;
    for (const [index, turn] of rollout.turns.entries()) {
      const { documents, queries } = turn;
      const texts = documents.map(({ title, text }) => `${title ?? ''}\n${text.trim()}`);
      const [search] = turn.searches;
      const old = texts.length > 0 && texts.every((text) => seen.has(text));
      for (const text of texts) seen.add(text);
      if (!old || search === undefined || !broughtDocuments(turn)) continue;
      // That the same query brings the same documents is another rule's to say.
      for (const { queries: earlier } of rollout.turns.slice(taken, index))
        for (const { text } of earlier) asked.add(normaliseN1(text));
      taken = index;
      if (queries.every(({ text }) => asked.has(normaliseN1(text)))) continue;
      const words = quoteSome(queries.map(({ text }) => text));
      const brought = count(documents.length, 'document');
      const message = `${words} brings ${brought}, ${documents.length === 1 ? 'which came' : 'all of which came'} back before`;
      yield { ...search, turn: index, message };
    }
  },
};
