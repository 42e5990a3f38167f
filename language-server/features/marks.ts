import type { MarkKind } from '../../core/trace/model';

/** What each kind of mark is called, and what it says where the dialect has no words of its own for it. */
export const MARKS: Readonly<Record<MarkKind, { readonly name: string; readonly meaning: string }>> = {
  retrieval: { name: 'retrieval', meaning: 'Whether the policy wants a passage for what it says next.' },
  relevance: { name: 'relevance', meaning: 'Whether the passage helps to answer.' },
  support: { name: 'support', meaning: 'Whether the passage supports what was said.' },
  utility: { name: 'utility', meaning: 'How useful the answer is.' },
  path: { name: 'planned path', meaning: 'The actions so far and those that the policy plans.' },
  reflection: { name: 'reflection', meaning: 'What the policy says of what it did before.' },
  action: { name: 'action', meaning: 'An action that neither searches nor answers.' },
  'short-answer': { name: 'short answer', meaning: 'An answer before the final one.' },
  verdict: { name: 'verdict', meaning: 'What the environment says of the answer.' },
};
