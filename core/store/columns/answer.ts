import { cellText, LONGEST_LIST, type Column } from './column';

/** What was answered, and how right it is. Rewards may take another answer, or none: that shows in the reward. */
export const answerColumns: readonly Column[] = [
  {
    id: 'answer',
    title: 'Answer',
    kind: 'text',
    family: 'answer',
    explanation:
      'What the policy answered, its first 2,000 characters; unknown where it gave no complete answer.',
    shown: true,
    width: 200,
    of: ({ rollout: { answer } }) => (answer === null ? null : cellText(answer.text)),
  },
  {
    id: 'golds',
    title: 'Golds',
    kind: 'list',
    family: 'answer',
    explanation: `The accepted answers, at most ${LONGEST_LIST}; empty where the file holds none.`,
    shown: true,
    width: 200,
    of: ({ rollout: { golds } }) => golds.slice(0, LONGEST_LIST).map(cellText),
  },
  {
    id: 'em',
    title: 'EM',
    kind: 'integer',
    family: 'answer',
    explanation:
      'Exact match, 0 or 1, of the answer with a gold, both normalised; 0 without an answer, unknown without golds.',
    shown: true,
    width: 48,
    of: ({ fit }) => fit.em,
  },
  {
    id: 'f1',
    title: 'F1',
    kind: 'number',
    family: 'answer',
    explanation: 'Token F1 of the same answer, from 0 to 1, the best over the golds; unknown without golds.',
    shown: true,
    width: 56,
    of: ({ fit }) => fit.f1,
  },
  {
    id: 'correct',
    title: 'Correct',
    kind: 'flag',
    family: 'answer',
    explanation:
      'Whether the policy’s own answer equals a gold once both are normalised; unknown without golds or answer.',
    shown: false,
    width: 64,
    of: ({ evidence }) => evidence.correct,
  },
];
