import { describe, expect, it } from 'vitest';
import { selfRag } from '../../../core/trace/dialects/self-rag';
import { promptAndResponse, read, wholeText } from './support';

/** The example of the grammar: a passage, its verdict, a sentence, its support, the utility. */
const EXAMPLE =
  '[Retrieval]<paragraph>Lake Orn\nLake Orn lies in Vell.</paragraph>[Relevant]Lake Orn is in Vell.[Fully supported][Utility:5]</s>';

describe('a text with a passage', () => {
  const trace = read(selfRag, EXAMPLE);

  it('has the decision, the passage and the answer as segments', () => {
    expect(trace.lines).toEqual([
      'search policy [Retrieval]',
      'information environment <paragraph>Lake Orn\nLake Orn lies in Vell.</paragraph>',
      'text policy [Relevant]',
      'answer policy Lake Orn is in Vell.',
      'text policy [Fully supported]',
      'text policy [Utility:5]',
      'text policy </s>',
    ]);
  });

  it('has one turn with a document, and marks for every reflection token', () => {
    expect(trace.turns).toHaveLength(1);
    expect(trace.turns[0]).toMatchObject({ queries: [], searches: [{ start: 0, end: 11 }], error: null });
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'Lake Orn', text: 'Lake Orn lies in Vell.' }]);
    expect(trace.answer?.text).toBe('Lake Orn is in Vell.');
    expect(trace.marks?.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'retrieval Retrieval',
      'relevance Relevant',
      'support Fully supported',
      'utility Utility:5',
    ]);
  });

  it('is recognised', () => {
    expect(selfRag.recognise(EXAMPLE, wholeText(EXAMPLE))).toEqual({
      weight: 0.95,
      because: '`[Retrieval]` ×1, `[Fully supported]` ×1, `[Utility:5]` ×1',
    });
    expect(selfRag.recognise('[Relevant]', wholeText('[Relevant]'))?.weight).toBe(0.6);
    expect(selfRag.recognise('[relevant] [Search]', wholeText('[relevant] [Search]'))).toBeNull();
  });
});

describe('turns', () => {
  it('begin at each decision; sentences are pieces of one answer', () => {
    const trace = read(
      selfRag,
      '[Retrieval]<paragraph>A\nb [c]\n\nd</paragraph>[Irrelevant]One.[Retrieval]<paragraph>B\ne</paragraph>[Relevant]Two.[No support / Contradictory][Continue to Use Evidence]Three.[Partially supported][No Retrieval]Four.[Utility:2]',
    );
    expect(trace.turns.map(({ documents }) => documents.map(({ title, text }) => [title, text]))).toEqual([
      [['A', 'b [c]\n\nd']],
      [['B', 'e']],
      [],
      [],
    ]);
    expect(trace.turns.map(({ searches }) => searches.length)).toEqual([1, 1, 0, 0]);
    expect(trace.answer?.text).toBe('One. Two. Three. Four.');
    expect(trace.marks?.filter(({ kind }) => kind === 'support').map(({ text }) => text)).toEqual([
      'No support / Contradictory',
      'Partially supported',
    ]);
  });

  it('may start in the middle: a passage that the prompt held, and words before any token', () => {
    const trace = read(selfRag, '[Relevant]Vell[Fully supported][Utility:5]</s>');
    expect(trace.turns).toHaveLength(1);
    expect(trace.answer?.text).toBe('Vell');
    expect(read(selfRag, 'Vell[Utility:5]').answer?.text).toBe('Vell');
  });

  it('know the tokens of rag-model-training', () => {
    const trace = read(
      selfRag,
      '[Retrieval]<paragraph>Vell pays.</paragraph>[Relevant]It pays.[Grounded][Utility:4]',
    );
    expect(trace.turns[0]?.documents).toMatchObject([{ title: null, text: 'Vell pays.' }]);
    expect(trace.marks?.[2]).toMatchObject({ kind: 'support', text: 'Grounded' });
    const not = read(selfRag, '[No Retrieval]It pays.[Not Grounded]');
    expect(not.marks?.at(-1)).toMatchObject({ kind: 'support', text: 'Not Grounded' });
  });
});

describe('the prompt', () => {
  it('ends with its template', () => {
    const prompt = '### Instruction:\nWhere is [Retrieval]?\n\n### Response:\n';
    expect(read(selfRag, `${prompt}${EXAMPLE}`).lines[0]).toBe(`prompt prompt ${prompt}`);
    const apart = read(selfRag, `Where?${EXAMPLE}`, promptAndResponse('Where?', EXAMPLE));
    expect(apart.lines[0]).toBe('prompt prompt Where?');
  });
});

describe('broken grammar', () => {
  it('cuts an open passage at the next judgement', () => {
    const trace = read(selfRag, '[Retrieval]<paragraph>Orn\ntext[Relevant]Vell[Utility:5]');
    expect(trace.lines[1]).toBe('information environment open <paragraph>Orn\ntext');
    expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([['truncated', '</paragraph>']]);
    expect(trace.answer?.text).toBe('Vell');
  });

  it('says that a closing tag closes nothing', () => {
    const trace = read(selfRag, '[No Retrieval]Vell</paragraph>');
    expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([['unopened', '</paragraph>']]);
  });

  it('gives a second passage its own turn', () => {
    const trace = read(selfRag, '<paragraph>A\na</paragraph>x<paragraph>B\nb</paragraph>y');
    expect(trace.turns.map(({ documents }) => documents[0]?.title)).toEqual(['A', 'B']);
  });
});
