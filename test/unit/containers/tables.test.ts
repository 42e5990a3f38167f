import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../core/containers/memory-source';
import { openRolloutFile, openRolloutSource } from '../../../core/rollouts/open';
import type { Entry, RolloutFile } from '../../../core/rollouts/rollout-file';
import { fixture } from './rows/counting';

async function entriesOf(file: RolloutFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of file.entries()) entries.push(entry);
  await file.close();
  return entries;
}

const open = (name: string, value: unknown): Promise<RolloutFile> =>
  openRolloutSource(name, memorySource(name, typeof value === 'string' ? value : JSON.stringify(value)));

describe("TRL's completions", () => {
  it('reads the Parquet that the trainer writes', async () => {
    const file = await openRolloutFile(fixture('completions_00010.parquet'));
    expect(file.container.chosen.id).toBe('trl-parquet');
    expect(file.container.evidence.because).toMatch(/rewards in `em_reward`, `format_reward`$/);
    const entries = await entriesOf(file);
    const rollouts = entries.flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ recorded }) => recorded['score'])).toEqual([0.5, 1.5, 0.5, 1.5, 0.5, 1.5, 0.5, 1]);
    expect(rollouts[7]?.recorded).toMatchObject({
      step: 10,
      em_reward: 1,
      format_reward: null,
      tokens: 27,
      advantage: 0.9,
    });
    expect(new Set(rollouts.map(({ recorded }) => recorded['group'])).size).toBe(2);
    expect(rollouts[0]?.recorded['group']).toBe(rollouts[3]?.recorded['group']);
    expect(rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      text: 'Question: Which river crosses Zorvia?\n<think>t0</think><answer>Tolm</answer>',
      answer: { text: 'Tolm' },
    });
    expect(Object.keys(rollouts[0]?.recorded ?? {}).slice(0, 3)).toEqual(['score', 'step', 'group']);
    expect(entries[0]?.losses?.map(({ kind }) => kind)).toEqual(['guessed', 'guessed', 'absent']);
  });

  it('reads conversations', async () => {
    const [entry] = await entriesOf(await openRolloutFile(fixture('completions_00003.parquet')));
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      text: '<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n<answer>Melka</answer>',
      recorded: { score: 1, step: 3 },
    });
  });

  it('takes the total of older versions as it stands, and NaN for no value', async () => {
    const lines = [
      '{"step": "4", "prompt": "q", "completion": "<answer>a</answer>", "reward": 0.25}',
      '{"step": 5, "prompt": "q", "completion": "<answer>a</answer>", "a_reward": NaN, "b_reward": NaN, "advantage": 0}',
    ].join('\n');
    const entries = await entriesOf(await open('c.jsonl', lines));
    expect(entries.map(({ rollouts }) => rollouts[0]?.recorded['score'])).toEqual([0.25, undefined]);
    expect(entries.map(({ rollouts }) => rollouts[0]?.recorded['step'])).toEqual([4, 5]);
    expect(entries[0]?.losses?.some(({ what }) => what.includes('sum of the reward columns'))).toBe(false);
  });
});

