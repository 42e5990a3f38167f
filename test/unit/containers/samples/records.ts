/** Containers whose records are single values: a line, an element or a member each. */
import { exampleOf, memberOf, recordOf } from './pages';
import { jsonOf, unitsOf, variedValue, type Sample } from './sample';

const REST = { options: {}, records: (units: number): number => units, apart: true };

/** JSON Lines. */
function lines(id: string, rollouts: number): Sample {
  const template = recordOf(id);
  const unit = (index: number): string => `${jsonOf(variedValue(template, index), index)}\n`;
  const file = (units: number): Buffer => Buffer.from(unitsOf(units, unit).join(''));
  return { ...REST, id, form: 'lines', name: `${id}.jsonl`, rollouts, file, outside: /^\s*$/ };
}

/** A JSON array, each element on lines of its own. */
function array(id: string, rollouts: number): Sample {
  const template = recordOf(id);
  const unit = (index: number): string =>
    index % 2 === 0
      ? JSON.stringify(variedValue(template, index), null, 2)
      : jsonOf(variedValue(template, index), index);
  const file = (units: number): Buffer => Buffer.from(`[\n${unitsOf(units, unit).join(',\n')}\n]\n`);
  return { ...REST, id, form: 'array', name: `${id}.json`, rollouts, file, outside: /^[\s,[\]]*$/ };
}

/** One object of records. */
function map(id: string, rollouts: number): Sample {
  const template = memberOf(id);
  const unit = (index: number): string => `"é_${index}": ${jsonOf(variedValue(template, index), index)}`;
  const file = (units: number): Buffer => Buffer.from(`{${unitsOf(units, unit).join(', ')}}`);
  const outside = /^[\s,{}]*(?:"é_\d+"[\s:]*)?$/;
  return { ...REST, id, form: 'map', name: exampleOf(id).name, rollouts, file, outside };
}

/** Containers whose records stand on lines as well as in arrays, by the form that their writers choose. */
const LINES: readonly (readonly [id: string, rollouts: number])[] = [
  ['chat-messages', 1],
  ['fanoutqa', 1],
  ['json', 1],
  ['metrics', 0],
  ['openai-calls', 1],
  ['q-rag', 1],
  ['r1-searcher', 1],
  ['r3ag-routing', 1],
  ['rag-r1-eval', 1],
  ['react-jsonl', 1],
  ['reports', 1],
  ['research-jsonl', 1],
  ['rezero-chat-states', 1],
  ['self-rag-factscore', 1],
  ['self-rag-train', 1],
  ['trackio', 1],
  ['trackio-metrics', 0],
  ['trl-parquet', 1],
  ['twenty-questions', 1],
  ['verifiers', 1],
  ['verifiers-traces', 1],
  ['verl-data', 0],
  ['verl-jsonl', 1],
  ['verl-metrics', 0],
  ['webdancer', 1],
  ['corpus', 0],
];

const ARRAYS: readonly (readonly [id: string, rollouts: number])[] = [
  ['dr-tulu', 1],
  ['hipporag-results', 1],
  ['questions', 0],
  ['research-eval', 1],
  ['rezero-eval', 1],
  ['routerag-eval', 1],
  ['search-o1', 1],
];

export const recordSamples: readonly Sample[] = [
  ...LINES.map(([id, rollouts]) => lines(id, rollouts)),
  ...ARRAYS.map(([id, rollouts]) => array(id, rollouts)),
  map('fireact', 1),
  map('adaptive-rag-classifier', 1),
  map('adaptive-rag-routed', 1),
  map('adaptive-rag-predictions', 1),
  map('adaptive-rag-labels', 0),
  map('search-cache', 0),
];

/** The same records in the other form: it must not matter. */
export const twins: readonly (readonly [lines: Sample, array: Sample])[] = [...LINES, ...ARRAYS].map(
  ([id, rollouts]) => [lines(id, rollouts), array(id, rollouts)],
);
