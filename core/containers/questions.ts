import type { Evidence } from '../trace/dialect';
import type { Container, FileSample } from './container';
import { questionKind } from './known/question-kind';
import { NOTHING } from './reading';

/** Header of HippoRAG's named entities of queries, a table with tabs. */
const ENTITIES = /^[^\n]{0,200}\tquery\ttriples\r?$/m;

/**
 * Questions with their accepted answers, without anything that was run on them: HotpotQA, MuSiQue, 2Wiki, FlashRAG
 * (`golden_answers`), training rows of a complexity classifier, HippoRAG's named entities of queries.
 */
export const questions: Container = {
  id: 'questions',
  title: 'A question set',
  holds: 'questions',
  framings: ['lines', 'json', 'text', 'rows'],
  recognise({ records, framing }: FileSample): Evidence | null {
    if (framing === 'text') {
      const head = records[0]?.text.slice(0, 400) ?? '';
      return ENTITIES.test(head)
        ? { weight: 0.8, because: 'the header `query`, `triples` of named entities' }
        : null;
    }
    const kinds = records.flatMap(({ value }) => questionKind(value) ?? []);
    const [kind] = kinds;
    if (kind === undefined || kinds.length * 10 < records.length * 9) return null;
    const weight = (0.7 * kinds.length) / records.length;
    return {
      weight,
      because: `${kind} in ${kinds.length} of the first ${records.length} records, and nothing of a run`,
    };
  },
  reader: () => () => NOTHING,
};
