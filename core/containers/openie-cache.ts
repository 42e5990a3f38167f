import type { Container, FileSample } from './container';
import { isObject } from './fields/values';
import { NOTHING } from './reading';

/**
 * What HippoRAG and RouteRAG keep of their information extraction: `{docs: [{idx, passage, extracted_entities,
 * extracted_triples}], avg_ent_chars, avg_ent_words}` (`openie_results_ner_*.json`). The passages are a corpus.
 */
export const openieCache: Container = {
  id: 'openie-cache',
  title: 'A cache of extracted entities and triples (HippoRAG, RouteRAG)',
  holds: 'corpus',
  framings: ['json'],
  recognise({ records }: FileSample) {
    const [first] = records;
    const value = first?.value;
    if (records.length !== 1 || !isObject(value) || !Array.isArray(value['docs'])) return null;
    const docs: readonly unknown[] = value['docs'];
    const triples = docs.filter((doc) => isObject(doc) && Array.isArray(doc['extracted_triples'])).length;
    if (triples * 2 < docs.length || (docs.length === 0 && !('avg_ent_chars' in value))) return null;
    const averages = 'avg_ent_chars' in value ? ', and `avg_ent_chars`' : '';
    return {
      weight: averages ? 0.95 : 0.85,
      because: `\`extracted_triples\` in ${triples} of ${docs.length} passages in \`docs\`${averages}`,
    };
  },
  reader: () => () => NOTHING,
};
