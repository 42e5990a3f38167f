import { describe, expect, it } from 'vitest';
import type { RolloutSource } from '../../../core/trace/model';
import { goldsOf, numpyList } from '../../../core/containers/fields/golds';
import { stepOf } from '../../../core/containers/fields/step';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const INPUT =
  'system\nGo.\nuser\nFor example, <answer> Beijing </answer>. Question: Which river?\nassistant\n';
const OUTPUT = '<think>a</think>\n<answer> Melka </answer>';
const VERL = { input: INPUT, output: OUTPUT, gts: { target: ['Melka'] }, score: 1, step: 3 };

async function only(
  name: string,
  content: string,
): Promise<{ container: string; rollouts: RolloutSource[]; faults: string[]; empty: string[] }> {
  const file = await opened(name, content);
  const entries = await entriesOf(file);
  return {
    container: file.container.chosen.id,
    rollouts: entries.flatMap(({ rollouts }) => rollouts),
    faults: entries.flatMap(({ fault }) => (fault ? [fault.message] : [])),
    empty: entries.flatMap(({ withoutText }) => (withoutText === null ? [] : [withoutText])),
  };
}

describe('verl-jsonl', () => {
  it('reads prompt, response, golds and everything recorded', async () => {
    const { container, rollouts } = await only('3.jsonl', jsonl({ ...VERL, uid: '7c1e_0_1', acc: true }));
    expect(container).toBe('verl-jsonl');
    expect(rollouts[0]).toMatchObject({
      id: '3.jsonl#0',
      question: 'Which river?',
      golds: ['Melka'],
      text: INPUT + OUTPUT,
      parts: [
        { start: 0, end: INPUT.length, by: 'prompt', path: ['input'], rendered: false },
        {
          start: INPUT.length,
          end: INPUT.length + OUTPUT.length,
          by: 'policy',
          path: ['output'],
          rendered: false,
        },
      ],
      recorded: { score: 1, step: 3, group: '7c1e', uid: '7c1e_0_1', acc: true },
    });
  });

  it('takes the step from the name and leaves the group null', async () => {
    const { rollouts } = await only('step_40.jsonl', jsonl({ ...VERL, step: undefined }));
    expect(rollouts[0]?.recorded).toEqual({ score: 1, step: 40, group: null });
  });

  it('faults wrong types and reads on', async () => {
    const { rollouts, faults, empty } = await only(
      '3.jsonl',
      jsonl(
        VERL,
        { ...VERL, output: 7 },
        { ...VERL, input: null },
        [],
        { ...VERL, input: '', output: '' },
        VERL,
      ),
    );
    expect(rollouts.map(({ index }) => index)).toEqual([0, 5]);
    expect(faults).toEqual([
      '`output` is a number, not a string',
      '`input` is null, not a string',
      'the record is a list, not an object with `input` and `output`',
    ]);
    expect(empty).toEqual(['`input` and `output` are empty']);
  });

  it('reads golds in every shape', () => {
    expect(goldsOf({ target: ['A', 'B'] })).toEqual(['A', 'B']);
    expect(goldsOf({ ground_truth: { target: 'A' } })).toEqual(['A']);
    expect(goldsOf([['A'], 'B', 3])).toEqual(['A', 'B', '3']);
    expect(goldsOf('A')).toEqual(['A']);
    expect(goldsOf('')).toEqual([]);
    expect(goldsOf(null)).toEqual([]);
    expect(numpyList(`['Melka' "D'Orso"\n 'a\\'b']`)).toEqual(['Melka', "D'Orso", "a'b"]);
    expect(numpyList("['A', 'B']")).toEqual(['A', 'B']);
    expect(goldsOf('[1] is a footnote')).toEqual(['[1] is a footnote']);
    expect(goldsOf("['unclosed]")).toEqual(["['unclosed]"]);
  });

  it('knows names that say a step', () => {
    expect(
      ['40.jsonl', 'a/step_7.json', 'global_step_12.jsonl', 'results-3.jsonl', 'x.jsonl'].map(stepOf),
    ).toEqual([40, 7, 12, null, null]);
  });
});

