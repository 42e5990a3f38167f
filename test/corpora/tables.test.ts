import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openFileSource } from '../../core/containers/file-source';
import { decode } from '../../core/containers/framing/decode';
import { parsedBy } from '../../core/containers/framing/parsed';
import { rowFormats } from '../../core/containers/rows';
import { isObject, valueAt, type JsonObject } from '../../core/containers/fields/values';
import { corpora, corpus } from './corpora';
import { read } from './reading';

// Every number and digest here was worked out from the files with pyarrow, csv, zipfile and hashlib.

/** Every row of a table, and where a record stands that is read by itself. */
async function rowsOf(
  name: string,
): Promise<{ format: string | undefined; rows: JsonObject[]; bytes: Buffer[] }> {
  const source = await openFileSource(corpus(name));
  const head = Buffer.from(await source.read(0, 256 * 1024));
  const format = rowFormats.find((each) => each.recognise(head, source.name));
  if (!format) throw new Error(`${name} is no table`);
  const framing = await format.framing(source, head);
  const rows: JsonObject[] = [];
  const bytes: Buffer[] = [];
  for await (const batch of framing.spans(source)) {
    for (const span of batch) {
      const parsed = parsedBy(framing, decode(span));
      if (parsed.ok && isObject(parsed.value)) rows.push(parsed.value);
      bytes.push(Buffer.from(await source.read(span.byteStart, span.byteEnd - span.byteStart)));
      if (framing.format !== 'parquet' && !span.made)
        expect(bytes.at(-1)?.equals(Buffer.from(span.bytes))).toBe(true);
    }
  }
  await source.close();
  return { format: framing.format, rows, bytes };
}

function digestOf(texts: readonly string[]): string {
  return createHash('sha256')
    .update(texts.map((text) => `${text}\n`).join(''))
    .digest('hex')
    .slice(0, 16);
}

/** File, rows, digest of the first message of each prompt, a value of the last row. */
const QUESTIONS = [
  ['deepresearcher/dev.parquet', 875, '92fea1f3661da8de', ['extra_info', 'index'], 'popqa_1026740'],
  [
    'rag-r1/hotpotqa_train_filter_test.parquet',
    252,
    '85ea5c0c69c19857',
    ['reward_model', 'ground_truth', 'target'],
    'producer',
  ],
  ['rag-r1/hotpotqa_train_filter_train.parquet', 4770, 'efd057a931f0d4e9', ['extra_info', 'index'], 4769],
  [
    'routerag/RL_dataset_dev.parquet',
    100,
    'f72fe7a53bbccec2',
    ['extra_info', 'supporting_facts'],
    '[["2015 MTV Video Music Awards", 1], ["Wildest Dreams (Taylor Swift song)", 0]]',
  ],
] as const;

/** File, format, records, columns, digest of the cells joined by 0x1F. */
const TABLES = [
  [
    'haystack-evaluation/aragog_detailed_all-MiniLM-L6-v2__top_k=3__chunk_size=64.csv',
    'csv',
    107,
    7,
    'cc04178e6841c932',
  ],
  [
    'haystack-evaluation/aragog_detailed_all-mpnet-base-v2__top_k=1__chunk_size=256.csv',
    'csv',
    107,
    7,
    '1a279317d7c4ffeb',
  ],
  [
    'haystack-evaluation/squad_extractive_detailed_all-MiniLM-L6-v2__top_k=3__chunk_size=10.csv',
    'csv',
    100,
    9,
    '5978376226083f0c',
  ],
  ['hipporag/hotpotqa_queries.named_entity_output.tsv', 'tsv', 1487, 5, 'c3e1bb31e1ca73c0'],
  ['r1-searcher/train_np_title_abs_sample_100.tsv', 'tsv', 100, 2, '5772dc5c30b64c78'],
] as const;

