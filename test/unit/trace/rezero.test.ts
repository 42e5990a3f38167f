import { describe, expect, it } from 'vitest';
import { rezero } from '../../../core/trace/dialects/rezero';
import { chat, queriesOf, read } from './support';

const SYSTEM = 'Cutting Knowledge Date: December 2023\nToday Date: 09 Apr 2025\n\nYou help.';
const ASK =
  'Think in <think> and </think>, then search in <search> and </search> or answer in <answer> and </answer>.\n' +
  'Question: Which river crosses Zorvia?\n';
const info = (...results: readonly string[]): string =>
  `<information>${results.map((text, at) => `Result ${at + 1}:\n${text}\n------\n`).join('')}</information>`;

function reading(...said: readonly (readonly [string, string])[]) {
  const { text, parts } = chat(['system', SYSTEM], ['user', ASK], ...said);
  return { text, ...read(rezero, text, parts) };
}

describe('rezero', () => {
  it('reads information in messages of the user', () => {
    const trace = reading(
      ['assistant', '<think>I look.</think>\n<search>zorvia river</search>'],
      ['user', info('Zorvia lies on the Melka.', 'Two\nlines.')],
      ['assistant', '<think>Based on it.</think>\n<answer>Melka</answer>'],
    );
    expect(trace.turns).toMatchObject([
      {
        think: 'I look.',
        queries: [{ text: 'zorvia river' }],
        documents: [
          { rank: 1, title: null, text: 'Zorvia lies on the Melka.' },
          { rank: 2, title: null, text: 'Two\nlines.' },
        ],
        error: null,
      },
      { think: 'Based on it.', queries: [], observation: null },
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
    expect(trace.elements.map((line) => line.split(' ', 2).join(' '))).toEqual([
      'prompt prompt',
      'think policy',
      'search policy',
      'information environment',
      'think policy',
      'answer policy',
    ]);
  });

  it('runs the last search of a message', () => {
    const trace = reading(
      ['assistant', '<think>a</think><search>one</search> and <search>two</search> more'],
      ['user', info('x')],
      ['assistant', '<answer>y</answer>'],
    );
    expect(queriesOf(trace)).toEqual(['two']);
    const searches = trace.elements.filter((line) => line.startsWith('search'));
    expect(searches).toEqual(['search policy <search>one</search>', 'search policy <search>two</search>']);
  });

  it('runs a search beside an answer, and the chat goes on', () => {
    const trace = reading(
      ['assistant', '<think>a</think><answer>maybe</answer><search>check</search>'],
      ['user', info('x')],
      ['assistant', '<think>b</think><answer>Melka</answer>'],
    );
    expect(queriesOf(trace)).toEqual(['check']);
    expect(trace.turns).toHaveLength(2);
    expect(trace.answer?.text).toBe('Melka');
  });

  it('runs nothing for an empty query', () => {
    const trace = reading(['assistant', '<think>a</think><search></search>']);
    expect(trace.turns).toMatchObject([{ queries: [{ text: '' }], observation: null, error: null }]);
  });

  it('reads a search inside a thought', () => {
    const trace = reading(['assistant', '<think>a <search>q</search> b</think>'], ['user', info('x')]);
    expect(queriesOf(trace)).toEqual(['q']);
    expect(trace.turns[0]?.documents).toHaveLength(1);
  });

  it('gives information in an assistant message to the policy', () => {
    const trace = reading(['assistant', `<think>a</think>${info('made up')}<answer>x</answer>`]);
    expect(trace.elements.filter((line) => line.startsWith('information'))).toEqual([
      `information policy ${info('made up')}`,
    ]);
    expect(trace.turns).toMatchObject([{ documents: [], observation: null }]);
  });

  it('keeps closing tags in passages', () => {
    const trace = reading(
      ['assistant', '<search>q</search>'],
      ['user', info('a </information> b', '<search>c</search>')],
      ['assistant', '<answer>x</answer>'],
    );
    expect(trace.turns[0]?.documents.map(({ text }) => text)).toEqual([
      'a </information> b',
      '<search>c</search>',
    ]);
  });

  it('reads an error of the environment', () => {
    const said = 'Error during post-processing: index out of range';
    const trace = reading(['assistant', '<think>a</think><search>q</search>'], ['system', said]);
    expect(trace.turns).toMatchObject([{ queries: [{ text: 'q' }], error: said, documents: [] }]);
  });

  it('reads leading newlines and text after the tag as they stand', () => {
    const trace = reading(['assistant', '\n\n<search> q </search>\nI wait.'], ['user', info('x')]);
    expect(trace.lines.filter((line) => line.startsWith('text policy'))).toEqual([
      'text policy \n\n',
      'text policy \nI wait.',
    ]);
  });

  it.each([
    ['ChatML', '<|im_start|>', '\n', '<|im_end|>\n'],
    ['Llama 3', '<|start_header_id|>', '<|end_header_id|>\n\n', '<|eot_id|>'],
  ])('reads a chat in the text of %s', (_name, open, close, end) => {
    const say = (role: string, content: string): string => `${open}${role}${close}${content}${end}`;
    const trace = read(
      rezero,
      say('user', ASK) +
        say('assistant', '<think>a</think><search>q</search>') +
        say('user', info('Zorvia lies on the Melka.')) +
        say('assistant', '<think>b</think><answer>Melka</answer>'),
    );
    expect(trace.turns).toMatchObject([
      { queries: [{ text: 'q' }], documents: [{ text: 'Zorvia lies on the Melka.' }] },
      { think: 'b', queries: [] },
    ]);
    expect(trace.turns).toHaveLength(2);
    expect(trace.answer?.text).toBe('Melka');
  });
});
