import type { Container, FileSample, RecordReader } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { markedText } from './fields/marked-prompt';
import { isObject, kindOf, numberOf, valueAt, without, type JsonObject } from './fields/values';
import { guessed, withLosses } from './losses';
import { broken, NOTHING, one } from './reading';

/**
 * `intermediate_data.json` of an evaluation with FlashRAG, as ReSearch and ReCall run it: the dataset's fields, and an
 * `output` with the final response and its metrics.
 */
export const researchEval: Container = {
  id: 'research-eval',
  title: "FlashRAG evaluation's intermediate data",
  holds: 'rollouts',
  framings: ['json', 'lines'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, ['question', 'output'], 0.9, ({ output }) => hasResponse(output)),
  reader: () => read,
};

function hasResponse(output: unknown): output is JsonObject {
  return isObject(output) && Object.hasOwn(output, 'final_response');
}

const PATH = ['output', 'final_response'];
const SCORE = guessed("`score` is the evaluation's F1, which is what training rewards; EM stands beside it");
const EM = guessed("`score` is the evaluation's EM");

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`output\``);
  const { output } = value;
  if (!isObject(output)) return broken(record, `\`output\` is ${kindOf(output)}, not an object`);
  const text = output['final_response'];
  if (text === undefined || text === null || text === '')
    return { ...NOTHING, withoutText: '`output.final_response` is missing or empty' };
  if (typeof text !== 'string')
    return broken(record, `\`output.final_response\` is ${kindOf(text)}, not a string`);
  const { text: own, question } = markedText(text, PATH);
  const f1 = numberOf(valueAt(output, ['metric_score', 'f1']));
  const score = f1 ?? numberOf(valueAt(output, ['metric_score', 'em']));
  const golds = goldsOf(value['golden_answers'] ?? value['golden_answer'] ?? value['answer']);
  const recorded = {
    ...(score === null ? {} : { score }),
    ...without(output, 'final_response'),
    ...without(value, 'output', 'question', 'golden_answers', 'golden_answer'),
  };
  const asked = value['question'];
  const found = { question: typeof asked === 'string' ? asked : question, golds, text: own, recorded };
  return withLosses(one(record, file, found), [score === null ? null : f1 === null ? EM : SCORE]);
};
