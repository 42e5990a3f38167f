/** Lines, logs and files that rollout-formats.md 1 to 5 names and no other test holds, worked out by hand from there. */
import { describe, expect, it } from 'vitest';
import type { Entry, RolloutFile } from '../../../core/rollouts/rollout-file';
import { zipOf } from '../containers/packed/zip';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const HYPHENS = '-'.repeat(32);
const PROMPT =
  '<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\n<|im_start|>user\n' +
  'Answer the given question. For example, <answer> Beijing </answer>. Question: Which river crosses Zorvia?\n<|im_end|>\n<|im_start|>assistant\n';
const SOLUTION = `${PROMPT}<think>I wonder`;
const block = (solution = SOLUTION, golds = "['Melka']", hyphens = HYPHENS): string =>
  `${hyphens}\nGolden answers: ${golds}\nExtracted answer: None\nSolution string: ${solution}\n`;

async function all(
  content: string,
  name = 'run.log',
): Promise<{
  readonly file: RolloutFile;
  readonly entries: Entry[];
  readonly texts: (string | undefined)[];
}> {
  const file = await opened(name, content);
  const entries = await entriesOf(file);
  return { file, entries, texts: entries.map(({ rollouts }) => rollouts[0]?.text) };
}

describe('a sample without an answer ends before', () => {
  it.each([
    ['1.3', 'ACTIVE_TRAJ_NUM: [512, 480, 37, 2]'],
    ['1.3', 'epoch 0, step 12'],
    ['1.3', '[WARNING] OBSERVATION TOO LONG, CONSIDER CHANGING YOUR CONFIG, 612 & 500'],
    ['1.3', `"Initial validation metrics: {'val/test_score/nq': 0.25}"`],
    [
      '1.3',
      `("Initial validation metrics: {'val/test_score/nq': 0.25, "\n "'val/test_score/hotpotqa': 0.125}")`,
    ],
    ['1.3', `"Final validation metrics: {'val/test_score/nq': 0.5}"`],
    ['1.3', 'step:12 - actor/kl_loss:0.003 - critic/score/mean:0.412 - env/finish_ratio:0.981'],
    ['3.3', '[TwoStageReward] Initialized with switch_step=20'],
    ['3.3', '[TwoStageReward] Stage 1 (steps 1-20): EM reward only'],
    ['3.3', '[TwoStageReward] Stage 2 (steps 21+): Efficiency reward'],
    ['3.3', '[TwoStage] Switch step set to: 20'],
    ['3.3', '[TwoStage] Stage switched from 1 to 2 at step 21'],
    ['3.3', '[TwoStage] Step 20, Current Stage: 1'],
    ['3.3', 'Global random seed set to: 42'],
    ['3.3', 'Starting training from scratch'],
    ['3.3', 'Resuming from epoch 1, step 20'],
    ['3.3', 'Training completed at step 40'],
  ])('%s %s', async (_ref, line) => {
    for (const prefix of ['', '(main_task pid=7) ']) {
      const log = `${block()}${line}\n${block()}`.replace(/^(?=[^])/gm, prefix);
      const { entries, texts } = await all(log);
      expect(texts.filter((text) => text !== undefined)).toEqual([SOLUTION, SOLUTION]);
      const measured = /^\(?"|^step:/.test(line);
      expect(entries.flatMap((entry) => entry.measured ?? [])).toHaveLength(measured ? 1 : 0);
    }
  });
});

describe('a sample goes on after', () => {
  // rollout-formats.md 16: document text may itself contain lines that look like log lines.
  it.each([
    'ACTIVE_TRAJ_NUM: [512, 480, 37, 2]',
    'epoch 0, step 99',
    'step:99 - actor/kl_loss:0.003 - critic/score/mean:0.412',
    `"Initial validation metrics: {'val/test_score/nq': 0.25}"`,
    'Traceback (most recent call last):\n  File "a.py"\nValueError: x',
    'epoch 0, step 98\nstep:99 - a/b:1\nTraining completed at step 40',
  ])('%j that its text holds', async (line) => {
    const documents = `<information>Doc 1(Title: "Logs") It prints\n${line}\nand goes on</information>`;
    const solution = `${PROMPT}<think>a</think>\n<search>q</search>\n\n${documents}\n\n<answer>x</answer>`;
    for (const prefix of ['', '(main_task pid=7) ']) {
      const log = `epoch 0, step 3\n${block(solution)}epoch 0, step 4\n${block()}step:4 - a/b:1\n`;
      const { entries, texts } = await all(log.replace(/^(?=[^])/gm, prefix));
      expect(texts).toEqual([solution, SOLUTION, undefined]);
      expect(entries.map(({ rollouts }) => rollouts[0]?.recorded['step'])).toEqual([3, 4, undefined]);
      expect(entries.at(-1)?.measured?.step).toBe(4);
    }
  });

  it('a line of another process that ends samples of its own', async () => {
    const solution = `${PROMPT}<think>a</think>\n<answer>x</answer>`;
    const mine = block(solution)
      .replace(/^(?=[^])/gm, '(main_task pid=7) ')
      .split('\n');
    const at = mine.findIndex((line) => line.includes('<think>'));
    mine.splice(at, 0, '(WorkerDict pid=9) INFO 03-14 09:26:53 worker.py:1] Saving actor checkpoint to x');
    expect((await all(mine.join('\n'))).texts).toEqual([solution]);
  });

  it('no line behind which another text, or nothing of a sample, follows', async () => {
    const text = `${PROMPT}<think>a</think><answer>Melka</answer>`;
    expect((await all(`${block()}epoch 0, step 1\n${text}\nACTIVE_TRAJ_NUM: [1]\n`)).texts).toEqual([
      SOLUTION,
      text,
    ]);
    expect((await all(`${block()}epoch 0, step 1\n<|begin_of_text|><search>q</search>\n`)).texts).toEqual([
      SOLUTION,
    ]);
    expect(
      (await all(`${block()}epoch 0, step 1\n${'words\n'.repeat(30)}<search>q</search>\n`)).texts,
    ).toEqual([SOLUTION]);
  });
});

it('10.2 a sample that verl prints keeps a response that holds its labels', async () => {
  const response = '<think>\n[ground_truth] x\n[score] 0.0\n[response] y\n</think><answer>a</answer>';
  const sample = `[prompt] user\nq\nassistant\n\n[response] ${response}\n[ground_truth] ['a'\n 'b']\n[score] 1.0\n[acc] True\n`;
  const { entries } = await all(`step:1 - a/b:1\n${sample}${sample}[prompt] user\nq\n[response] cut`);
  const rollouts = entries.flatMap((entry) => entry.rollouts);
  const whole = `user\nq\nassistant\n${response}`;
  expect(rollouts.map(({ text }) => text)).toEqual([whole, whole, 'user\nqcut']);
  expect(rollouts[0]).toMatchObject({ golds: ['a', 'b'], recorded: { score: 1, acc: true } });
});

describe('numbers', () => {
  it('1.3 of the example of a metric line', async () => {
    const { entries } = await all(
      'step:12 - actor/kl_loss:0.003 - critic/score/mean:0.412 - env/finish_ratio:0.981\n',
    );
    expect(entries[0]?.measured).toEqual({
      step: 12,
      values: { 'actor/kl_loss': 0.003, 'critic/score/mean': 0.412, 'env/finish_ratio': 0.981 },
    });
  });

  const nq = { 'val/test_score/nq': 0.25 };
  it.each([
    ['in quotes', `"Initial validation metrics: {'val/test_score/nq': 0.25}"\n`, nq],
    ['bare', `Initial validation metrics: {'val/test_score/nq': np.float64(0.25)}\n`, nq],
    [
      'over several lines',
      `("Initial validation metrics: {'val/test_score/nq': 0.25, "\n "'val/test_score/hotpotqa': 0.125, 'val/text': "\n "'x'}")\nmore\n`,
      { ...nq, 'val/test_score/hotpotqa': 0.125 },
    ],
    ['in single quotes', `'Final validation metrics: {"val/test_score/nq": 0.25}'\n`, nq],
  ])('1.3 of a validation, printed %s', async (_how, log, values) => {
    for (const prefix of ['', '(main_task pid=7) ']) {
      const { file, entries } = await all(`started\n${log}`.replace(/^(?=[^])/gm, prefix));
      expect(file.container.chosen.id).toBe('metric-lines');
      expect(entries.map(({ measured }) => measured)).toEqual([{ step: null, values }]);
    }
  });

  it('1.3 of a validation that was cut are not taken for whole', async () => {
    const log = `step:1 - a/b:1\n("Initial validation metrics: {'val/test_score/nq': 0.25, "\n "'val/test_score/hot`;
    for (let end = 16; end <= log.length; end += 3) {
      const { entries } = await all(log.slice(0, end));
      expect(entries.flatMap(({ measured }) => (measured?.step === null ? [measured] : []))).toEqual([]);
    }
  });

  it("3.3 of the log of RouteRAG's test", async () => {
    const head = '2026-07-01 09:26:53,123 - routerag.RouteRAG - INFO - ';
    const { file, entries } = await all(
      `${head}Loading\n${head}Evaluation results for QA: {'ExactMatch': 0.41, 'F1': 0.5234}\n${head}Total Retrieval Time 12.34s\n`,
      'policy_reader_True_hybrid.log',
    );
    expect(file.container.chosen.id).toBe('metric-lines');
    expect(entries.map(({ measured }) => measured?.values)).toEqual([
      { ExactMatch: 0.41, F1: 0.5234 },
      { 'Total Retrieval Time': 12.34 },
    ]);
  });

  it('3.3 begin anew where a resumed run goes on in the same file', async () => {
    const log = [1, 2, 1].map(
      (step) => `epoch 0, step ${step}\n${block()}step:${step} - env/search_time/mean:0.000\n`,
    );
    const { entries } = await all(`${log[0]}${log[1]}Resuming from epoch 0, step 0\n${log[2]}`);
    expect(entries.flatMap(({ rollouts }) => rollouts.map(({ recorded }) => recorded['step']))).toEqual([
      1, 2, 1,
    ]);
    expect(entries.flatMap(({ measured }) => measured ?? []).map(({ step }) => step)).toEqual([1, 2, 1]);
  });

  it("4.3 of R1-Searcher's trainer are those of its bars; other lines hold none", async () => {
    const bar = (pg: string): string =>
      `Train epoch [1/1]:  25%|██▌   | 1/4 [00:10<00:30, 10.1s/it, pg=${pg}, rm=0.41, ret=0.5, glen=210, tlen=900, kl=0.001, act_lr=1e-7]`;
    const { file, entries } = await all(
      `kl_coef: 0.0\n${bar('-0.013')}\nImportant Bug!! Model genearte the retrieve symbols!! The num:[1, 0, 0],The detailed content:{'a': 'b'}\n${bar('0.25')}\nkl_coef: 0.01\n`,
    );
    expect(file.container.chosen.id).toBe('metric-lines');
    expect(entries.flatMap(({ measured }) => measured?.values['pg'] ?? [])).toEqual([-0.013, 0.25]);
    expect(entries.flatMap(({ rollouts }) => rollouts)).toEqual([]);
  });

  it("5.3 of FlashRAG's `metric_score.txt`", async () => {
    const { file, entries } = await all(
      'em: 0.41\nf1: 0.5234\nacc: 0.5\ninput_tokens: 12\n',
      'metric_score.txt',
    );
    expect([file.container.chosen.id, file.container.chosen.holds]).toEqual(['metrics', 'metrics']);
    expect(entries.map(({ measured }) => measured)).toEqual([
      { step: null, values: { em: 0.41, f1: 0.5234, acc: 0.5, input_tokens: 12 } },
    ]);
  });

  it.each([
    ['em: 0.41\n', 'notes.txt'],
    ['em: high\n', 'metric_score.txt'],
    ['em: 0.41\nsome words\n', 'metric_score.txt'],
    ['', 'metric_score.txt'],
    ['model: x\nsave_dir: out/\n', 'config.yaml'],
  ])('5.3 are not seen in %j of %s', async (content, name) => {
    expect((await all(content, name)).file.container.chosen.id).toBe('none');
  });
});

describe('printed samples', () => {
  it.each([
    ['1.3', 'exactly 32 hyphens begin one', block(SOLUTION, "['Melka']", '-'.repeat(31)), 0],
    ['1.3', 'exactly 32 hyphens begin one', block(SOLUTION, "['Melka']", '-'.repeat(33)), 0],
    ['1.3', 'exactly 32 hyphens begin one', block(), 1],
  ])('%s %s', async (_ref, _what, log, count) => {
    const { entries } = await all(`step:1 - env/finish_ratio:1.000\n${log}step:2 - env/finish_ratio:1.000\n`);
    expect(entries.flatMap(({ rollouts }) => rollouts)).toHaveLength(count);
  });

  it.each([
    ['1.3', `['Melka' 'Melka River' "D'Orso"]`, ['Melka', 'Melka River', "D'Orso"]],
    ['1.3', `['D\\'Orso "the" River']`, [`D'Orso "the" River`]],
    [
      '1.3',
      `['Melka River' 'the people of Zorvia call it the old Melka, of Orn'\n 'Orn'\n "D'Orso"]`,
      ['Melka River', 'the people of Zorvia call it the old Melka, of Orn', 'Orn', "D'Orso"],
    ],
    ['1.3', '[]', []],
    ['1.3', 'Melka River', ['Melka River']],
    ['2.3', 'Which? ["quoted"] (and more)', ['Which? ["quoted"] (and more)']],
  ])('%s golds are %s', async (_ref, printed, golds) => {
    const { entries } = await all(block(SOLUTION, printed));
    expect(entries[0]?.rollouts[0]?.golds).toEqual(golds);
  });

  it('1.1 a base model gets the bare prompt; the question stands after the instruction', async () => {
    const prompt =
      'Answer the given question. For example, <answer> Beijing </answer>. Question: Which river crosses Zorvia?\n';
    const { entries } = await all(block(`${prompt}<think>a</think><answer>Melka</answer>`));
    expect(entries[0]?.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      golds: ['Melka'],
    });
    expect(entries[0]?.rollouts[0]?.answer?.text).toBe('Melka');
  });

  it('1.3 validation prints one text for each data source, without a header', async () => {
    const text = `${PROMPT}<think>a</think><answer>Melka</answer>`;
    const { texts } = await all(
      `ACTIVE_TRAJ_NUM: [2, 1]\n${text}\n${text}\n${SOLUTION}\nACTIVE_TRAJ_NUM: [2]\nstep:1 - env/finish_ratio:0.5\n`,
    );
    expect(texts).toEqual([text, text, SOLUTION, undefined]);
  });

  it.each([
    '[Stage 1] Step 0, EM Score: 0.4100',
    '[Stage 2] Step 21, Total Score: 0.5100, EM: 0.4100, Efficiency: 0.1000',
  ])('3.3 %s heads a text of validation', async (heading) => {
    const { entries, texts } = await all(
      `[TwoStage] Step 0, Current Stage: 1\n${heading}\n${SOLUTION}\nstep:1 - env/finish_ratio:0.5\n`,
    );
    expect(texts).toEqual([SOLUTION, undefined]);
    expect(entries[0]?.rollouts[0]?.recorded).toEqual({ printed: 'validation' });
  });
});

