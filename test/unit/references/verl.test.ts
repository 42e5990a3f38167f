/** verl, by `rollout-formats.md` 10; what other tests hold is not repeated. */
import { describe, expect, it } from 'vitest';
import { jsonl } from '../rollouts/opened';
import { all } from './read';

describe("verl's dumps", () => {
  // 10.1: the example line.
  const example = {
    input: 'user\nWhich river crosses Zorvia?\nassistant\n',
    output: '<think>…</think>\n<answer>Melka</answer>',
    gts: { target: ['Melka'] },
    score: 1.0,
    step: 40,
    uid: '7c1e_0_0',
  };

  it('hold the example of the reference', async () => {
    const { file, rollouts } = await all('40.jsonl', jsonl(example));
    expect(file.container.chosen.id).toBe('verl-jsonl');
    expect(rollouts).toMatchObject([
      {
        question: 'Which river crosses Zorvia?',
        golds: ['Melka'],
        answer: { text: 'Melka' },
        turns: [{ think: '…', queries: [] }],
        recorded: { score: 1, step: 40, group: '7c1e', uid: '7c1e_0_0' },
      },
    ]);
  });

  // 10.1: fields before 2025-08-03 lack `gts`; validation adds `reward`, the legacy trainer `request_id`.
  it.each([
    ['without golds', { gts: undefined }, []],
    ['of validation', { reward: 0.5, acc: 1 }, ['Melka']],
    ['of the legacy trainer', { request_id: '0d3f-11', uid: undefined }, ['Melka']],
  ])('hold rows %s', async (_which, more, golds) => {
    const { file, rollouts } = await all('40.jsonl', jsonl({ ...example, ...more }));
    expect(file.container.chosen.id).toBe('verl-jsonl');
    expect(rollouts[0]?.golds).toEqual(golds);
    const kept = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
    delete (kept as { gts?: unknown }).gts;
    expect(rollouts[0]?.recorded).toMatchObject(kept);
  });

  // 10.1: unknown types as `str()`, and bare NaN and Infinity.
  it.each([
    ['"score": "True"', 1],
    ['"score": "0.25"', 0.25],
    ['"score": NaN', NaN],
    ['"score": Infinity', Infinity],
    ['"score": -Infinity', -Infinity],
    ['"score": true', true],
  ])('keep a score that stands as %s', async (written, score) => {
    const line = JSON.stringify(example).replace('"score":1', written);
    const { rollouts } = await all('40.jsonl', `${line}\n`);
    expect(rollouts[0]?.recorded['score']).toEqual(score === true ? 1 : score);
  });

  // 10.1: several rows of a session share the score of the last; the group is the prompt's part of the uid.
  it('hold the outputs of one session in one group', async () => {
    const rows = [0, 1, 2].map((output) => ({ ...example, uid: `7c1e_0_${output}` }));
    const { rollouts } = await all('40.jsonl', jsonl(...rows, { ...example, uid: '7c1e_1_0' }));
    expect(rollouts.map(({ recorded }) => recorded['group'])).toEqual(['7c1e', '7c1e', '7c1e', '7c1e']);
  });

  // 10.1: special tokens are skipped, tags survive; user turns after the first are the environment's.
  it('hold chats of several turns without their marks', async () => {
    const output =
      '<think>a</think>\n<tool_call>\n{"name": "search", "arguments": {"query_list": ["zorvia"]}}\n</tool_call>\nuser\n<tool_response>\n{"result": "Doc 1 (Title: \\"Zorvia\\")\\nOn the Melka."}\n</tool_response>\nassistant\n<think>b</think>\n<answer>Melka</answer>';
    const input =
      'system\nYou are a helpful and harmless assistant.\nuser\nSearch by <tool_call> query </tool_call>, for example <answer> Beijing </answer>. Question: Which river crosses Zorvia?\nassistant\n';
    const { file, rollouts } = await all(
      '1.jsonl',
      jsonl({ ...example, input, output, data_source: 'searchR1_nq' }),
    );
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['verl-jsonl', 'verl-search']);
    expect(rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      answer: { text: 'Melka' },
      turns: [
        { queries: [{ text: 'zorvia' }], documents: [{ title: 'Zorvia', text: 'On the Melka.' }] },
        { think: 'b' },
      ],
      recorded: { data_source: 'searchR1_nq' },
    });
  });

  // 10.1: swanlab's and clearml's tables have rows of `step,input,output,score`; mlflow keeps `val_step{n}.json`.
  it('hold the tables of other trackers', async () => {
    const csv = `step,input,output,score\n20,"Question: Which river?","<think>a</think>\n<answer>Melka, Orso</answer>",1.0\n`;
    const table = await all('val_generations.csv', csv);
    expect(table.file.container.chosen.id).toBe('verl-jsonl');
    expect(table.rollouts).toMatchObject([
      { question: 'Which river?', answer: { text: 'Melka, Orso' }, recorded: { step: 20, score: 1 } },
    ]);
    const { input, output, score } = example;
    const artifact = await all(
      'val_step60.json',
      JSON.stringify([
        { input, output, score },
        { input, output, score: 0 },
      ]),
    );
    expect(artifact.rollouts.map(({ recorded }) => [recorded['step'], recorded['score']])).toEqual([
      [60, 1],
      [60, 0],
    ]);
  });

  // 10.1: `{root}/{project}/{experiment}.jsonl`.
  it('hold metrics of the file logger', async () => {
    const { file, entries } = await all(
      'exp.jsonl',
      jsonl({ step: 3, data: { 'critic/score/mean': 0.25, 'val-core/nq/acc/mean@1': 0.5 } }),
    );
    expect(file.container.chosen.holds).toBe('metrics');
    expect(entries[0]?.measured).toEqual({
      step: 3,
      values: { 'critic/score/mean': 0.25, 'val-core/nq/acc/mean@1': 0.5 },
    });
  });
});

