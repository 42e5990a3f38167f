/** ReZero and its port, by `rollout-formats.md` 7 and 9; what other tests hold is not repeated. */
import { describe, expect, it } from 'vitest';
import { rezero } from '../../../core/trace/dialects/rezero';
import { chat, queriesOf, read } from '../trace/support';

const SYSTEM = 'Cutting Knowledge Date: December 2023\nToday Date: 09 Apr 2025\n\nYou help.';
const ASK =
  'Think in <think> and </think>, then search in <search> and </search> or answer in <answer> and </answer>.\n' +
  'Question: Which river crosses Zorvia?\n';
const INFO = '<information>Result 1:\nZorvia lies on the Melka.\n------\n</information>';

function reading(...said: readonly (readonly [string, string])[]) {
  const { text, parts } = chat(['system', SYSTEM], ['user', ASK], ...said);
  return { text, ...read(rezero, text, parts) };
}

describe('the grammar of ReZero', () => {
  // 7.1: the pattern is dotall; the query is not stripped, so that one of blanks runs (the model shows it trimmed).
  it.each([
    ['<search> zorvia </search>', 'zorvia'],
    ['<search>\nzorvia\nriver\n</search>', 'zorvia\nriver'],
    ['<search> </search>', ''],
  ])('runs the search %j', (search, query) => {
    const trace = reading(
      ['assistant', `<think>a</think>\n${search}`],
      ['user', INFO],
      ['assistant', '<answer>x</answer>'],
    );
    expect(trace.turns[0]?.documents).toHaveLength(1);
    expect(trace.turns[0]?.searches).toHaveLength(1);
    const [asked] = trace.turns[0]?.queries ?? [];
    expect(asked?.text).toBe(query);
  });

  // 7.1: a message without a complete search ends the chat, whatever it holds.
  it.each(['<think>a</think>', '<search>q', 'free words', '<think>a</think>\n<answer>Melka'])(
    'ends at %j',
    (message) => {
      const trace = reading(['assistant', message]);
      expect(trace.turns.map(({ documents, observation }) => [documents.length, observation])).toEqual([
        [0, null],
      ]);
      expect(queriesOf(trace)).toEqual([]);
      expect(trace.answer).toBeNull();
    },
  );

  // 7.1: limits of the training and evaluation scripts.
  it('allows 32 generations', () => {
    expect(rezero.searchLimit).toBe(32);
  });

  // 7.1: the web demo's helper formats results in its own way.
  it('reads the results of the demo', () => {
    const results =
      '<information>Doc 1(Title: Document 1)\nOn the Melka.\nDoc 2(Title: Document 2)\nA hill.\n</information>';
    const trace = reading(
      ['assistant', '<search>q</search>'],
      ['user', results],
      ['assistant', '<answer>x</answer>'],
    );
    expect(trace.turns[0]?.documents.map(({ rank, title, text }) => [rank, title, text])).toEqual([
      [1, 'Document 1', 'On the Melka.'],
      [2, 'Document 2', 'A hill.'],
    ]);
  });

  // 7.5: headers of the R1 distillates, full-width.
  it('reads a chat in the text of the R1 distillates', () => {
    const trace = read(
      rezero,
      `<｜begin▁of▁sentence｜>${SYSTEM}<｜User｜>${ASK}<｜Assistant｜><think>a</think>\n<search>q</search><｜end▁of▁sentence｜>` +
        `<｜User｜>${INFO}<｜Assistant｜><think>b</think>\n<answer>Melka</answer><｜end▁of▁sentence｜>`,
    );
    expect(trace.turns).toMatchObject([
      { think: 'a', queries: [{ text: 'q' }], documents: [{ text: 'Zorvia lies on the Melka.' }] },
      { think: 'b', queries: [] },
    ]);
    expect(trace.answer?.text).toBe('Melka');
    const authors = (words: string): string | undefined => {
      const at = trace.lines.findIndex((line) => line.includes(words));
      return trace.lines[at]?.split(' ')[1];
    };
    expect(authors('Result 1')).toBe('environment');
    expect(authors('Question: Which')).toBe('prompt');
  });

  // 7.5: the evaluation of LoRA weights wraps prompts that are templated already once more.
  it('takes nothing of a nested chat in the prompt for the chat itself', () => {
    const nested = `<|start_header_id|>system<|end_header_id|>\n\n${SYSTEM}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n${ASK}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n`;
    const { text, parts } = chat(
      ['user', nested],
      ['assistant', '<think>a</think><search>q</search>'],
      ['user', INFO],
      ['assistant', '<answer>Melka</answer>'],
    );
    const trace = read(rezero, text, parts);
    expect(queriesOf(trace)).toEqual(['q']);
    expect(trace.turns).toHaveLength(2);
    expect(trace.answer?.text).toBe('Melka');
    const plain = read(
      rezero,
      `<|start_header_id|>user<|end_header_id|>\n\n${nested}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n<think>a</think><search>q</search><|eot_id|><|start_header_id|>user<|end_header_id|>\n\n${INFO}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n<answer>Melka</answer><|eot_id|>`,
    );
    expect(queriesOf(plain)).toEqual(['q']);
    expect(plain.answer?.text).toBe('Melka');
  });
});