describe('r1-searcher', () => {
  const row = {
    question: 'q?',
    answer: 'g',
    pred_ans: 'p',
    stop_reason_final: 'finished',
    gpt4o_output: 'True',
  };

  it('reads evaluation files', async () => {
    const { container, rollouts, empty } = await only(
      'eval.jsonl',
      jsonl(
        { ...row, gen_text_store: 'a</think>' },
        { ...row, gen_text_store: '' },
        { ...row, answer: ['g', 'h'], generated_text: 'b' },
        row,
      ),
    );
    expect(container).toBe('r1-searcher');
    expect(rollouts.map(({ id, text, golds, question }) => [id, text, golds, question])).toEqual([
      ['eval.jsonl#0', 'a</think>', ['g'], 'q?'],
      ['eval.jsonl#2', 'b', ['g', 'h'], 'q?'],
    ]);
    expect(rollouts[0]?.recorded).toEqual({
      judge: true,
      pred_ans: 'p',
      stop_reason_final: 'finished',
      gpt4o_output: 'True',
    });
    expect(rollouts[1]?.parts[0]?.path).toEqual(['generated_text']);
    expect(empty).toEqual([
      '`gen_text_store` is empty',
      'the record has no `gen_text_store`: its sampled texts were not kept',
    ]);
  });

  it('reads lists of texts as several rollouts of one record', async () => {
    const { rollouts, empty, faults } = await only(
      'stage.jsonl',
      jsonl(
        { question: 'q', answer: 'g', pred_anses: [], gen_text_store: ['a', '', 'c'] },
        { question: 'q', answer: 'g', pred_anses: [], gen_text_store: [''] },
        { question: 'q', answer: 'g', pred_anses: [], gen_text_store: ['a', 3] },
      ),
    );
    expect(rollouts.map(({ id, sample, parts }) => [id, sample, parts[0]?.path])).toEqual([
      ['stage.jsonl#0.0', 0, ['gen_text_store', 0]],
      ['stage.jsonl#0.2', 2, ['gen_text_store', 2]],
      ['stage.jsonl#2.0', 0, ['gen_text_store', 0]],
    ]);
    expect(empty).toEqual(['every text in `gen_text_store` is empty']);
    expect(faults).toEqual(['`gen_text_store[1]` is a number, not a string']);
  });

  it('reads the sampling log', async () => {
    const line =
      '{"question":"q?","solution":"I search<\\/think>\\n\\n<answer> M <\\/answer>","score":-0.5,"finished":"1"}\n';
    const { container, rollouts } = await only('log.jsonl', line);
    expect(container).toBe('r1-searcher');
    expect(rollouts[0]).toMatchObject({
      question: 'q?',
      golds: [],
      text: 'I search</think>\n\n<answer> M </answer>',
      recorded: { score: -0.5, finished: '1' },
    });
  });
});

describe('plain-text', () => {
  const text =
    '<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nQuestion: q?<|im_end|>\n<|im_start|>assistant\n';

  it('splits a chat by author', async () => {
    const answer =
      '<tool_call>c</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>r</tool_response><|im_end|>\n<|im_start|>assistant\nend';
    const { container, rollouts } = await only('case.txt', text + answer);
    const [rollout] = rollouts;
    expect(container).toBe('plain-text');
    expect(rollout?.question).toBe('q?');
    expect(rollout?.parts.map(({ by, start, end }) => [by, rollout.text.slice(start, end)])).toEqual([
      ['prompt', text],
      ['policy', '<tool_call>c</tool_call><|im_end|>\n'],
      [
        'environment',
        '<|im_start|>user\n<tool_response>r</tool_response><|im_end|>\n<|im_start|>assistant\n',
      ],
      ['policy', 'end'],
    ]);
  });

  it('leaves numerals out of the texts', async () => {
    const { rollouts } = await only('x.txt', '1.<think>a</think><|im_end|>\n2.<think>b</think>\n');
    expect(rollouts.map(({ text, parts }) => [text, parts[0]?.at])).toEqual([
      ['<think>a</think><|im_end|>', 2],
      ['<think>b</think>', 2],
    ]);
  });

  it.each([
    ['notes.txt', 'Just words.\nMore words.\n', /^no tag of a rollout/],
    ['train.log', '\u001b[36m(TaskRunner pid=1)\u001b[0m <think>a</think>\n', /standard output/],
    ['x.parquet', 'PAR1\u0000', /Parquet/],
    ['x.bin', 'a\u0000b', /binary/],
    ['empty.jsonl', '', /empty/],
  ])('does not take %s for rollouts, and says why', async (name, content, reason) => {
    const file = await opened(name, content);
    expect(file.container.chosen.id).toBe('none');
    expect(file.container.evidence.because).toMatch(reason);
    expect(await entriesOf(file)).toEqual([]);
    expect(await file.entryAt(0)).toBeNull();
  });
});
