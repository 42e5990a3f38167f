import { isObject, type JsonObject } from '../fields/values';

/** A shape of records that hold a question, what was retrieved, and an answer. */
export interface RagShape {
  readonly what: string;
  readonly question: readonly string[];
  readonly documents: readonly string[];
  readonly answer: readonly string[];
  readonly golds: readonly string[];
  /** Fields that hold a number which says how good the answer is. */
  readonly score: readonly string[];
  readonly weight: number;
  fits(record: JsonObject): boolean;
}

const has = (record: JsonObject, ...names: readonly string[]): boolean =>
  names.every((name) => Object.hasOwn(record, name));

const isText = (value: unknown): boolean => typeof value === 'string';

/** Every shape, the most particular first. */
const ragShapes: readonly RagShape[] = [
  {
    what: "RAGChecker's `query`, `response` and `retrieved_context`",
    question: ['query'],
    documents: ['retrieved_context'],
    answer: ['response'],
    golds: ['gt_answer'],
    score: [],
    weight: 0.9,
    fits: (record) => has(record, 'query', 'response', 'retrieved_context'),
  },
  {
    what: "GPT Researcher's `query`, `report` and `source_text`",
    question: ['query'],
    documents: ['source_text'],
    answer: ['report'],
    golds: [],
    score: [],
    weight: 0.9,
    fits: (record) => has(record, 'query', 'report', 'source_text'),
  },
  {
    what: 'a verdict on hallucination: `output`, `source` and `is_hallucination`',
    question: ['input'],
    documents: ['source'],
    answer: ['output'],
    golds: [],
    score: [],
    weight: 0.9,
    fits: (record) => has(record, 'output', 'source', 'is_hallucination'),
  },
  {
    what: "Ragas' `user_input`, `response` and `retrieved_contexts`",
    question: ['user_input'],
    documents: ['retrieved_contexts'],
    answer: ['response'],
    golds: ['reference'],
    score: [],
    weight: 0.9,
    fits: (record) =>
      has(record, 'user_input', 'response', 'retrieved_contexts') && isText(record['user_input']),
  },
  {
    what: "Self-RAG's baselines: `output` and `metric_result`",
    question: ['question', 'instruction'],
    documents: ['ctxs', 'top_contexts'],
    answer: ['output'],
    golds: ['answers', 'golds', 'answer'],
    score: ['metric_result'],
    weight: 0.9,
    fits: (record) =>
      has(record, 'output', 'metric_result') && (isText(record['question']) || isText(record['instruction'])),
  },
  {
    what: "Ragas' older `question`, `answer` and `contexts`",
    question: ['question'],
    documents: ['contexts'],
    answer: ['answer'],
    golds: ['ground_truth', 'ground_truths'],
    score: [],
    weight: 0.75,
    fits: (record) =>
      has(record, 'question', 'answer', 'contexts') &&
      isText(record['answer']) &&
      Array.isArray(record['contexts']) &&
      record['contexts'].every(isText),
  },
  {
    what: 'Haystack evaluations: `questions`, `contexts` or `retrieved_docs`, `predicted_answers`',
    question: ['questions', 'question'],
    documents: ['contexts', 'retrieved_docs', 'documents'],
    answer: ['predicted_answers', 'predicted_answer'],
    golds: ['true_answers', 'true_answer', 'ground_truth_answers'],
    score: ['sas'],
    weight: 0.85,
    fits: (record) =>
      (has(record, 'predicted_answers') || has(record, 'predicted_answer')) &&
      (isText(record['questions']) || isText(record['question'])),
  },
];

/** RAGChecker's comparison of two systems: `{query, gt_answer, model1: {response}, model2: {response}}`. */
export function isPair(record: JsonObject): boolean {
  return (
    has(record, 'query') &&
    [record['model1'], record['model2']].every((side) => isObject(side) && isText(side['response']))
  );
}

/** The shape of a record; null for others. */
export function ragShapeOf(record: unknown): RagShape | null {
  return isObject(record) ? (ragShapes.find((shape) => shape.fits(record)) ?? null) : null;
}
