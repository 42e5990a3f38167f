import { describe, expect, it } from 'vitest';
import { RolloutPositions } from '../../../../core/rollouts/positions';
import type { Entry, RolloutFile } from '../../../../core/rollouts/rollout-file';
import { entriesOf, jsonl, opened } from '../../rollouts/opened';

async function first(
  name: string,
  content: string,
): Promise<{ readonly file: RolloutFile; readonly entry: Entry }> {
  const file = await opened(name, content);
  const [entry] = await entriesOf(file);
  if (!entry) throw new Error('no record');
  return { file, entry };
}

const whats = ({ losses = [] }: Entry): string[] => losses.map(({ kind, what }) => `${kind} ${what}`);
const by = ({ rollouts: [rollout] }: Entry): string[] =>
  rollout?.parts.map((part) => `${part.by}:${rollout.text.slice(part.start, part.end)}`) ?? [];

describe('verl dumps', () => {
  const base = { input: 'user\nQuestion: q?\nassistant\n', output: '<answer>a</answer>', score: 1, step: 40 };

  it.each([
    ['a list', ['A', 'B'], ['A', 'B']],
    ['nested', { target: ['A'] }, ['A']],
    ['deeper', { ground_truth: { target: 'A' } }, ['A']],
    ["numpy's print", `['A' "B'C"]`, ['A', "B'C"]],
    ["numpy's print, wrapped", "['A'\n 'B']", ['A', 'B']],
    ["numpy's print in a member", { target: `['A' 'B']` }, ['A', 'B']],
    ['JSON in a string', '{"target": ["A", "B"]}', ['A', 'B']],
    ["Python's print of a dict", "{'target': array(['A', 'B'], dtype=object)}", ['A', 'B']],
    ['a string with a bracket', '[A', ['[A']],
    ['nothing', '', []],
  ])('read golds as %s', async (_what, gts, golds) => {
    const { entry } = await first('40.jsonl', jsonl({ ...base, gts, uid: '7c1e_0_0' }));
    expect(entry.rollouts[0]?.golds).toEqual(golds);
  });

  it('tell the group from a `uid`, and say what a legacy dump lacks', async () => {
    const v1 = await first('40.jsonl', jsonl({ ...base, gts: 'A', uid: '7c1e_0_2' }));
    expect(v1.entry.rollouts[0]?.recorded['group']).toBe('7c1e');
    expect(whats(v1.entry)).toEqual(['cut special tokens of the chat template, which the dump leaves out']);
    const { step: _step, ...legacy } = base;
    const old = await first('rollouts/40.jsonl', jsonl(legacy));
    expect(old.entry.rollouts[0]?.recorded).toMatchObject({ step: 40, group: null });
    expect(whats(old.entry).slice(0, 3)).toEqual([
      'absent golds: the dump has no `gts`',
      'absent the group: the dump has no `uid`',
      "guessed `step` is the number in the file's name",
    ]);
  });

  it('keep what the reward returned, and read a score that `str()` wrote', async () => {
    const record = { ...base, gts: 'A', score: '0.5', acc: 'True', extra: { f1: 0.2 }, request_id: 'r-1' };
    const { entry } = await first('40.jsonl', jsonl(record));
    expect(entry.rollouts[0]?.recorded).toEqual({
      score: 0.5,
      step: 40,
      group: null,
      acc: 'True',
      extra: { f1: 0.2 },
      request_id: 'r-1',
    });
  });

  it.each(['left', 'right', 'middle'])('say that a tool response was cut (%s)', async (side) => {
    const mark =
      { left: '(truncated)...b', right: 'a...(truncated)', middle: 'a...(truncated)...b' }[side] ?? '';
    const output = `<tool_response>{"result": "${mark}</tool_response><answer>a</answer>`;
    const cut = await first('40.jsonl', jsonl({ ...base, output, gts: 'A', uid: 'u' }));
    expect(whats(cut.entry).some((what) => what.startsWith('cut tool responses'))).toBe(true);
    const whole = await first(
      '40.jsonl',
      jsonl({ ...base, output: 'It is (truncated) here', gts: 'A', uid: 'u' }),
    );
    expect(whats(whole.entry).some((what) => what.startsWith('cut tool responses'))).toBe(false);
  });

  it('read a validation table that is named after its step', async () => {
    const { step: _step, ...row } = base;
    const { file, entry } = await first('val_step12.json', JSON.stringify([row]));
    expect([file.container.chosen.id, entry.rollouts[0]?.recorded['step']]).toEqual(['verl-jsonl', 12]);
  });
});

