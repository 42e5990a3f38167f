import { describe, expect, it } from 'vitest';
import { RowReader } from '../../../../core/store/ingest/row-reader';
import { columns } from '../../../../core/store/columns';
import { LONGEST_CELL } from '../../../../core/store/columns/column';
import { eachRecorded } from '../../../../core/store/columns/recorded-values';
import type { Cell } from '../../../../core/protocol/store';
import { entriesOf, jsonl, opened } from '../../rollouts/opened';

const PROMPT =
  'answer inside <answer> and </answer>, for example <answer> Beijing </answer>. Question: Who wrote Velmar?\n';

/** Two turns; the first search brings two documents, of which the second holds the gold; the second brings one. */
const OUTPUT =
  '<think>I must look.</think>\n<search>Velmar author</search>\n' +
  '<information>Doc 1(Title: "Velmar") A book of the coast.\nDoc 2(Title: "Tarn") Ilse Tarn wrote it.</information>\n' +
  '<think>Once more.</think>\n<search>Velmar author?</search>\n' +
  '<information>Doc 1(Title: "Tarn") Born as Ilse Tarn.</information>\n' +
  '<think>Known.</think>\n<answer> ilse tarn </answer>';

type Row = Readonly<Record<string, Cell>>;

/** All columns of the rollouts of a verl dump with these records. */
async function rowsOf(name: string, ...records: readonly object[]): Promise<Row[]> {
  const file = await opened(name, jsonl(...records), { findings: false });
  const reader = new RowReader(file, { severities: {}, profile: 'auto' });
  const rows: Row[] = [];
  for (const entry of await entriesOf(file))
    for (const source of reader.rows(entry).sources)
      rows.push(Object.fromEntries(columns.map(({ id, of }) => [id, of(source)])));
  return rows;
}

const rowOf = async (record: object, name = 'step_40.jsonl'): Promise<Row> =>
  (
    await rowsOf(name, { input: PROMPT, output: OUTPUT, gts: { target: ['Ilse Tarn'] }, score: 0, ...record })
  )[0] ?? {};

