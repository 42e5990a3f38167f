import type { Container, FileSample, Loss, RawRecord, RecordReading } from './container';
import { goldsOf } from './fields/golds';
import { NO_DOCUMENTS, NO_GOLDS, NO_QUESTION, QUERY_GUESSED, withLosses } from './losses';
import { fieldsRead, objectReader, together } from './fields/record-of';
import { documentsAt, sourceAt } from './fields/sources';
import type { FoundDocument, Source } from './fields/traced';
import { isObject, numberOf, valueAt, without, type JsonObject, type JsonPath } from './fields/values';
import { isPair, ragShapeOf, type RagShape } from './rag-records/shapes';
import { NOTHING } from './reading';

/**
 * Records of question, retrieved context and answer, as evaluation tools take them: RAGChecker, Ragas, Haystack, and
 * GPT Researcher's hallucination evaluation. RAGChecker's input keeps them in a list under `results`.
 */
export const ragRecords: Container = {
  id: 'rag-records',
  title: 'Records of question, retrieved context and answer',
  holds: 'rollouts',
  framings: ['lines', 'json', 'rows'],
  recognise({ records }: FileSample) {
    const values = records.flatMap(({ value }) => resultsOf(value) ?? [value]);
    const shapes = values.flatMap((value) => ragShapeOf(value) ?? []);
    const pairs = values.filter((value) => isObject(value) && isPair(value)).length;
    const fitting = shapes.length + pairs;
    if (fitting === 0 || fitting * 2 < values.length) return null;
    const [first] = shapes;
    const what = first
      ? first.what
      : "RAGChecker's comparison of two systems: `query`, `model1` and `model2`";
    const weight = first?.weight ?? 0.9;
    return {
      weight: (weight * fitting) / values.length,
      because: `${what} in ${fitting} of the first ${values.length} records`,
    };
  },
  reader: () => read,
};

/** RAGChecker's list of records in one object. */
function resultsOf(value: unknown): readonly unknown[] | null {
  const results: unknown = isObject(value) ? value['results'] : undefined;
  return Array.isArray(results) && results.some((result) => ragShapeOf(result) !== null) ? results : null;
}

const read = objectReader('a question and an answer', (record, value, file) => {
  const results = resultsOf(value);
  if (results)
    return together(results.map((_, sample) => readShape(record, value, ['results', sample], file, sample)));
  if (isPair(value)) return readPair(record, value, file);
  return readShape(record, value, [], file, null);
});

function readShape(
  record: RawRecord,
  root: JsonObject,
  path: JsonPath,
  file: string,
  sample: number | null,
): RecordReading {
  const value = valueAt(root, path);
  const shape = ragShapeOf(value);
  if (!isObject(value) || !shape)
    return { ...NOTHING, withoutText: 'the record holds no question with an answer and its context' };
  const question = firstAt(root, path, shape.question);
  const documents = documentsIn(root, path, shape);
  const golds = shape.golds.map((name) => goldsOf(value[name])).find((found) => found.length > 0) ?? [];
  const traced = {
    question,
    steps: documents.length > 0 ? [{ query: null, documents }] : [],
    answer: firstAt(root, path, shape.answer),
  };
  const score = shape.score.map((name) => numberOf(value[name])).find((found) => found !== null);
  const taken = [...shape.question, ...shape.documents, ...shape.answer, ...shape.golds];
  const recorded = { ...(score === undefined ? {} : { score }), ...without(value, ...taken) };
  const losses: Loss[] = [];
  if (!question) losses.push(NO_QUESTION);
  else if (documents.length > 0) losses.push(QUERY_GUESSED);
  if (documents.length === 0) losses.push(NO_DOCUMENTS);
  if (shape.golds.length === 0) losses.push(NO_GOLDS);
  return withLosses(fieldsRead(record, file, { traced, golds, recorded }, sample), losses);
}

function firstAt(root: JsonObject, path: JsonPath, names: readonly string[]): Source | null {
  for (const name of names) {
    const found = sourceAt(root, [...path, name]);
    if (found) return found;
  }
  return null;
}

function documentsIn(root: JsonObject, path: JsonPath, shape: RagShape): FoundDocument[] {
  for (const name of shape.documents) {
    const found = documentsAt(root, [...path, name]);
    if (found.length > 0) return found;
  }
  return [];
}

/** Two systems' answers to one question: a rollout each. */
function readPair(record: RawRecord, value: JsonObject, file: string): RecordReading {
  const golds = goldsOf(value['gt_answer']);
  const rest = without(value, 'query', 'gt_answer', 'model1', 'model2');
  const readings = ['model1', 'model2'].map((side, sample) => {
    const system = value[side];
    const about = isObject(system) ? without(system, 'response') : {};
    const traced = { question: sourceAt(value, ['query']), answer: sourceAt(value, [side, 'response']) };
    return fieldsRead(record, file, { traced, golds, recorded: { side, ...about, ...rest } }, sample);
  });
  return withLosses(together(readings), [NO_DOCUMENTS]);
}