describe('tables of weights & biases', () => {
  const generations = {
    columns: ['step', 'input_1', 'output_1', 'score_1', 'input_2', 'output_2', 'score_2'],
    data: [
      [20, 'Question: A?\n', '<answer>a "x"</answer>', 1, 'Question: B?\n', '<answer>b</answer>', 0],
      [40, 'Question: A?\n', '<answer>c</answer>', 0.5, null, null, null],
    ],
    ncols: 7,
    nrows: 2,
  };

  it("reads verl's generations, samples side by side", async () => {
    const file = await open('media_table_val_generations_20_ab.table.json', generations);
    expect(file.container.chosen.id).toBe('wandb-table');
    const [entry] = await entriesOf(file);
    const rollouts = entry?.rollouts ?? [];
    expect(rollouts.map(({ id, question, recorded }) => [id.slice(-3), question, recorded])).toEqual([
      ['0.0', 'A?', { score: 1, step: 20, sample: 1 }],
      ['0.1', 'B?', { score: 0, step: 20, sample: 2 }],
      ['0.2', 'A?', { score: 0.5, step: 40, sample: 1 }],
    ]);
    expect(rollouts[1]?.parts.map(({ path, by }) => [path, by])).toEqual([
      [['data', 0, 4], 'prompt'],
      [['data', 0, 5], 'policy'],
    ]);
  });

  it('reads rows with a text, and keeps where it stands', async () => {
    const table = {
      columns: ['step', 'prompt', 'completion', 'x_reward', 'advantage'],
      data: [
        [1, 'q?', '<think>a</think><answer>b</answer>', 0.5, 0.1],
        [1, 'q?', '<think>a</think><answer>c</answer>', 1, -0.1],
      ],
    };
    const [entry] = await entriesOf(await open('completions.table.json', table));
    expect(entry?.rollouts.map(({ id, recorded }) => [id, recorded['score']])).toEqual([
      ['completions.table.json#0.0', 0.5],
      ['completions.table.json#0.1', 1],
    ]);
    expect(entry?.rollouts[1]?.parts.map(({ path }) => path)).toEqual([
      ['data', 1, 1],
      ['data', 1, 2],
    ]);
  });

  it('claims no table without a text', async () => {
    for (const value of [
      { columns: ['a'], data: [[1]] },
      { columns: [], data: [] },
      { columns: ['a'], data: [1] },
    ])
      expect((await open('t.table.json', value)).container.chosen.id).toBe('raw');
  });
});

describe('tables without a header', () => {
  it('are no rollouts because a tag stands in a passage', async () => {
    const file = await open('corpus.tsv', '0\tTitle: A\n1\t<answer>\n');
    expect(file.container.chosen.holds).not.toBe('rollouts');
  });

  it('are rollouts where a named column holds them', async () => {
    const file = await open(
      'runs.csv',
      'question,completion,score\nq,"<think>a</think>\n<answer>b, c</answer>",1\n',
    );
    expect(file.container.chosen.id).toBe('json');
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'q',
      answer: { text: 'b, c' },
      recorded: { score: 1 },
    });
  });
});

describe('trackio', () => {
  it('reads the table of traces', async () => {
    const file = await openRolloutFile(fixture('river_traces.parquet'));
    expect(file.container.chosen.id).toBe('trackio');
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      text: '<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n<answer>Melka</answer>',
      recorded: {
        score: 1,
        step: 7,
        environment: 'search',
        run_name: 'brave-river-1',
        key: 'rollout',
        spans: [{ kind: 'tool', duration_ms: 12 }],
      },
    });
    expect(
      entry?.rollouts[0]?.parts.every(({ rendered, path }) => rendered && path?.[0] === 'messages'),
    ).toBe(true);
  });

  it('reads the traces of its database', async () => {
    const file = await openRolloutFile(fixture('project.db'));
    expect(file.container.chosen.id).toBe('trackio');
    const entries = await entriesOf(file);
    expect(entries.flatMap(({ rollouts }) => rollouts)).toHaveLength(16);
    expect(entries[13]?.rollouts[0]).toMatchObject({
      question: 'Which river crosses place 13?',
      recorded: { score: 1, step: 3, run_name: 'brave-river-1', key: 'rollout', trace_index: 1 },
    });
    await file.close();
  });

  it('reads the metrics of its database', async () => {
    const file = await openRolloutFile(fixture('metrics.db'));
    expect(file.container.chosen).toMatchObject({ id: 'trackio-metrics', holds: 'metrics' });
    const entries = await entriesOf(file);
    expect(entries).toHaveLength(219);
    expect(entries.flatMap(({ rollouts }) => rollouts)).toEqual([]);
    expect(entries[7]).toMatchObject({
      measured: { step: 7, values: { reward: 0.875 } },
      losses: [{ kind: 'cut', what: 'values that are no numbers are left out' }],
    });
    await file.close();
  });

  it('reads the traces that older versions put among the metrics', async () => {
    const trace = (answer: string, reward: number): object => ({
      _type: 'trackio.trace',
      messages: [
        { role: 'user', content: 'Which river?' },
        { role: 'assistant', content: answer },
      ],
      metadata: { reward },
    });
    const row = (step: number, metrics: object): string =>
      JSON.stringify({ id: step, timestamp: 't', run_name: 'n', step, metrics: JSON.stringify(metrics) });
    const rows = [
      row(0, { loss: 1 }),
      row(1, { loss: 0.5, rollouts: [trace('Melka', 1), trace('Oder', 0)] }),
      row(2, { loss: 0.25 }),
      row(3, { sample: trace('Melka', 0.5) }),
    ];
    const file = await open('m.jsonl', rows.join('\n'));
    expect(file.container.chosen.id).toBe('trackio');
    const entries = await entriesOf(file);
    expect(entries.map(({ measured }) => measured?.values)).toEqual([
      { loss: 1 },
      { loss: 0.5 },
      { loss: 0.25 },
      {},
    ]);
    expect(entries.map(({ fault, withoutText }) => fault ?? withoutText)).toEqual([null, null, null, null]);
    const rollouts = entries.flatMap((entry) => entry.rollouts);
    expect(
      rollouts.map(({ id, recorded }) => [id, recorded['score'], recorded['step'], recorded['key']]),
    ).toEqual([
      ['m.jsonl#1.0', 1, 1, 'rollouts'],
      ['m.jsonl#1.1', 0, 1, 'rollouts'],
      ['m.jsonl#3', 0.5, 3, 'sample'],
    ]);
    expect(rollouts[1]?.text).toContain('Oder');
    expect(rollouts[0]?.parts.every(({ path }) => path?.[0] === 'metrics')).toBe(true);
    expect(rollouts[0]?.recorded).not.toHaveProperty('metrics');
    const named = await openRolloutSource('m.jsonl', memorySource('m.jsonl', rows.join('\n')), {
      container: 'trackio-metrics',
    });
    const [, second] = await entriesOf(named);
    expect(second?.losses?.map(({ what }) => what)).toEqual([
      'traces among the values are left out; they are read where the container is `trackio`',
    ]);
  });

  it('reads objects, and says what is wrong with others', async () => {
    const trace = {
      _type: 'trackio.trace',
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
      ],
      metadata: {},
      spans: [],
    };
    const lines = [trace, { ...trace, messages: 'x' }, { ...trace, messages: [] }]
      .map((each) => JSON.stringify(each))
      .join('\n');
    const entries = await entriesOf(await open('t.jsonl', lines));
    expect(
      entries.map(({ rollouts, fault, withoutText }) => [rollouts.length, fault?.message ?? withoutText]),
    ).toEqual([
      [1, null],
      [0, '`messages` is a string that holds no list; a list of chat messages is expected'],
      [0, "`messages` holds no assistant's turn"],
    ]);
  });
});