/** File, samples that hold a rollout, those with grade C, id of the first as a group. */
const LOGS = [
  ['inspect/2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval', 10, 0, '5'],
  ['inspect/2025-09-23T08-09-58-04-00_popularity_DN2wbX2ZvACsBpjwptzBRo.eval', 100, 63, '4'],
  ['inspect/2025-11-07T10-59-47-05-00_websearch-addition-problem_LqPDntDnkk4h2fSqQ8i6CE.eval', 1, 1, '1'],
  ['inspect/log_formats.eval', 1, 0, '1'],
  ['inspect/log_read_sample.eval', 1, 1, '1'],
  ['inspect/2025-05-12T20-27-36-04-00_browser.json', 1, 1, '1'],
  ['inspect/2025-05-12T20-28-13-04-00_popularity.json', 3, 2, '1'],
  ['inspect/log_formats.json', 1, 0, '1'],
] as const;

describe.skipIf(corpora === null)('tables and archives', () => {
  it.each(QUESTIONS)('%s holds questions', async (name, count, prompts, path, last) => {
    const { format, rows } = await rowsOf(name);
    expect(format).toBe('parquet');
    expect(rows).toHaveLength(count);
    expect(digestOf(rows.map((row) => String(valueAt(row, ['prompt', 0, 'content']))))).toBe(prompts);
    expect(valueAt(rows.at(-1), path)).toBe(last);
    const { file } = await read(name);
    expect(file.container.chosen).toMatchObject({ id: 'verl-data', holds: 'questions' });
    await file.close();
  });

  it.each(TABLES)('%s is a table', async (name, format, count, columns, cells) => {
    const table = await rowsOf(name);
    expect(table.format).toBe(format);
    expect(table.rows).toHaveLength(count);
    expect(Object.keys(table.rows[0] ?? {})).toHaveLength(columns);
    const inFile = name.startsWith('hipporag')
      ? inOrder(table.rows)
      : table.rows.map((row) => Object.values(row).join('\u001f'));
    expect(digestOf(inFile)).toBe(cells);
  });

  it.each(LOGS)('%s is a log of Inspect', async (name, count, correct, group) => {
    const { file, rollouts, broken } = await read(name);
    expect(file.container.chosen.id).toBe('inspect');
    expect([rollouts.length, broken]).toEqual([count, 0]);
    expect(rollouts.filter(({ recorded }) => recorded['score'] === 1)).toHaveLength(correct);
    expect(rollouts[0]?.recorded['group']).toBe(group);
    await file.close();
  });

  it("keeps the calls and results of Inspect's browser agent", async () => {
    const { rollouts } = await read('inspect/2025-05-12T20-27-36-04-00_browser.json');
    const [rollout] = rollouts;
    expect(rollout?.text.split('<tool_call>')).toHaveLength(5);
    expect(rollout?.text).toContain(
      '{"name":"web_browser_go","arguments":{"url":"https://www.aisi.gov.uk/"}}',
    );
    const events = rollout?.recorded['events'] as readonly JsonObject[];
    expect(['model', 'tool'].map((kind) => events.filter(({ event }) => event === kind).length)).toEqual([
      5, 4,
    ]);
    expect(rollout?.recorded).toMatchObject({
      task: 'browser',
      total_time: 18.517,
      uuid: 'ATYFNjyWUz4mZ5Dgj6yd4f',
    });
  });

  it('says that a trimmed log has no turn of an assistant', async () => {
    const { file, rollouts, withoutText } = await read('inspect/log_tool_call_error.json');
    expect([file.container.chosen.id, rollouts.length, withoutText]).toEqual(['inspect', 0, 1]);
  });
});

/** Cells in the order of the file: a column called `0` comes first in an object. */
function inOrder(rows: readonly JsonObject[]): string[] {
  const columns = ['Unnamed: 0', 'Unnamed: 0.1', '0', 'query', 'triples'];
  return rows.map((row) => columns.map((column) => row[column]).join('\u001f'));
}
