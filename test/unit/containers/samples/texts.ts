/** Containers of plain text: what stands between records is said line by line. */
import { exampleOf } from './pages';
import { unitsOf, varied, type Sample } from './sample';

/** How a text is put together from its units. */
interface Text {
  readonly form?: string;
  readonly name?: string;
  /** Rollouts and records that a unit makes. */
  readonly rollouts: number;
  readonly records?: number;
  /** Records before the first unit. */
  readonly first?: number;
  /** What stands before the first unit, and between units. */
  readonly head?: string;
  readonly between?: string;
  /** What may stand outside of records, blanks aside. */
  readonly outside?: RegExp;
  /** The text of a unit, where it is not the page's example with varied words. */
  readonly unit?: (index: number) => string;
}

function text(id: string, shape: Text): Sample {
  const example = exampleOf(id);
  const {
    form = 'text',
    name = example.name,
    rollouts,
    records = 1,
    first = 0,
    head = '',
    between = '',
  } = shape;
  const unit = shape.unit ?? ((index: number): string => varied(example.text, index));
  return {
    id,
    form,
    name,
    options: {},
    rollouts,
    records: (units) => first + units * records,
    file: (units) => Buffer.from(head + unitsOf(units, unit).join(between)),
    outside: shape.outside ?? /^\s*$/,
  };
}

/** Texts of the pages, read once. */
const CHAINS = exampleOf('adaptive-rag-chains').text;
const PASSAGES = exampleOf('crag').text;
const METRICS = exampleOf('metric-lines').text;
const REACT = exampleOf('react-log').text;

const TRIALS = '------------- BEGIN CORRECT AGENTS -------------\n\n';

/** A sample as verl's reward manager prints it. */
const console = (index: number): string =>
  `step:${index} - a/b:1\n[prompt] user\nQuestion: Which river?\nassistant\n\n[response] <think>é</think>\n\n<answer>Melka 😀 ${index}</answer>\n` +
  "[ground_truth] {'target': array(['Melka'], dtype=object)}\n[score] 1.0\n";

export const textSamples: readonly Sample[] = [
  text('adaptive-rag-chains', {
    rollouts: 1,
    between: '\n',
    unit: (index) => varied(CHAINS, index).replace('zorvia_1', `zorvia_${index}`),
  }),
  text('autodidact-log', { rollouts: 1, outside: /^\s*(?:-{40}\s*)?$/ }),
  // The question tells one record from the next.
  text('crag', {
    rollouts: 1,
    unit: (index) => varied(PASSAGES, index).replaceAll('Which', `Which ${index} é`),
  }),
  text('crag-knowledge', { rollouts: 0, records: 2 }),
  text('lats-log', { rollouts: 1 }),
  text('metric-lines', {
    rollouts: 0,
    records: 2,
    unit: (index) => varied(`the Melka begins\n${METRICS}`, index),
    outside: /^(?:the Melka [^\n]*\n|\+ python3[^\n]*\n|Training Progress[^\n]*\n|\s)*$/,
  }),
  text('plain-text', { rollouts: 1, between: '\n\n' }),
  text('plain-text', {
    form: 'numbered',
    name: 'numbered.txt',
    rollouts: 1,
    unit: (index) => `${index + 1}. <think>é 😀 ${index}</think>\n<answer>Melka</answer>\n`,
  }),
  text('r1-searcher-log', { rollouts: 1, outside: /^(?:[^\n]*Sent JSON[^\n]*\n|\s)*$/ }),
  text('react-log', {
    rollouts: 1,
    // The heading of the trials is a record without a rollout.
    first: 1,
    head: TRIALS,
    between: '\n',
    unit: (index) => varied(REACT.slice(TRIALS.length), index),
  }),
  text('search-r1-log', {
    rollouts: 1,
    outside: /^(?:\(main_task pid=123\) (?:epoch 0, step 12|ACTIVE_TRAJ_NUM[^\n]*)\n|\s)*$/,
  }),
  text('search-r1-log', { form: 'console', name: 'verl.log', rollouts: 1, records: 2, unit: console }),
  text('rezero-eval', {
    form: 'results',
    name: 'results.txt',
    rollouts: 1,
    head: `EVALUATION RESULTS\n${'='.repeat(18)}\n`,
    unit: (index) =>
      `Q${index + 1}: Which river?\nCorrect: ✓\nResponse: <answer>Melka é😀 ${index}</answer>\n${'-'.repeat(40)}\n`,
    outside: /^(?:EVALUATION RESULTS|[=-]+|\s)*$/,
  }),
];