describe('the registry', () => {
  it('names each column once, in lower-case words', () => {
    const ids = columns.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
  });

  it('explains each column in a sentence', () => {
    for (const { explanation } of columns) expect(explanation).toMatch(/^[A-Z`].*\.$/);
  });
});

describe('a rollout of two searches', () => {
  it('is told by what the file says of it', async () => {
    expect(await rowOf({ step: 7, uid: 'q3_0_1', score: 0.5 })).toMatchObject({
      step: 7,
      group: 'q3',
      example: 'q3_0_1',
      question: 'Who wrote Velmar?',
      score: 0.5,
    });
  });

  it('has the step of its file where it says none, and none where neither does', async () => {
    expect((await rowOf({}))['step']).toBe(40);
    expect((await rowOf({}, 'dump.jsonl'))['step']).toBeNull();
  });

  it('has its answer compared with the golds', async () => {
    expect(await rowOf({})).toMatchObject({
      answer: 'ilse tarn',
      golds: ['Ilse Tarn'],
      em: 1,
      f1: 1,
      correct: true,
      reward: 1,
      reward_differs: true,
    });
  });

  it('counts half of a name as F1: both words given, one wanted', async () => {
    // Precision 1/2, recall 1: 2 · 0.5 · 1 / 1.5.
    const row = await rowOf({ gts: { target: ['Tarn'] } });
    expect(row).toMatchObject({ em: 0, correct: false, reward: 0, reward_differs: false });
    expect(row['f1']).toBeCloseTo(2 / 3, 12);
  });

  it('is measured', async () => {
    expect(await rowOf({})).toMatchObject({
      turns: 3,
      searches: 2,
      queries: 2,
      queries_per_search: 1,
      documents: 3,
      // `<think>` and `</think>` are 15 characters: 12 + 10 + 6 more.
      think_chars: 3 * 15 + 12 + 10 + 6,
      search_chars: 2 * 17 + 13 + 14,
      answer_chars: 17 + 11,
      prompt_chars: PROMPT.length,
      response_chars: OUTPUT.length,
      closed: true,
      truncated: false,
      invalid: false,
    });
  });

  it('found the gold in the second document of the first turn, and at rank 1 in the second', async () => {
    expect(await rowOf({})).toMatchObject({ gold_retrieved: true, gold_rank: 1, gold_turn: 1 });
  });

  it('knows nothing of a gold that says nothing, and says where none was found', async () => {
    const closed = await rowOf({ gts: { target: ['yes'] } });
    expect(closed).toMatchObject({ gold_retrieved: null, gold_rank: null, gold_turn: null });
    const absent = await rowOf({ gts: { target: ['Orla Finn'] } });
    expect(absent).toMatchObject({ gold_retrieved: false, gold_rank: null, gold_turn: null });
  });

  it('is found to repeat its query, which is a warning', async () => {
    const row = await rowOf({});
    expect(row['findings']).toContain('repeated-query');
    expect(row['warnings']).toBe(1);
    expect(row['errors']).toBe(0);
    expect(row['finding_count']).toBe(Number(row['warnings']) + Number(row['errors']) + Number(row['notes']));
  });

  it('does not know what it cost', async () => {
    expect(await rowOf({})).toMatchObject({ ms: null, prompt_tokens: null, response_tokens: null });
  });
});

describe('a rollout without golds', () => {
  it('is not scored', async () => {
    const row = await rowOf({ gts: undefined, step: 1 });
    expect(row).toMatchObject({
      golds: [],
      em: null,
      f1: null,
      correct: null,
      reward: null,
      reward_differs: null,
    });
  });
});

describe('a rollout that is cut off', () => {
  it('has open tags and no answer', async () => {
    const row = await rowOf({ output: '<think>I must look' });
    expect(row).toMatchObject({ answer: null, em: 0, closed: false, searches: 0, queries_per_search: null });
    expect(row['findings']).toEqual(expect.arrayContaining(['truncated', 'missing-answer']));
  });

  it('keeps no half of a character in a long cell', async () => {
    const question = `${'x'.repeat(LONGEST_CELL - 1)}🐦 and more`;
    expect((await rowOf({ question }))['question']).toBe('x'.repeat(LONGEST_CELL - 1));
  });
});

describe('what a rollout cost', () => {
  it('is read from the names that evaluations and spans use', async () => {
    expect(
      await rowOf({ timing: { total: 1.5 }, token_usage: { input_tokens: 10, output_tokens: 4 } }),
    ).toMatchObject({ ms: 1500, prompt_tokens: 10, response_tokens: 4 });
    expect(
      await rowOf({ generation_ms: 12, usage: { prompt_tokens: 3, completion_tokens: 2 } }),
    ).toMatchObject({
      ms: 12,
      prompt_tokens: 3,
      response_tokens: 2,
    });
    const models = { a: { input_tokens: 5, output_tokens: 1 }, b: { input_tokens: 6 } };
    expect(await rowOf({ total_time: 2, model_usage: models })).toMatchObject({
      ms: 2000,
      prompt_tokens: 11,
      response_tokens: 1,
    });
  });

  it('is unknown where the value is no amount', async () => {
    expect(await rowOf({ ms: -1, prompt_tokens: 'many', output_tokens: true })).toMatchObject({
      ms: null,
      prompt_tokens: null,
      response_tokens: null,
    });
  });
});

describe('recorded values', () => {
  it('are the scalars that are no column of ours', () => {
    const kept: [string, unknown][] = [];
    const recorded = {
      score: 1,
      step: 2,
      group: 'g',
      acc: 0.5,
      ok: true,
      note: 'x',
      far: 'y'.repeat(201),
      bad: NaN,
      deep: {},
      no: null,
    };
    eachRecorded(recorded, (key, value) => kept.push([key, value]));
    expect(kept).toEqual([
      ['acc', 0.5],
      ['ok', true],
      ['note', 'x'],
    ]);
  });
});
