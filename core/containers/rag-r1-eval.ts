import type { Container, FileSample } from './container';
import { evidenceOfKeys } from './fields/keys';
import { transcriptReader } from './fields/transcript';
import { numberOf, without } from './fields/values';

const KEYS = ['question', 'gold_answer', 'predict_answer', 'prompt', 'reward', 'rc'];

/** RAG-R1's evaluation results: the whole transcript stands in `prompt`. (RAG-R1: `evaluation/eval.py`) */
export const ragR1Eval: Container = {
  id: 'rag-r1-eval',
  title: 'RAG-R1 evaluation results',
  holds: 'rollouts',
  dialect: 'rag-r1',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample) => evidenceOfKeys(sample, KEYS, 0.95),
  reader: () =>
    transcriptReader('prompt', (value) => {
      const { reward } = value;
      return {
        ...(reward === undefined ? {} : { score: numberOf(reward) ?? reward }),
        ...without(value, 'prompt', 'question', 'gold_answer', 'reward'),
      };
    }),
};