describe('files', () => {
  it('1.3 a dump of tensors is no archive of logs', async () => {
    const bytes = zipOf([{ name: 'actor/data.pkl', bytes: Buffer.from([0x80, 2, 0x7d, 0x2e]) }]);
    const { container } = await opened('actor.pth', bytes);
    expect(container.chosen.id).toBe('none');
    expect(container.evidence.because).toMatch(
      /^it is a ZIP archive that is no folder of logs \(a checkpoint/,
    );
  });

  it("3.3 the answers that RouteRAG's test prints are no rollouts", async () => {
    const { file, entries } = await all('Deep Answer: Melka\nDirect Answer: Orso\n', 'test.out');
    expect([file.container.chosen.id, entries.flatMap(({ rollouts }) => rollouts)]).toEqual(['none', []]);
  });

  it('2.2 and 4.2 tables of KILT passages are corpora', async () => {
    const row = (n: number): string =>
      `${n}\tZorvia ${n}   Zorvia lies on the Melka, a river of the north.\n`;
    for (const name of ['kilt_100.tsv', 'kilt.txt']) {
      const { file } = await all([0, 1, 2].map(row).join(''), name);
      expect([file.container.chosen.id, file.container.chosen.holds]).toEqual(['corpus', 'corpus']);
    }
    expect((await all('1\ta b\n2\tc d\n', 'x.tsv')).file.container.chosen.id).toBe('raw');
  });

  it('1.2 a corpus line', async () => {
    const { file } = await all(
      jsonl({ id: '0', contents: '"Zorvia"\nZorvia lies on the Melka.' }),
      'corpus.jsonl',
    );
    expect(file.container.chosen.id).toBe('corpus');
  });

  it.each([
    ['1.3', { index: 7, split: 'train' }, { target: ['Melka'] }],
    ['1.3', { index: 7, split: 'train' }, { target: 'Melka' }],
    ['3.3', { index: 'a7', original_id: '5a', supporting_facts: '[["Zorvia", 0]]' }, { target: ['Melka'] }],
  ])('%s rows of training data with %j are questions', async (_ref, extra_info, ground_truth) => {
    const row = {
      data_source: 'nq',
      prompt: [{ role: 'user', content: PROMPT }],
      ability: 'fact-reasoning',
      reward_model: { style: 'rule', ground_truth },
      extra_info,
    };
    const { file } = await all(jsonl(row, row), 'train.jsonl');
    expect(file.container.chosen.id).toBe('verl-data');
  });

  it('4.3 the example line of the sampling log', async () => {
    const line =
      '{"question":"Which river crosses Zorvia?","solution":"I search…<\\/think>\\n\\n<answer> Melka <\\/answer><|endoftext|>","score":1.0,"finished":"1"}\n';
    const { file, entries } = await all(line, 'log.jsonl');
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['r1-searcher', 'r1-searcher']);
    const [rollout] = entries[0]?.rollouts ?? [];
    expect(rollout?.text).toBe('I search…</think>\n\n<answer> Melka </answer><|endoftext|>');
    expect(rollout).toMatchObject({
      question: 'Which river crosses Zorvia?',
      golds: [],
      answer: { text: 'Melka' },
    });
    expect(rollout?.recorded).toEqual({ score: 1, finished: '1' });
  });

  it.each([
    ['many_retrieve', 'generated_text', 1, null],
    ['query_inst_error', 'generated_text', 1, null],
    ['shot_down', null, 0, 'the record has no `gen_text_store`: its sampled texts were not kept'],
    ['retrieve_error', null, 0, 'the record has no `gen_text_store`: its sampled texts were not kept'],
  ])('4.3 a run that ended as %s', async (stop_reason_final, field, count, withoutText) => {
    const row = { question: 'q', answer: 'Melka', pred_ans: "I don't know.", stop_reason_final };
    const whole = {
      ...row,
      stop_reason_final: 'finished',
      gen_text_store: 'a</think><answer>x</answer>',
      gpt4o_output: 'True',
    };
    const { file, entries } = await all(
      jsonl(whole, field ? { ...row, [field]: 'I look' } : row),
      'eval.jsonl',
    );
    expect(file.container.chosen.id).toBe('r1-searcher');
    expect(entries[1]?.rollouts).toHaveLength(count);
    expect(entries[1]?.withoutText).toBe(withoutText);
    expect(entries[0]?.rollouts[0]?.recorded).toEqual({
      pred_ans: "I don't know.",
      stop_reason_final: 'finished',
      gpt4o_output: 'True',
      judge: true,
    });
  });

  it('4.3 question sets of the evaluation, whose `gen_text_store` is empty, are no runs', async () => {
    const row = { idx: '1', question: 'Which river?', answer: 'Melka', gen_text_store: '' };
    const { file } = await all(jsonl(row, { ...row, idx: '2' }), 'bamboogle.jsonl');
    expect([file.container.chosen.id, file.container.chosen.holds]).toEqual(['questions', 'questions']);
    const run = await all(
      jsonl(row, { ...row, gen_text_store: 'a</think><answer>x</answer>' }),
      'bamboogle.jsonl',
    );
    expect(run.file.container.chosen.id).toBe('r1-searcher');
  });

  it('4.3 training data keep the answers of earlier samples', async () => {
    const row = { idx: 7, question: 'q', answer: 'Melka', pred_anses: ['Danube', ''] };
    const { file, entries } = await all(jsonl(row), 'stage_2.jsonl');
    expect(file.container.chosen.id).toBe('r1-searcher');
    expect(entries[0]?.withoutText).toBe(
      'the record has no `gen_text_store`: its sampled texts were not kept',
    );
  });

  it('5.3 the example line of a dump, twice where a run began anew', async () => {
    const line =
      '{"data_source":"musique","sequences_str":"<|im_start|>system\\ns<|im_end|>\\n<|im_start|>assistant\\n<think>a</think>","ground_truth":["Melka River"],"score":0.1,"reason":"wrong answer but good format: Danube"}\n';
    const { file, entries } = await all(line + line, 'train_3.jsonl');
    expect(file.container.chosen.id).toBe('research-jsonl');
    expect(entries.map(({ rollouts }) => rollouts[0]?.id)).toEqual(['train_3.jsonl#0', 'train_3.jsonl#1']);
    expect(entries[1]?.rollouts[0]).toMatchObject({
      golds: ['Melka River'],
      recorded: { score: 0.1, step: 3 },
    });
  });
});
