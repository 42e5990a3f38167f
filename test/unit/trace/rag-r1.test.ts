import { describe, expect, it } from 'vitest';
import { ragR1 } from '../../../core/trace/dialects/rag-r1';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import { queriesOf, read } from './support';

const block = (body: string): string => `\n<information>\n${body}\n</information>\n`;
const json = (query: readonly string[], documents: readonly string[]): string =>
  JSON.stringify({ query, documents }, null, 2).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

describe('rag-r1, one query a search', () => {
  it('reads lines `Doc n: T   text`, and one newline around the element', () => {
    const text =
      '<think>I look.</think>\n<search> Zorvia river </search>' +
      block('Doc 1: Zorvia   Zorvia lies on the Melka.\nDoc 2: Melka   A river.') +
      '<think>So.</think><answer> Melka </answer>';
    const trace = read(ragR1, text);
    expect(trace.lines).toEqual([
      'think policy <think>I look.</think>',
      'text policy \n',
      'search policy <search> Zorvia river </search>',
      'text environment \n',
      'information environment <information>\nDoc 1: Zorvia   Zorvia lies on the Melka.\nDoc 2: Melka   A river.\n</information>',
      'text environment \n',
      'think policy <think>So.</think>',
      'answer policy <answer> Melka </answer>',
    ]);
    expect(trace.turns[0]?.documents).toMatchObject([
      { query: 0, rank: 1, title: 'Zorvia', text: 'Zorvia lies on the Melka.' },
      { query: 0, rank: 2, title: 'Melka', text: 'A river.' },
    ]);
    const [first] = trace.turns[0]?.documents ?? [];
    expect(text.slice(first?.start, first?.end)).toBe('Doc 1: Zorvia   Zorvia lies on the Melka.');
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
  });

  it('keeps a comma in a query', () => {
    const trace = read(ragR1, `<search>Paris, France</search>${block('Doc 1: Paris   A city.')}`);
    expect(queriesOf(trace)).toEqual(['Paris, France']);
  });

  it('has an empty body for an empty query', () => {
    const trace = read(ragR1, `<search></search>${block('')}<answer>x</answer>`);
    expect(queriesOf(trace)).toEqual(['']);
    expect(trace.turns[0]).toMatchObject({ documents: [], error: null });
    expect(trace.turns[0]?.observation).not.toBeNull();
  });

  it('takes the first three blanks for the border of the title', () => {
    const trace = read(ragR1, `<search>q</search>${block('Doc 1: A   one   two\nDoc 2: no gap')}`);
    expect(trace.turns[0]?.documents).toMatchObject([
      { title: 'A', text: 'one   two' },
      { title: null, text: 'no gap' },
    ]);
  });

  it('ends a block that was cut without its closer at the next tag', () => {
    const trace = read(
      ragR1,
      '<search>q</search>\n<information>\nDoc 1: Zorvia   Zorvia lies on the<think>so</think><answer>Melka</answer>',
    );
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'Zorvia', text: 'Zorvia lies on the' }]);
    expect(trace.anomalies).toMatchObject([{ kind: 'truncated', tag: '</information>' }]);
  });

  it('reads a cut block that kept its closer', () => {
    const trace = read(
      ragR1,
      `<search>q</search>${block('Doc 1: Zorvia   Zorvia lies on')}<answer>x</answer>`,
    );
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'Zorvia', text: 'Zorvia lies on' }]);
    expect(trace.anomalies).toEqual([]);
  });

  it('reads the evaluation’s form, without a newline before the closer', () => {
    const trace = read(
      ragR1,
      '<search>q</search>\n<information>\nDoc 1: T   x</information>\n<answer>a</answer>',
    );
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'T', text: 'x' }]);
  });

  it('takes the notice for the environment’s', () => {
    const trace = read(ragR1, `hm\n${INVALID_ACTION}\n<search>q</search>${block('Doc 1: T   x')}`);
    expect(trace.turns[0]?.error).toBe(INVALID_ACTION);
    expect(queriesOf(trace)).toEqual(['q']);
  });
});

describe('rag-r1, several queries a search', () => {
  it('parts queries at commas, and gives each its documents', () => {
    const text =
      '<search> Zorvia river , , Melka source</search>' +
      block(
        json(
          ['Zorvia river', 'Melka source'],
          ['Doc 1: Zorvia   On the Melka.\nDoc 2: T   "x"', 'Doc 1: Mélka   Hills.'],
        ),
      ) +
      '<answer>Melka</answer>';
    const trace = read(ragR1, text);
    expect(
      trace.turns[0]?.queries.map(({ text: query, start, end }) => [query, text.slice(start, end)]),
    ).toEqual([
      ['Zorvia river', 'Zorvia river'],
      ['Melka source', 'Melka source'],
    ]);
    expect(trace.turns[0]?.documents).toMatchObject([
      { query: 0, rank: 1, title: 'Zorvia', text: 'On the Melka.' },
      { query: 0, rank: 2, title: 'T', text: '"x"' },
      { query: 1, rank: 1, title: 'Mélka', text: 'Hills.' },
    ]);
    expect(trace.turns[0]?.documents.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Doc 1: Zorvia   On the Melka.',
      'Doc 2: T   \\"x\\"',
      'Doc 1: M\\u00e9lka   Hills.',
    ]);
  });

  it('makes two of a query that holds a comma', () => {
    const trace = read(ragR1, `<search>Paris, France</search>${block(json(['Paris', 'France'], ['', '']))}`);
    expect(queriesOf(trace)).toEqual(['Paris', 'France']);
    expect(trace.turns[0]?.documents).toEqual([]);
  });

  it('asks nothing with commas alone', () => {
    const trace = read(ragR1, `<search> , ,</search>${block(json([], []))}<answer>x</answer>`);
    expect(trace.turns[0]).toMatchObject({ queries: [], documents: [] });
    expect(trace.turns[0]?.searches).toHaveLength(1);
  });

  it('knows the mode from the prompt where no search was run', () => {
    const prompt =
      '<|im_start|>user\nUse <search> query_1,query_2 </search>.<|im_end|>\n<|im_start|>assistant\n';
    expect(queriesOf(read(ragR1, `${prompt}<search>a,b</search>`))).toEqual(['a', 'b']);
    expect(queriesOf(read(ragR1, '<search>a,b</search>'))).toEqual(['a,b']);
  });

  it('reads as much as is there of JSON that was cut', () => {
    const whole = json(['a', 'b'], ['Doc 1: A   one\nDoc 2: B   two', 'Doc 1: C   three']);
    const cut = whole.slice(0, whole.indexOf('ree'));
    const trace = read(ragR1, `<search>a,b</search>\n<information>\n${cut}`);
    expect(trace.turns[0]?.documents.map(({ query, title, text }) => [query, title, text])).toEqual([
      [0, 'A', 'one'],
      [0, 'B', 'two'],
      [1, 'C', 'th'],
    ]);
    expect(trace.anomalies).toMatchObject([{ kind: 'truncated' }]);
  });

  it('is not misled by keys, brackets and backslashes in passages', () => {
    const tricky = 'Doc 1: A   "documents": [ \\\\nDoc 2: } \\';
    const trace = read(ragR1, `<search>a</search>${block(json(['"documents": ["x"]'], [tricky]))}`);
    expect(trace.turns[0]?.documents).toMatchObject([
      { rank: 1, title: 'A', text: '"documents": [ \\\\nDoc 2: } \\' },
    ]);
    expect(trace.turns[0]?.documents).toHaveLength(1);
  });
});
