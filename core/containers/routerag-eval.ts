import type { Container, FileSample, RecordReader } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { markedText } from './fields/marked-prompt';
import { textMember } from './fields/text-member';
import { without } from './fields/values';
import { one } from './reading';

const KEYS = ['question', 'gold_answer', 'pred_answer', 'pred_type', 'reasoning_process'];

/** Results of RouteRAG's test: `deepqa_results/*.json`, the transcript in `reasoning_process`. */
export const routeragEval: Container = {
  id: 'routerag-eval',
  title: 'RouteRAG test results',
  holds: 'rollouts',
  framings: ['json', 'lines'],
  recognise: (sample: FileSample) => evidenceOfKeys(sample, KEYS, 0.95),
  reader: () => read,
};

/** Lines that say that the question was answered without searching, at once or after the turn limit. */
const DIRECT = '[Direct QA Mode]';
const FALLBACK = '[Fallback to Direct QA]';

const read: RecordReader = (record, parsed, file) => {
  const { value, text, reading } = textMember(record, parsed, 'reasoning_process');
  if (reading) return reading;
  const marked = markedText(text, ['reasoning_process']);
  const { question } = value;
  const mode = text.startsWith(DIRECT) ? 'direct' : text.includes(FALLBACK) ? 'fallback' : null;
  const recorded = {
    ...(mode === null ? {} : { mode }),
    ...without(value, 'reasoning_process', 'question', 'gold_answer'),
  };
  const found = {
    question: typeof question === 'string' ? question : marked.question,
    golds: goldsOf(value['gold_answer']),
    text: marked.text,
    recorded,
  };
  return one(record, file, found);
};
