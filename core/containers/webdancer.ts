import type { Container } from './container';
import { evidenceOfKeys } from './fields/keys';
import { readerAt } from './fields/reader-at';

/** WebDancer's trajectories: `sample_traj.jsonl`, one a line (Alibaba-NLP/WebAgent, `WebDancer/datasets`). */
export const webdancer: Container = {
  id: 'webdancer',
  title: 'WebDancer trajectories',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample) =>
    evidenceOfKeys(sample, ['type', 'task', 'messages', 'functions', 'answer', 'tag'], 0.95, ({ messages }) =>
      Array.isArray(messages),
    ),
  reader: () =>
    readerAt(
      { kind: 'messages', path: ['messages'], prompt: null, weight: 1, because: '' },
      { question: [], golds: [['answer']], score: [], step: [], group: [] },
    ),
};
