import type { Container, FileSample, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, without, type JsonObject } from './fields/values';
import { broken, NOTHING, one } from './reading';
import { addInstruction } from './self-rag/texts';

/** A reflection token, by its bracket and first letter; instructions of other sets hold none in their output. */
const TOKEN =
  /\[(?:No Retrieval|Retrieval|Continue to Use Evidence|Irrelevant|Relevant|Fully supported|Partially supported|No support \/ Contradictory|Not Grounded|Grounded|Utility:[1-5])\]/;

/** Training rows of Self-RAG's generator, and of its critic: instruction tuning with reflection tokens in `output`. */
export const selfRagTrain: Container = {
  id: 'self-rag-train',
  title: 'Self-RAG training rows',
  holds: 'rollouts',
  dialect: 'self-rag',
  framings: ['lines', 'json', 'rows'],
  recognise(sample: FileSample) {
    const fits = (record: JsonObject): boolean =>
      typeof record['output'] === 'string' && TOKEN.test(record['output']);
    const generator = evidenceOfKeys(
      sample,
      ['instruction', 'output', 'input', 'id', 'dataset_name'],
      0.95,
      fits,
    );
    return generator ?? evidenceOfKeys(sample, ['instruction', 'output', 'input'], 0.8, fits);
  },
  reader: () => read,
};

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(
      record,
      `the record is ${kindOf(value)}, not an object with \`instruction\` and \`output\``,
    );
  const { output, instruction } = value;
  if (typeof output !== 'string') return broken(record, `\`output\` is ${kindOf(output)}, not a string`);
  if (output === '') return { ...NOTHING, withoutText: '`output` is empty' };
  const text = new OwnText();
  addInstruction(text, value);
  text.add(output, 'policy', ['output']);
  return one(record, file, {
    question: typeof instruction === 'string' ? instruction.trim() : null,
    golds: [],
    text,
    recorded: without(value, 'instruction', 'output', 'input'),
  });
};