describe("verl's console", () => {
  // 10.2: full floats, numpy's scalars as numpy 2 prints them, 3 decimals before 2025-07-04; names with `@`.
  it('prints values in each form', async () => {
    const line =
      'step:7 - critic/score/mean:0.12345678901234568 - response_length_non_aborted/mean:np.float64(0.25) - num_turns/max:np.int64(3) - ' +
      'tool_call_counts/mean:1.500 - val-core/searchR1_nq/acc/best@4/mean:0.5 - val-aux/nq/score/worst@2/mean:-0.5 - response/aborted_ratio:0.0\n';
    const { file, entries } = await all('train.log', line);
    expect(file.container.chosen.id).toBe('metric-lines');
    expect(entries[0]?.measured).toEqual({
      step: 7,
      values: {
        'critic/score/mean': 0.12345678901234568,
        'response_length_non_aborted/mean': 0.25,
        'num_turns/max': 3,
        'tool_call_counts/mean': 1.5,
        'val-core/searchR1_nq/acc/best@4/mean': 0.5,
        'val-aux/nq/score/worst@2/mean': -0.5,
        'response/aborted_ratio': 0,
      },
    });
  });

  // 10.2: one `[{key}] v` line for each key that the scorer returned, in place of `[score] x`.
  it('prints samples of the naive reward manager with each key', async () => {
    const log =
      '[prompt] user\nQuestion: Which river?\nassistant\n\n[response] <think>a</think>\n<answer>Melka</answer>\n[ground_truth] Melka\n' +
      '[score] 0.5\n[acc] False\n[pred] Orso\nDumped generations to /tmp/40.jsonl\n';
    const { file, rollouts } = await all('train.log', `step:1 - a/b:1\n${log}`);
    expect(file.container.chosen.id).toBe('search-r1-log');
    expect(rollouts).toMatchObject([
      {
        question: 'Which river?',
        golds: ['Melka'],
        answer: { text: 'Melka' },
        recorded: { score: 0.5, acc: false, pred: 'Orso' },
      },
    ]);
  });

  // 10.1, 10.3: `Dumped generations to …` ends a printed sample; its answer is said in two ways.
  it.each([
    ['Extracted answer is not None: Melka', 'Melka'],
    ['Extracted answer: None!', null],
  ])('prints the block of the search reward with %j', async (line, extracted) => {
    const solution =
      '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nQuestion: q?<|im_end|>\n<|im_start|>assistant\n<think>a</think>';
    const log = `${'-'.repeat(32)}\nGolden answers: ['Melka']\n${line}\nSolution string: ${solution}\nDumped generations to /tmp/40.jsonl\n`;
    const { rollouts } = await all('train.log', log);
    expect(rollouts.map(({ text, recorded }) => [text, recorded['extracted']])).toEqual([
      [solution, extracted],
    ]);
  });
});

describe("verl's search recipe", () => {
  const call = '<tool_call>\n{"name": "search", "arguments": {"query_list": ["q"]}}\n</tool_call>';
  const dumped = (output: string) =>
    all('1.jsonl', jsonl({ input: 'user\nQuestion: q?\nassistant\n', output, gts: 'a', score: 0, step: 1 }));

  // 10.3: a response that would overflow is dropped entirely.
  it('ends with a call whose response was dropped', async () => {
    const { rollouts } = await dumped(`<think>a</think>\n${call}`);
    expect(rollouts[0]).toMatchObject({
      answer: null,
      turns: [{ queries: [{ text: 'q' }], documents: [], observation: null }],
    });
  });

  // 10.3: documents are parted by blank lines, queries by newline, three hyphens, newline; non-ASCII is kept.
  it('parts documents and queries', async () => {
    const result =
      'Doc 1 (Title: Zörvia)\nÜber\n\nwater.\n\nDoc 2 (Title: Orso)\nA hill.\n---\nDoc 1 (Title: Melka)\nA river.';
    const two = call.replace('["q"]', '["q", "r"]');
    const { rollouts } = await dumped(
      `${two}\nuser\n<tool_response>\n{"result": ${JSON.stringify(result)}}\n</tool_response>\nassistant\n<answer>a</answer>`,
    );
    expect(
      rollouts[0]?.turns[0]?.documents.map(({ query, rank, title, text }) => [query, rank, title, text]),
    ).toEqual([
      [0, 1, 'Zörvia', 'Über\n\nwater.'],
      [0, 2, 'Orso', 'A hill.'],
      [1, 1, 'Melka', 'A river.'],
    ]);
  });

  // 10.3: `max_tool_response_length` 256 cuts by default in the middle, and what is left is no JSON.
  it('says that a response was cut in its middle', async () => {
    const whole = JSON.stringify({ result: `Doc 1 (Title: Zorvia)\n${'On the Melka. '.repeat(40)}` });
    const cut = `${whole.slice(0, 128)}...(truncated)...${whole.slice(-128)}`;
    const { rollouts } = await dumped(
      `${call}\nuser\n<tool_response>\n${cut}\n</tool_response>\nassistant\n<answer>a</answer>`,
    );
    expect(rollouts[0]?.turns[0]?.documents[0]?.title).toBe('Zorvia');
    expect(rollouts[0]?.findings.map(({ rule }) => rule)).toContain('truncated');
  });

  // 10.3: the reward reads the response alone, its last `<answer>`; one is enough.
  it('answers with the last of several', async () => {
    const { rollouts } = await dumped('<answer>a</answer> or <answer> b </answer>');
    expect(rollouts[0]?.answer?.text).toBe('b');
  });
});
