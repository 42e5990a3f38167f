import type { Container, FileSample } from './container';
import { labelsName } from './adaptive-rag/names';
import { jsonFraming } from './framing/json';
import { NOTHING } from './reading';

/** Adaptive-RAG's list of the questions that one system answered correctly: id → [word, number]; only the ids are used. */
export const adaptiveRagLabels: Container = {
  id: 'adaptive-rag-labels',
  title: "Adaptive-RAG's list of questions that one system answered correctly",
  holds: 'records',
  framings: ['json'],
  cut: (head, name) => (labelsName(name) && head.trimStart().startsWith('{') ? jsonFraming('map') : null),
  recognise({ name, records }: FileSample) {
    const fitting = records.filter(({ value }) => Array.isArray(value)).length;
    if (!labelsName(name) || fitting === 0 || fitting < records.length) return null;
    return {
      weight: 0.95,
      because: 'the name `zero_single_multi_classification__…`, and lists under question ids',
    };
  },
  reader: () => () => NOTHING,
};