describe('data sets', () => {
  it("takes verl's training data for questions", async () => {
    const file = await openRolloutFile(fixture('questions.parquet'));
    expect(file.container.chosen).toMatchObject({ id: 'verl-data', holds: 'questions' });
    expect((await entriesOf(file)).flatMap(({ rollouts }) => rollouts)).toEqual([]);
    const sampled = { data_source: 'x', prompt: 'q', reward_model: {}, responses: ['<answer>a</answer>'] };
    expect((await open('g.jsonl', sampled)).container.chosen.id).toBe('json');
  });

  it('takes the files that `datasets` writes beside tables for settings', async () => {
    for (const [name, value] of [
      [
        'state.json',
        { _data_files: [{ filename: 'data-00000-of-00001.arrow' }], _fingerprint: 'ab', _split: 'train' },
      ],
      ['dataset_info.json', { citation: '', description: '', features: {}, homepage: '', license: '' }],
      ['dataset_dict.json', { splits: ['train', 'test'] }],
    ] as const)
      expect((await open(name, value)).container.chosen).toMatchObject({
        id: 'dataset-folder',
        holds: 'settings',
      });
    expect((await open('x.json', { splits: ['train'] })).container.chosen.id).not.toBe('dataset-folder');
  });

  it('says how to convert what it does not read', async () => {
    const reasons = [
      ['a.feather', Buffer.from('FEA1\0\0\0\0'), /pandas\.read_feather/],
      ['trackio.db', Buffer.from('SQLite format 3\0'), /header is cut off/],
      ['a.pkl', Buffer.from([0x80, 4, 0x95]), /pickle, whose reading would run the code/],
      ['a.xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), /xz -d/],
    ] as const;
    for (const [name, bytes, reason] of reasons) {
      const file = await openRolloutSource(name, memorySource(name, bytes));
      expect(file.container.evidence.because).toMatch(reason);
    }
  });
});
