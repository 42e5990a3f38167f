import { describe, expect, it } from 'vitest';
import { rqRag } from '../../../core/trace/dialects/rq-rag';
import { read, wholeText } from './support';

/** The example of the grammar. */
const EXAMPLE =
  '[S_Decomposed_Query]Who built Fort Orn?[EOS][R_Evidences]Title: Fort Orn\nText: Built by Ada Vell.\n[/R_Evidences][A_Response]Ada Vell[EOS]';

describe('a path', () => {
  it('has a query, its evidence and an answer', () => {
    const trace = read(rqRag, EXAMPLE);
    expect(trace.lines).toEqual([
      'search policy [S_Decomposed_Query]Who built Fort Orn?[EOS]',
      'information environment [R_Evidences]Title: Fort Orn\nText: Built by Ada Vell.\n[/R_Evidences]',
      'answer policy [A_Response]Ada Vell[EOS]',
    ]);
    expect(trace.turns[0]?.queries).toMatchObject([
      { text: 'Who built Fort Orn?', operator: 'S_Decomposed_Query', mode: null },
    ]);
    expect(trace.turns[0]?.documents).toMatchObject([
      { title: 'Fort Orn', text: 'Built by Ada Vell.', rank: 1 },
    ]);
    expect(trace.turns).toHaveLength(2);
    expect(trace.answer?.text).toBe('Ada Vell');
    expect(trace.anomalies).toEqual([]);
  });

  it('is recognised by its tokens', () => {
    expect(rqRag.recognise(EXAMPLE, wholeText(EXAMPLE))?.weight).toBe(0.95);
    expect(rqRag.recognise('[EOS]', wholeText('[EOS]'))).toBeNull();
  });

  it('begins after the chat template, and trims what tokens stand around', () => {
    const prompt = '<s><|system|>\nAnswer [A_Response] so.</s>\n<|user|>\nWho?</s>\n<|assistant|>\n';
    const trace = read(
      rqRag,
      `${prompt}[S_Rewritten_Query]\nWho built it? [EOS]\n[R_Evidences]\nTitle: A\nText: one\ntwo\nTitle: B\nText: Title: three\n\n[/R_Evidences]\n[A_Response]\nAda\n[EOS]</s>`,
    );
    expect(trace.lines[0]).toBe(`prompt prompt ${prompt}`);
    expect(trace.turns[0]?.queries[0]).toMatchObject({
      text: 'Who built it?',
      operator: 'S_Rewritten_Query',
    });
    expect(trace.turns[0]?.documents.map(({ title, text }) => [title, text])).toEqual([
      ['A', 'one\ntwo'],
      ['B', 'Title: three'],
    ]);
    expect(trace.answer?.text).toBe('Ada');
  });

  it('of a training row keeps short answers as marks', () => {
    const trace = read(
      rqRag,
      '[S_Disambiguated_Query]Which Orn?[EOS][R_Evidences]no layout[/R_Evidences][S_Response]The lake[EOS][A_Response]The lake.[EOS]',
    );
    expect(trace.marks?.map(({ kind, text }) => [kind, text])).toEqual([['short-answer', 'The lake']]);
    expect(trace.answer?.text).toBe('The lake.');
    expect(trace.turns[0]?.documents).toMatchObject([{ title: null, text: 'no layout' }]);
  });
});

describe('a query without [EOS]', () => {
  it('asks for “dummy” where no query stands before it', () => {
    const trace = read(
      rqRag,
      '[S_Rewritten_Query]Who built</s>[R_Evidences]Title: A\nText: b\n[/R_Evidences]',
    );
    expect(trace.turns[0]?.queries.map(({ text }) => text)).toEqual(['dummy']);
    expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([
      ['unclosed', '[S_Rewritten_Query]'],
    ]);
  });

  it('asks for the last complete query of the path again', () => {
    const trace = read(
      rqRag,
      '[S_Rewritten_Query]one[EOS][R_Evidences][/R_Evidences][S_Decomposed_Query]two[R_Evidences][/R_Evidences]',
    );
    expect(trace.turns.map(({ queries }) => queries.map(({ text }) => text))).toEqual([['one'], ['one']]);
  });

  it('is none where the text ends in it', () => {
    const trace = read(rqRag, '[S_Rewritten_Query]Who built');
    expect(trace.turns[0]).toMatchObject({ queries: [], searches: [{ start: 0 }] });
  });
});

describe('answers and evidence', () => {
  it('an answer counts with its [EOS] alone, and the last one counts', () => {
    expect(read(rqRag, '[A_Response]Ada</s>').answer).toBeNull();
    expect(read(rqRag, '[A_Response]Ada[EOS][A_Response]Vell[EOS]').answer?.text).toBe('Vell');
  });

  it('evidence may be cut, and its closer may stand alone', () => {
    const trace = read(rqRag, '[S_Rewritten_Query]a[EOS][R_Evidences]Title: A\nText: b');
    expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([['truncated', '[/R_Evidences]']]);
    expect(trace.turns[0]?.documents).toHaveLength(1);
    expect(read(rqRag, '[/R_Evidences]').anomalies.map(({ kind }) => kind)).toEqual(['unopened']);
  });
});
