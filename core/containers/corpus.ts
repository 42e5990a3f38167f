import type { Container, FileSample } from './container';
import { isKeyedBySentences } from './known/members';
import { passageKind, tableOfPassages } from './known/passages';
import { jsonFraming } from './framing/json';
import { NOTHING } from './reading';

/** Most records that are named by example. */
const LOOKED_AT = 200;

/**
 * Passages to search in, in the forms of Search-R1 (`contents`), HippoRAG and RouteRAG (`title`, `text`; title →
 * sentences), MuSiQue (`paragraph_text`), KILT (`wikipedia_title`, `text`), DPR and R1-Searcher (TSV), LegalSearch-R1
 * (`parts`).
 */
export const corpus: Container = {
  id: 'corpus',
  title: 'A corpus of passages',
  holds: 'corpus',
  framings: ['lines', 'json', 'text', 'rows'],
  cut: (head, name) => (isKeyedBySentences(head, name) ? jsonFraming('map') : null),
  recognise({ records, framing, name }: FileSample) {
    const looked = records.slice(0, LOOKED_AT);
    if (framing === 'text') return tableOfPassages(looked.map(({ text }) => text).join('\n'), name);
    const kinds = looked.flatMap(({ value }) => passageKind(value) ?? []);
    const [kind] = kinds;
    if (kind === undefined || kinds.length * 10 < looked.length * 9) return null;
    return {
      weight: (kind.weight * kinds.length) / looked.length,
      because: `${kind.what} in ${kinds.length} of the first ${looked.length} ${looked.length === 1 ? 'record' : 'records'}`,
    };
  },
  reader: () => () => NOTHING,
};
