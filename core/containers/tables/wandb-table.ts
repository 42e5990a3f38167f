import type { Container, FileSample, RawRecord, RecordReader, RecordReading } from '../container';
import { OwnText } from '../fields/own-text';
import { questionOf } from '../fields/prompt';
import { numberOf } from '../fields/values';
import { jsonFraming } from '../framing/json';
import { jsonRecords } from '../json-records';
import { broken, NOTHING, rolloutOf } from '../reading';
import type { RolloutSource } from '../../trace/model';
import { trlParquet } from '../trl/trl-parquet';
import { inTable, rowOf, tableOf, type Table } from './table';

/** Readers of rows, the most particular first. */
const ROWS: readonly Container[] = [trlParquet, jsonRecords];

/**
 * Tables that weights & biases exports (`*.table.json`): `val/generations` of verl, with samples side by side in
 * `input_1`, `output_1`, `score_1`, …, TRL's `completions`, and others whose columns hold a rollout's text.
 */
export const wandbTable: Container = {
  id: 'wandb-table',
  title: 'Table exported from weights & biases',
  holds: 'rollouts',
  framings: ['json', 'lines'],
  // An object of two lists is else taken for one of records.
  cut: (head) =>
    /^\uFEFF?\s{0,64}\{\s{0,64}"(?:columns|data)"\s{0,8}:\s{0,64}\[/.test(head) && head.includes('"columns"')
      ? jsonFraming('single')
      : null,
  recognise({ records, name, framing }: FileSample) {
    const tables = records.flatMap(({ value }) => tableOf(value) ?? []);
    const [table] = tables;
    if (!table || tables.length * 2 <= records.length) return null;
    const columns = table.columns
      .slice(0, 5)
      .map((column) => `\`${column}\``)
      .join(', ');
    const because = `\`columns\` (${columns}) and \`data\` with ${table.rows.length} rows`;
    if (samplesIn(table).length > 0) return { weight: 0.95, because: `${because}; samples side by side` };
    const found = rowReader(table, name, framing).evidence;
    return found === null ? null : { weight: 0.9, because: `${because}; ${found}` };
  },
  reader:
    ({ name, framing }) =>
    (record, value, file) => {
      const table = tableOf(value);
      if (!table)
        return broken(
          record,
          'the record is no table: `columns` with names, and `data` with a list for each row',
        );
      return samplesIn(table).length > 0
        ? readSamples(record, table, file)
        : readRows(record, table, file, rowReader(table, name, framing).read);
    },
};

/** Rows that show which columns hold what. */
const SAMPLED = 200;

/** How the rows of a table are read, told from the first of them. */
function rowReader(
  table: Table,
  name: string,
  framing: FileSample['framing'],
): { readonly evidence: string | null; readonly read: RecordReader | null } {
  const rows = table.rows.slice(0, SAMPLED);
  const records = rows.map((_, at) => ({ text: '', value: rowOf(table, at) }));
  const sample: FileSample = { name, framing, records };
  for (const container of ROWS) {
    const evidence = container.recognise(sample);
    if (evidence) return { evidence: evidence.because, read: container.reader(sample) };
  }
  return { evidence: null, read: null };
}

function readRows(record: RawRecord, table: Table, file: string, read: RecordReader | null): RecordReading {
  if (!read) return { ...NOTHING, withoutText: 'no column of the table looks like the text of a rollout' };
  const rollouts: RolloutSource[] = [];
  let losses: RecordReading['losses'];
  let fault: string | null = null;
  for (const at of table.rows.keys()) {
    const reading = read(record, rowOf(table, at), file);
    losses ??= reading.losses;
    if (reading.fault) fault ??= `row ${at}: ${reading.fault.message}`;
    for (const rollout of reading.rollouts)
      rollouts.push(numbered(inTable(rollout, table, at), record, file, rollouts.length));
  }
  const reading = fault === null ? NOTHING : broken(record, fault);
  const withoutText = rollouts.length === 0 && fault === null ? 'no row of the table holds a text' : null;
  return { ...reading, rollouts, withoutText, ...(losses ? { losses } : {}) };
}

function numbered(rollout: RolloutSource, { index }: RawRecord, file: string, sample: number): RolloutSource {
  return { ...rollout, id: `${file}#${index}.${sample}`, sample };
}

/** Numbers of the samples that stand side by side in each row (`ValidationGenerationsLogger` of verl). */
function samplesIn({ columns }: Table): number[] {
  return columns.flatMap((column) => {
    const number = /^output_(\d{1,6})$/.exec(column)?.[1];
    return number !== undefined && columns.includes(`input_${number}`) ? [Number(number)] : [];
  });
}

function readSamples(record: RawRecord, table: Table, file: string): RecordReading {
  const rollouts: RolloutSource[] = [];
  const { columns, rows } = table;
  const at = (name: string): number => columns.indexOf(name);
  for (const [row, cells] of rows.entries()) {
    for (const number of samplesIn(table)) {
      const [input, output] = [at(`input_${number}`), at(`output_${number}`)];
      const [prompt, response] = [cells[input], cells[output]];
      if (typeof response !== 'string' || response === '') continue;
      const text = new OwnText();
      if (typeof prompt === 'string') text.add(prompt, 'prompt', ['data', row, input]);
      text.add(response, 'policy', ['data', row, output]);
      const score = numberOf(cells[at(`score_${number}`)]);
      const step = numberOf(cells[at('step')]);
      const golds = cells[at(`gts_${number}`)];
      const recorded = {
        ...(score === null ? {} : { score }),
        ...(step === null ? {} : { step }),
        sample: number,
      };
      const question = typeof prompt === 'string' ? questionOf(prompt) : null;
      const found = { question, golds: typeof golds === 'string' ? [golds] : [], text, recorded };
      rollouts.push(rolloutOf(record, file, found, rollouts.length));
    }
  }
  const withoutText = rollouts.length === 0 ? 'no row of the table holds a text' : null;
  return { ...NOTHING, rollouts, withoutText };
}