describe('ReSearch and ReCall dumps', () => {
  const prompt =
    '<|im_start|>system\nUse <search> query </search>. The answer is \\[ \\boxed{answer here} \\]<|im_end|>\n' +
    '<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n';
  const response =
    '<think>a</think><search>zorvia</search> <result>\n"Zorvia"\nIt lies on the Melka.\n</result><answer>\\boxed{Danube}</answer><|im_end|>';
  const record = {
    data_source: 'musique',
    sequences_str: prompt + response,
    ground_truth: ['Melka River'],
    score: 0.1,
    reason: 'wrong answer but good format: Danube',
  };

  it('cut the prompt from the response at the assistant header', async () => {
    const { file, entry } = await first('rollout/train_12.jsonl', jsonl(record));
    expect(file.container.chosen.id).toBe('research-jsonl');
    expect(by(entry)).toEqual([`prompt:${prompt}`, `policy:${response}`]);
    const [rollout] = entry.rollouts;
    expect(rollout?.question).toBe('Which river crosses Zorvia?');
    expect(rollout?.golds).toEqual(['Melka River']);
    expect(rollout?.recorded).toEqual({
      score: 0.1,
      step: 12,
      split: 'train',
      data_source: 'musique',
      reason: 'wrong answer but good format: Danube',
    });
  });

  it('map positions through the escapes of the string', async () => {
    const { file, entry } = await first('val_3.jsonl', jsonl(record));
    const [rollout] = entry.rollouts;
    const raw = await file.recordAt(0);
    if (!rollout || !raw) throw new Error('not read');
    expect(rollout.recorded).toMatchObject({ step: 3, split: 'val' });
    const at = rollout.text.indexOf('It lies');
    const { character } = new RolloutPositions(raw, rollout).toFile(at);
    expect(raw.text.slice(character, character + 7)).toBe('It lies');
  });

  it('give tool turns of ReCall to the environment', async () => {
    const calls = '<think>x</think><tool_call>{"name": "f", "arguments": {}}</tool_call><|im_end|>';
    const tool = '\n<|im_start|>user\n<tool_response>r</tool_response><|im_end|>\n<|im_start|>assistant\n';
    const sequences_str = `${prompt}${calls}${tool}<think>y</think>\\boxed{Melka}`;
    const { entry } = await first(
      'train_1.jsonl',
      jsonl({ ...record, sequences_str, reason: 'not end with eos token' }),
    );
    expect(by(entry).map((part) => part.split(':')[0])).toEqual([
      'prompt',
      'policy',
      'environment',
      'policy',
    ]);
    expect(whats(entry)).toContain('cut the response, at the length limit (`reason` says so)');
  });

  it('cut base prompts at `Assistant:` and take the question before it', async () => {
    const base =
      'A conversation between User and Assistant. The user asks. User: Which river crosses Zorvia?. Assistant:';
    const { entry } = await first(
      'train_1.jsonl',
      jsonl({ ...record, sequences_str: `${base} <think>a</think>` }),
    );
    expect(by(entry)).toEqual([`prompt:${base}`, 'policy: <think>a</think>']);
    expect(entry.rollouts[0]?.question).toBe('Which river crosses Zorvia?');
  });

  it('say what is wrong with a broken record, and read on', async () => {
    const content = `${jsonl(record, { ...record, sequences_str: 7 }, { ...record, sequences_str: '' })}${jsonl(record).slice(0, 60)}`;
    const entries = await entriesOf(await opened('train_1.jsonl', content));
    expect(entries[1]?.fault?.message).toBe('`sequences_str` is a number, not a string');
    expect(entries[2]?.withoutText).toBe('`sequences_str` is empty');
    expect(entries[3]?.fault?.message).toMatch(/^torn last line/);
    expect(entries[0]?.rollouts).toHaveLength(1);
  });

  it('read bare NaN as a score that is none', async () => {
    const line = jsonl(record).replace('"score":0.1', '"score": NaN');
    const { entry } = await first('train_1.jsonl', line);
    expect(entry.rollouts[0]?.recorded['score']).toBeNaN();
  });
});

