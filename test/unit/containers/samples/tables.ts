/** Containers of rows: tables of commas and tabs, which any number of units makes, and the fixtures of other formats. */
import { fixtureBytes } from '../rows/counting';
import { recordOf } from './pages';
import { unitsOf, variedValue, type Sample } from './sample';

/** A table of the fields of the page's record; what is no string is written as JSON, as pandas and `datasets` do not. */
function csv(id: string, rollouts: number, separator: ',' | '\t' = ','): Sample {
  const cell = (value: unknown): string =>
    `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
  const template = recordOf(id);
  if (typeof template !== 'object' || template === null)
    throw new Error(`${id} has no object to make rows of`);
  const row = (values: readonly unknown[]): string => `${values.map(cell).join(separator)}\r\n`;
  const form = separator === ',' ? 'csv' : 'tsv';
  return {
    id,
    form,
    name: `${id}.${form}`,
    options: {},
    rollouts,
    records: (units) => units,
    file: (units) =>
      Buffer.from(
        row(Object.keys(template)) +
          unitsOf(units, (index) => row(Object.values(variedValue(template, index) as object))).join(''),
      ),
    outside: new RegExp(
      `^(?:${Object.keys(template)
        .map((key) => `"${key}"`)
        .join('[,\t]')}|\\s)*$`,
    ),
  };
}

/** A fixture; `test/fixtures/tables` says how many rows it was given. */
function fixture(id: string, name: string, records: number, rollouts: number): Sample {
  return {
    id,
    form: name,
    name,
    options: {},
    rollouts,
    records: () => records,
    file: () => fixtureBytes(name),
    outside: null,
    fixed: true,
  };
}

export const tableSamples: readonly Sample[] = [
  csv('verl-jsonl', 1),
  csv('verl-jsonl', 1, '\t'),
  csv('json', 1),
  csv('trl-parquet', 1),
  csv('react-jsonl', 1),
  csv('self-rag-train', 1),
  csv('verifiers', 1),
  csv('trackio', 1),
  csv('questions', 0),
  csv('corpus', 0),
  fixture('trl-parquet', 'completions_00003.parquet', 1, 1),
  fixture('trl-parquet', 'completions.arrow', 1, 1),
  fixture('verl-data', 'questions.parquet', 1, 0),
  fixture('inspect', 'zstd.eval', 2, 2),
  fixture('trackio', 'project.db', 16, 16),
  fixture('trackio-metrics', 'metrics.db', 219, 0),
];
