import type { Container, FileSample, RecordReader } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { markedText } from './fields/marked-prompt';
import { textMember } from './fields/text-member';
import { numberOf, without } from './fields/values';
import { one } from './reading';

const KEYS = ['question', 'gold_answer', 'predict_answer', 'prompt', 'reward', 'rc'];

/** RAG-R1's evaluation results: the whole transcript stands in `prompt`. (RAG-R1: `evaluation/eval.py`) */
export const ragR1Eval: Container = {
  id: 'rag-r1-eval',
  title: 'RAG-R1 evaluation results',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample) => evidenceOfKeys(sample, KEYS, 0.95),
  reader: () => read,
};

const read: RecordReader = (record, parsed, file) => {
  const { value, text, reading } = textMember(record, parsed, 'prompt');
  if (reading) return reading;
  const marked = markedText(text, ['prompt']);
  const { question, reward } = value;
  const recorded = {
    ...(reward === undefined ? {} : { score: numberOf(reward) ?? reward }),
    ...without(value, 'prompt', 'question', 'gold_answer', 'reward'),
  };
  const found = {
    question: typeof question === 'string' ? question : marked.question,
    golds: goldsOf(value['gold_answer']),
    text: marked.text,
    recorded,
  };
  return one(record, file, found);
};