describe('FlashRAG intermediate data', () => {
  const item = {
    id: 'dev_0',
    question: 'Which river crosses Zorvia?',
    golden_answers: ['Melka'],
    metadata: { type: 'bridge' },
    output: {
      final_response: '<think>a</think><answer>\\boxed{Melka}</answer>',
      pred: 'Melka',
      metric_score: { em: 0, f1: 0.5, acc: 1, precision: 1, recall: 1 },
    },
  };

  it('are read item by item', async () => {
    const { file, entry } = await first('intermediate_data.json', JSON.stringify([item], null, 4));
    expect(file.container.chosen.id).toBe('research-eval');
    const [rollout] = entry.rollouts;
    expect(rollout?.golds).toEqual(['Melka']);
    expect(rollout?.recorded).toEqual({
      score: 0.5,
      pred: 'Melka',
      metric_score: item.output.metric_score,
      id: 'dev_0',
      metadata: { type: 'bridge' },
    });
  });

  it('say where an item has no response', async () => {
    const { entry } = await first(
      'x.json',
      JSON.stringify([{ ...item, output: { final_response: '' } }, item]),
    );
    expect(entry.withoutText).toBe('`output.final_response` is missing or empty');
  });
});

describe('RAG-R1 evaluation results', () => {
  // The reference's example line.
  const line = {
    question: 'Which river crosses Zorvia?',
    gold_answer: 'Melka',
    predict_answer: ' Melka ',
    prompt:
      '<|im_start|>user\nThe example is <answer> Beijing </answer>. Question: Which river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n<think>a</think>\n<answer> Melka </answer>',
    reward: 1.0,
    rc: 2,
  };

  it('tell the prompt of the transcript from what the model wrote', async () => {
    const { file, entry } = await first('HotpotQA.jsonl', jsonl(line, { ...line, predict_answer: null }));
    expect(file.container.chosen.id).toBe('rag-r1-eval');
    expect(by(entry)[0]).toMatch(/^prompt:.*<\|im_start\|>assistant\n$/s);
    expect(entry.rollouts[0]?.answer?.text).toBe('Melka');
    expect(entry.rollouts[0]?.golds).toEqual(['Melka']);
    expect(entry.rollouts[0]?.recorded).toEqual({ score: 1, predict_answer: ' Melka ', rc: 2 });
  });
});

describe('RouteRAG test results', () => {
  const element = {
    question: 'Which river crosses Zorvia?',
    gold_answer: ['Melka'],
    pred_answer: 'Melka',
    pred_type: 'Deep',
    reasoning_process:
      '<|im_start|>system\ns<|im_end|>\n<|im_start|>assistant\n<think>a</think><answer>Melka</answer>',
  };

  it('are read element by element, with how the answer came about', async () => {
    const texts = [
      element.reasoning_process,
      `${element.reasoning_process}\n[Fallback to Direct QA]\nMelka`,
      '[Direct QA Mode]\nMelka',
    ];
    const list = texts.map((reasoning_process) => ({ ...element, reasoning_process }));
    const file = await opened('llm_emb_reader_True.json', JSON.stringify(list, null, 2));
    expect(file.container.chosen.id).toBe('routerag-eval');
    const entries = await entriesOf(file);
    expect(entries.map(({ rollouts }) => rollouts[0]?.recorded['mode'])).toEqual([
      undefined,
      'fallback',
      'direct',
    ]);
    expect(entries[0]?.rollouts[0]?.recorded).toEqual({ pred_answer: 'Melka', pred_type: 'Deep' });
    expect(entries[0]?.rollouts[0]?.answer?.text).toBe('Melka');
  });
});
