import { normaliseN1 } from '../../reward/normalise';
import type { Document } from '../../trace/model';
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
  check({ rollout }, report) {
    if (rollout.turns.filter(({ documents }) => documents.length > 0).length < 2) return;
    const seen = new SeenDocuments();
    const asked = new Set<string>();
    let taken = 0;
    for (const [index, turn] of rollout.turns.entries()) {
      const { documents, queries } = turn;
      const [search] = turn.searches;
      const old = documents.length > 0 && documents.every((document) => seen.has(document));
      for (const document of documents) seen.add(document);
      if (!old || search === undefined || !broughtDocuments(turn)) continue;
      // That the same query brings the same documents is another rule's to say.
      for (const { queries: earlier } of rollout.turns.slice(taken, index))
        for (const { text } of earlier) asked.add(normaliseN1(text));
      taken = index;
      if (queries.every(({ text }) => asked.has(normaliseN1(text)))) continue;
      const words = quoteSome(queries.map(({ text }) => text));
      const brought = count(documents.length, 'document');
      const message = `${words} brings ${brought}, ${documents.length === 1 ? 'which came' : 'all of which came'} back before`;
      report({ start: search.start, end: search.end, turn: index, message });
    }
  },
};

/** Documents by title and text, outer blanks aside. Few look alike at a glance, and only those are compared whole. */
class SeenDocuments {
  readonly #alike = new Map<number, Document | Set<string>>();

  has(document: Document): boolean {
    const known = this.#alike.get(glanceAt(document));
    if (known === undefined) return false;
    return known instanceof Set ? known.has(wholeOf(document)) : wholeOf(known) === wholeOf(document);
  }

  add(document: Document): void {
    const glance = glanceAt(document);
    const known = this.#alike.get(glance);
    if (known === undefined) this.#alike.set(glance, document);
    else if (known instanceof Set) known.add(wholeOf(document));
    else this.#alike.set(glance, new Set([wholeOf(known), wholeOf(document)]));
  }
}

/** The same number for the same text: made of its length and two of its characters. */
function glanceAt({ text }: Document): number {
  const inner = text.trim();
  const { length } = inner;
  if (length === 0) return 0;
  const middle = inner.charCodeAt(length >>> 1);
  return (length * 0x10000 + middle) * 0x10000 + inner.charCodeAt((length * 3) >>> 2);
}

function wholeOf({ title, text }: Document): string {
  return `${title ?? ''}\n${text.trim()}`;
}
