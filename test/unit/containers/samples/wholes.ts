/** Containers whose file is one value: its units stand in lists or objects inside it. */
import { recordOf, exampleOf } from './pages';
import { jsonOf, unitsOf, variedValue, type Sample } from './sample';
import { parseFields } from '../../../../core/containers/fields/field-map';

const WHOLE = { options: {}, records: (): number => 1, outside: /^\s*$/ };

/** Replaces the first element of a list, or the first member of an object, at `path` by as many as are asked for. */
function grown(value: unknown, path: readonly string[], units: number): unknown {
  const [key, ...rest] = path;
  if (Array.isArray(value)) return unitsOf(units, (index) => variedValue(value[0], index));
  if (typeof value !== 'object' || value === null) throw new Error(`nothing to grow at ${path.join('.')}`);
  if (key === undefined) {
    const [first = ['', null]] = Object.entries(value);
    return Object.fromEntries(
      unitsOf(units, (index) => [`${first[0]}_${index}`, variedValue(first[1], index)]),
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === key ? grown(each, rest, units) : each]),
  );
}

/** One object whose units stand in the lists at `paths`, which run side by side. */
function whole(id: string, rollouts: number, ...paths: readonly (readonly string[])[]): Sample {
  const { name } = exampleOf(id);
  const record = recordOf(id);
  const file = (units: number): Buffer =>
    Buffer.from(JSON.stringify(paths.reduce<unknown>((value, path) => grown(value, path, units), record)));
  return { ...WHOLE, id, form: 'whole', name, rollouts, file };
}

/** An object that is one by what it is: settings, a state. */
function single(id: string): Sample {
  const { name } = exampleOf(id);
  const text = JSON.stringify(recordOf(id), null, 1);
  const file = (): Buffer => Buffer.from(text);
  return { ...WHOLE, id, form: 'single', name, rollouts: 0, file, fixed: true };
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** Spans of as many traces. */
function spans(form: 'array' | 'lines'): Sample {
  const all = JSON.parse(exampleOf('otel-spans').text) as unknown[];
  const texts = (units: number): string[] =>
    unitsOf(units, (index) =>
      all.map((span) =>
        jsonOf(variedValue(span, index), index).replaceAll(TRACE, index.toString(16).padStart(32, '0')),
      ),
    ).flat();
  const file = (units: number): Buffer =>
    Buffer.from(
      form === 'array'
        ? `[${texts(units).join(',\n')}]`
        : texts(units)
            .map((text) => `${text}\n`)
            .join(''),
    );
  const name = form === 'array' ? 'otel-spans.json' : 'otel-spans.jsonl';
  // Lines that are sorted by trace are cut at each.
  const records = form === 'array' ? WHOLE.records : (units: number): number => units;
  return { ...WHOLE, id: 'otel-spans', form, name, rollouts: 1, records, file };
}

/** The example of the page, whose fields a map names. */
function mappedFile(): Sample {
  const fields = parseFields({
    text: 'choices[0].said',
    question: 'item.ask',
    golds: 'item.gold',
    score: 'ok',
  });
  if (typeof fields === 'string') throw new Error(fields);
  const record = recordOf('mapped');
  const unit = (index: number): string => `${jsonOf(variedValue(record, index), index)}\n`;
  const file = (units: number): Buffer => Buffer.from(unitsOf(units, unit).join(''));
  const records = (units: number): number => units;
  const rest = { options: { fields }, outside: /^\s*$/, apart: true };
  return { ...rest, id: 'mapped', form: 'lines', name: 'mapped.jsonl', rollouts: 1, records, file };
}

/** The logged steps of a trainer's state: each is a record where it stands in the list. */
function trainerState(): Sample {
  const step = (index: number): string =>
    `    { "epoch": 0.5, "loss": 0.0421, "reward": 0.4375, "step": ${index} }`;
  const file = (units: number): Buffer =>
    Buffer.from(
      `{\n  "epoch": 1.0,\n  "log_history": [\n${unitsOf(units, step).join(',\n')}\n  ],\n  "x": [1]\n}\n`,
    );
  const records = (units: number): number => units;
  const outside = /^(?:\{\s*"epoch": 1.0,\s*"log_history": \[)?[\s,]*(?:\],\s*"x": \[1\]\s*\}\s*)?$/;
  const rest = { options: {}, rollouts: 0, apart: true };
  return { ...rest, id: 'trl-metrics', form: 'list', name: 'trainer_state.json', records, file, outside };
}

/** Reports of ALCE under the name of their task and file; the objects beside them are records of their own. */
function alce(): Sample {
  const record = recordOf('alce');
  const file = (units: number): Buffer =>
    Buffer.from(JSON.stringify(grown(record, ['asqa', 'asqa-run.json'], units)));
  const outside = /^[{}\s,]*(?:"\w+"[\s:]*)?$/;
  return {
    ...WHOLE,
    id: 'alce',
    form: 'nested',
    name: 'alce.json',
    rollouts: 1,
    records: () => 2,
    file,
    outside,
  };
}

export const wholeSamples: readonly Sample[] = [
  alce(),
  whole('self-rag-short', 1, ['preds'], ['prompts'], ['metric_results'], ['all_results']),
  whole('self-rag-long', 1, ['data']),
  whole('rq-rag', 1, ['all_preds'], ['prompts'], ['metric_results'], ['all_results'], ['golds']),
  whole('openie-cache', 0, ['docs']),
  whole('rag-records', 1, ['results']),
  whole('inspect', 1, ['samples']),
  whole('wandb-table', 1, ['data']),
  single('settings'),
  single('verifiers-metadata'),
  single('dataset-folder'),
  spans('array'),
  spans('lines'),
  mappedFile(),
  trainerState(),
];
