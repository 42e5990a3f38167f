import { describe, expect, it } from 'vitest';
import { r1Searcher } from '../../../core/trace/dialects/r1-searcher';
import { read } from './support';

const docs = (body: string): string => `\n\n<|begin_of_documents|>\n${body}<|end_of_documents|>\n\n`;
const query = (text: string): string => `<|begin_of_query|>${text}<|end_of_query|>`;

describe('r1-searcher', () => {
  it('starts inside think and goes on thinking through searches', () => {
    const trace = read(
      r1Searcher,
      ` I ask "${query(' Zorvia river')}${docs('(1)Title: Zorvia Text:  On the Melka.\n')}It is Melka.</think>\n\n<answer> Melka </answer>`,
    );
    expect(trace.lines).toEqual([
      'think policy  I ask "',
      'search policy <|begin_of_query|> Zorvia river<|end_of_query|>',
      'text environment \n\n',
      'information environment <|begin_of_documents|>\n(1)Title: Zorvia Text:  On the Melka.\n<|end_of_documents|>',
      'text environment \n\n',
      'think policy It is Melka.</think>',
      'text policy \n\n',
      'answer policy <answer> Melka </answer>',
    ]);
    expect(trace.turns).toMatchObject([
      {
        think: ' I ask "',
        queries: [{ text: 'Zorvia river' }],
        documents: [{ title: 'Zorvia', text: 'On the Melka.' }],
      },
      { think: 'It is Melka.', queries: [] },
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
  });

  it('leaves the opening think tag to the prompt', () => {
    const prompt = 'Use <answer> answer here </answer>.\n\nUser:Which river?\nAssistant: <think>';
    const trace = read(r1Searcher, `${prompt} easy</think><answer>x</answer>`);
    expect(trace.segments[0]).toMatchObject({ kind: 'prompt', end: prompt.length });
    expect(trace.turns[0]?.think).toBe(' easy');
    expect(trace.anomalies).toEqual([]);
  });

  it('takes the text after the last opener as query, without double quotes', () => {
    const trace = read(
      r1Searcher,
      `I use <|begin_of_query|> marks: <|begin_of_query|> "Melka"  source<|end_of_query|>${docs('None')}`,
    );
    expect(trace.turns[0]?.queries).toMatchObject([{ text: 'Melka source' }]);
    expect(trace.turns[0]?.documents).toEqual([]);
  });

  it('gives documents that follow no query to the policy', () => {
    const trace = read(
      r1Searcher,
      'hm <|begin_of_documents|>\n(1)made up\n<|end_of_documents|> so</think><answer>x</answer>',
    );
    expect(trace.lines).toEqual([
      'think policy hm ',
      'information policy <|begin_of_documents|>\n(1)made up\n<|end_of_documents|>',
      'think policy  so</think>',
      'answer policy <answer>x</answer>',
    ]);
    expect(trace.turns).toMatchObject([{ think: 'hm \n so', observation: null, documents: [] }]);
    expect(trace.anomalies).toEqual([]);
  });

  it('takes the text between the last opener and its closer as answer', () => {
    expect(read(r1Searcher, 'so</think><answer> a <answer> b </answer>').answer?.text).toBe('b');
  });

  it('reports thinking that never ends', () => {
    const trace = read(r1Searcher, `look ${query('q')}${docs('(1)T   x\n')}and on`);
    expect(trace.segments.at(-1)).toMatchObject({ kind: 'think', closed: false });
    expect(trace.anomalies).toMatchObject([{ kind: 'unclosed', tag: '<think>' }]);
  });

  it('reads an explicit opening tag', () => {
    const trace = read(r1Searcher, '<think> hm </think>\n<answer> x </answer>');
    expect(trace.turns[0]?.think).toBe(' hm ');
    expect(trace.anomalies).toEqual([]);
  });

  describe('documents', () => {
    const documents = (body: string) =>
      read(r1Searcher, `${query('q')}${docs(body)}</think>`).turns[0]?.documents ?? [];

    it.each([
      ['(1)Title: Zorvia Text:  Zorvia is a town.\n', 'Zorvia', 'Zorvia is a town.'],
      ['(1)"Title: Zorvia Text:  The ""Old"" town."\n', 'Zorvia', 'The "Old" town.'],
      ['(1)Zorvia   Zorvia is a town.\n', 'Zorvia', 'Zorvia is a town.'],
      ['(1).mil   "mil" domain name\n', '.mil', '"mil" domain name'],
      ['(1)no gap at all\n', null, 'no gap at all'],
      ['One summary of all pages.\n', null, 'One summary of all pages.'],
    ])('reads %s', (body, title, text) => {
      expect(documents(body)).toMatchObject([{ rank: 1, title, text }]);
    });

    it('tells numbered lines apart from numbers in passages', () => {
      const found = documents('(1)A   one (2) and\n(3) still one\n(2)B   two\n');
      expect(found.map(({ title, text }) => [title, text])).toEqual([
        ['A', 'one (2) and\n(3) still one'],
        ['B', 'two'],
      ]);
    });
  });
});
