import type { Container, FileSample, RecordReading, RawRecord } from './container';
import { broken, rolloutOf } from './reading';
import { goldsOf } from './fields/golds';
import { NO_DOCUMENTS, NO_GOLDS, withLosses } from './losses';
import { fieldsRead, objectReader, together } from './fields/record-of';
import { documentsAt, firstSource } from './fields/sources';
import { tracedText, type Source } from './fields/traced';
import { isObject, kindOf, valueAt, without, type JsonObject, type JsonPath } from './fields/values';

/**
 * Outputs of ALCE (princeton-nlp/ALCE): the completed human evaluation (data set → run → question id → `{question,
 * output, utility_score}`), and the result of one run (`{args, data: [{question, docs, output}]}`).
 */
export const alce: Container = {
  id: 'alce',
  title: 'ALCE outputs',
  holds: 'rollouts',
  framings: ['json'],
  recognise({ records }: FileSample) {
    const evaluated = records.filter(({ value }) => isEvaluated(value)).length;
    if (evaluated > 0 && evaluated * 2 >= records.length)
      return {
        weight: 0.9,
        because: '`question`, `output` and `utility_score` under data set, run and question id',
      };
    const [first] = records;
    if (records.length !== 1 || !isRun(first?.value)) return null;
    return { weight: 0.85, because: '`args`, and `question`, `docs` and `output` in `data`' };
  },
  reader: () => read,
};

function isEvaluated(value: unknown): boolean {
  const one = firstMember(firstMember(value));
  return isObject(one) && typeof one['output'] === 'string' && 'question' in one && 'utility_score' in one;
}

function isRun(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['args']) || !Array.isArray(value['data'])) return false;
  const one: unknown = value['data'][0];
  return isObject(one) && 'question' in one && 'docs' in one && 'output' in one && !('intermediate' in one);
}

function firstMember(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const [key] = Object.keys(value);
  return key === undefined ? undefined : value[key];
}

const read = objectReader('runs of ALCE', (record, value, file) =>
  Array.isArray(value['data']) ? readRun(record, value, file) : readEvaluation(record, value, file),
);

/** One record is a data set: its runs, and their questions. */
function readEvaluation(record: RawRecord, value: JsonObject, file: string): RecordReading {
  const rollouts = [];
  let sample = 0;
  for (const run of Object.keys(value)) {
    const questions = value[run];
    if (!isObject(questions))
      return broken(record, `\`${run}\` is ${kindOf(questions)}, not an object of questions`);
    for (const id of Object.keys(questions)) {
      const one = questions[id];
      // Beside the questions a run holds its own metrics.
      if (!isObject(one) || typeof one['output'] !== 'string') continue;
      const path = [run, id];
      const answer = textAt(value, [...path, 'output']);
      const question = textAt(value, [...path, 'question']);
      const text = tracedText({ question, answer });
      const recorded = {
        group: id,
        dataset: record.key ?? null,
        run,
        ...without(one, 'question', 'output'),
      };
      const found = { question: question?.text ?? null, golds: [], text, recorded };
      rollouts.push(rolloutOf(record, file, found, sample++));
    }
  }
  return withLosses({ rollouts, fault: null, withoutText: null }, [NO_DOCUMENTS, NO_GOLDS]);
}

function readRun(record: RawRecord, value: JsonObject, file: string): RecordReading {
  const data: readonly unknown[] = Array.isArray(value['data']) ? value['data'] : [];
  return together(
    data.flatMap((one, sample) => {
      if (!isObject(one)) return [];
      const at = ['data', sample] as const;
      const documents = documentsAt(value, [...at, 'docs']);
      const traced = {
        question: textAt(value, [...at, 'question']),
        steps: documents.length > 0 ? [{ query: null, documents }] : [],
        answer: textAt(value, [...at, 'output']),
      };
      const golds = goldsOf(one['answer'] ?? one['short_answers']);
      return [
        fieldsRead(
          record,
          file,
          { traced, golds, recorded: without(one, 'question', 'docs', 'output') },
          sample,
        ),
      ];
    }),
  );
}

function textAt(value: JsonObject, path: JsonPath): Source | null {
  const found = valueAt(value, path);
  return typeof found === 'string' && found !== '' ? { text: found, path } : firstSource(null, []);
}
