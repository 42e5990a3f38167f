import { describe, expect, it } from 'vitest';
import { lastBox } from '../../../core/trace/boxed';
import { research } from '../../../core/trace/dialects/research';
import { queriesOf, read } from './support';

const result = (body: string): string => ` <result>\n${body}\n</result>`;

describe('research', () => {
  it('reads results and the boxed answer', () => {
    const text =
      '<think> I look. </think> <search> Zorvia river </search>' +
      result('"Zorvia"\nZorvia lies on the Melka.\n\n"Melka"\nA river.\n\nIt is long.') +
      '\n<think> So. </think>\n<answer> The answer is \\[ \\boxed{Melka} \\] </answer><|im_end|>';
    const trace = read(research, text);
    expect(trace.lines).toEqual([
      'think policy <think> I look. </think>',
      'text policy  ',
      'search policy <search> Zorvia river </search>',
      'text environment  ',
      'information environment <result>\n"Zorvia"\nZorvia lies on the Melka.\n\n"Melka"\nA river.\n\nIt is long.\n</result>',
      'text policy \n',
      'think policy <think> So. </think>',
      'text policy \n',
      'answer policy <answer> The answer is \\[ \\boxed{Melka} \\] </answer>',
      'text policy <|im_end|>',
    ]);
    // A passage that holds a blank line goes on after it.
    expect(trace.turns[0]?.documents).toMatchObject([
      { rank: 1, title: 'Zorvia', text: 'Zorvia lies on the Melka.' },
      { rank: 2, title: 'Melka', text: 'A river.\n\nIt is long.' },
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(text.slice(trace.answer?.start, trace.answer?.end)).toBe('Melka');
    expect(trace.turns).toHaveLength(2);
    expect(trace.anomalies).toEqual([]);
  });

  it('takes the last opener of the segment', () => {
    expect(queriesOf(read(research, `<search>a <search>b</search>${result('x')}`))).toEqual(['b']);
  });

  it('runs a closer without opener as an empty query', () => {
    const trace = read(research, `hm</search>${result('"T"\nx')}<answer>\\boxed{a}</answer>`);
    expect(trace.turns[0]).toMatchObject({ queries: [{ text: '' }], documents: [{ title: 'T' }] });
    expect(trace.anomalies).toMatchObject([{ kind: 'unopened', tag: '</search>' }]);
  });

  it('runs a search after an answer', () => {
    const trace = read(research, `<answer>\\boxed{a}</answer><search>q</search>${result('x')}`);
    expect(queriesOf(trace)).toEqual(['q']);
    expect(trace.turns[0]?.observation).not.toBeNull();
  });

  it.each(['nothing to search', 'invalid query'])('takes “%s” for an error, not a document', (said) => {
    expect(read(research, `<search></search>${result(said)}`).turns[0]).toMatchObject({
      documents: [],
      error: said,
    });
  });

  it('keeps contents without quoted titles whole', () => {
    const trace = read(research, `<search>q</search>${result('one\n\n"Two"\nthree')}`);
    expect(trace.turns[0]?.documents).toMatchObject([{ title: null, text: 'one\n\n"Two"\nthree' }]);
  });

  it('reports a result that the length limit cut', () => {
    const trace = read(research, '<search>q</search> <result>\n"Zorvia"\nZorvia lies');
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'Zorvia', text: 'Zorvia lies' }]);
    expect(trace.anomalies).toMatchObject([{ kind: 'truncated', tag: '</result>' }]);
  });

  it('gives a result without a search to the policy', () => {
    expect(
      read(research, '<think>a</think><result>\nx\n</result><answer>\\boxed{a}</answer>').elements,
    ).toContain('information policy <result>\nx\n</result>');
  });

  it('keeps the example of its instruction in the prompt', () => {
    const prompt =
      'Think in <think> </think>, e.g. <search> q </search> <result> r </result> <answer> \\boxed{answer here} ' +
      '</answer>. User: Which river? Assistant:';
    const trace = read(research, `${prompt} <think>x</think><answer>\\boxed{Melka}</answer>`);
    expect(trace.segments[0]).toMatchObject({ kind: 'prompt', end: prompt.length });
    expect(trace.answer?.text).toBe('Melka');
    expect(queriesOf(trace)).toEqual([]);
  });
});

describe('the last box', () => {
  it.each([
    ['\\boxed{a}', 'a'],
    ['\\boxed{a} or \\boxed{b}', 'b'],
    ['\\boxed{\\text{Melka River}}', '\\text{Melka River}'],
    ['\\boxed{a \\boxed{b} c}', 'b'],
    ['\\fbox{a}', 'a'],
    ['$\\boxed 5$ it is', '5'],
    ['\\boxed{a} and \\boxed{b', 'a'],
    ['{ \\boxed{a}', 'a'],
    ['} \\boxed{}', ''],
    ['\\boxed{a', null],
    ['none', null],
  ])('of %s', (text, expected) => {
    const box = lastBox(text, 0, text.length);
    expect(box && text.slice(box.start, box.end)).toBe(expected);
  });

  it('takes an element without a box whole', () => {
    expect(read(research, '<answer> Melka </answer>').answer?.text).toBe('Melka');
  });
});
