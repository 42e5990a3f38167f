import { reflectionsOf } from '../reflection';
import { tailOf } from '../places';
import type { Rule } from '../rule';

/** Answers of Self-RAG that do not end with their utility token. */
export const reflectionMissing: Rule = {
  id: 'reflection-missing',
  title: 'No utility token',
  severity: 'warning',
  explanation:
    'The answer has reflection tokens but none for its utility, which every answer of the training data ends with. Its ' +
    'score lacks that part, so it is ranked lower than the same answer with one.',
  dialects: ['self-rag'],
  check({ rollout, evidence }, report) {
    const { text } = rollout;
    const reflections = reflectionsOf(rollout).filter(({ kind }) => kind !== 'passage');
    if (reflections.length === 0 || reflections.some(({ kind }) => kind === 'utility')) return;
    const range = tailOf(text, evidence.layout.contentEnd);
    const cut = text.trimEnd().endsWith('</s>') ? '' : '; no `</s>` ends it either, so it was probably cut';
    const turn = rollout.turns.length > 0 ? rollout.turns.length - 1 : null;
    report({ ...range, turn, message: `no \`[Utility:1]\` to \`[Utility:5]\` stands in the answer${cut}` });
  },
};
