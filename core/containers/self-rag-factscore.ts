import type { Container, FileSample, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { isObject, kindOf, without } from './fields/values';
import { broken, NOTHING, one } from './reading';
import { pathText } from './self-rag/path';

/**
 * Results of Self-RAG's long-form script for FActScore (AkariAsai/self-rag `retrieval_lm/run_long_form_static.py`): an
 * object a biography. The own text is the prompt and the best path.
 */
export const selfRagFactscore: Container = {
  id: 'self-rag-factscore',
  title: 'Self-RAG biographies (FActScore)',
  holds: 'rollouts',
  dialect: 'self-rag',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, ['input', 'output', 'topic', 'cat', 'intermediate'], 0.95),
  reader: () => read,
};

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`intermediate\``);
  const { input, intermediate } = value;
  if (!Array.isArray(intermediate))
    return broken(record, `\`intermediate\` is ${kindOf(intermediate)}, not a list of strings`);
  const asked = typeof input === 'string' ? input : null;
  const { text, losses } = pathText(asked, ['input'], intermediate, ['intermediate'], value['docs'], [
    'docs',
  ]);
  if (text.length === (asked?.length ?? 0)) return { ...NOTHING, withoutText: '`intermediate` is empty' };
  const recorded = without(value, 'input', 'intermediate');
  const reading = one(record, file, { question: asked?.trim() ?? null, golds: [], text, recorded });
  return losses.length > 0 ? { ...reading, losses } : reading;
};
