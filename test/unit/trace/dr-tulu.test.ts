import { describe, expect, it } from 'vitest';
import { drTulu } from '../../../core/trace/dialects/dr-tulu';
import { read, wholeText } from './support';

const call = (query: string): string =>
  `<call_tool name="google_search" num="5" gl="us">${query}</call_tool>`;
const snippet = (id: string, title: string, text: string): string =>
  `<snippet id=${id}>\nTitle: ${title}\nURL: https://${title.toLowerCase()}.test/x\nSnippet: ${text}\n</snippet>`;

const FIRST = `<tool_output>${snippet('a1-0', 'Zorvia', 'It lies on the Melka.')}\n${snippet('a1-1', 'Orso', 'A hill.')}</tool_output>`;
const TEXT =
  `<think>I search.</think>\n${call('Zorvia river')}${FIRST} \n\nSo the Melka.</think>\n` +
  `${call('Melka')}<tool_output><snippet id=b2-0>\nTitle: Melka\nSnippet: A river.\nURL: in it.\n</snippet></tool_output>\n` +
  '<think>done</think>\n<answer>\n<cite id="a1-0,b2-0">It is the Melka.</cite> Or <cite id="zz-9">not</cite>.\n</answer>';

describe('dr-tulu', () => {
  it('reads calls with attributes, snippets with ids, and citations', () => {
    const trace = read(drTulu, TEXT);
    expect(trace.turns).toMatchObject([
      {
        think: 'I search.',
        queries: [{ text: 'Zorvia river' }],
        documents: [
          { query: 0, rank: 1, id: 'a1-0', title: 'Zorvia', text: 'It lies on the Melka.' },
          { query: 0, rank: 2, id: 'a1-1', title: 'Orso', text: 'A hill.' },
        ],
      },
      {
        think: 'So the Melka.',
        queries: [{ text: 'Melka' }],
        documents: [{ rank: 1, id: 'b2-0', title: 'Melka', text: 'A river.\nURL: in it.' }],
      },
      { think: 'done', queries: [], documents: [] },
    ]);
    expect(trace.answer?.text).toBe(
      '<cite id="a1-0,b2-0">It is the Melka.</cite> Or <cite id="zz-9">not</cite>.',
    );
    expect(trace.citations?.map(({ ids, text }) => [ids, text])).toEqual([
      [['a1-0', 'b2-0'], 'It is the Melka.'],
      [['zz-9'], 'not'],
    ]);
    expect(trace.citations?.map(({ start, end }) => TEXT.slice(start, end))[1]).toBe(
      '<cite id="zz-9">not</cite>',
    );
  });

  it('reports a thought whose opener is missing, and gives it to the policy', () => {
    const trace = read(drTulu, TEXT);
    expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([['unopened', '</think>']]);
    expect(trace.elements.map((line) => line.split(' ', 2).join(' '))).toEqual([
      'think policy',
      'search policy',
      'information environment',
      'think policy',
      'search policy',
      'information environment',
      'think policy',
      'answer policy',
    ]);
  });

  it('takes the box for the answer where there is one', () => {
    const boxed = read(drTulu, '<think>a</think><answer><cite id="a-1">\\boxed{May\\ 16}</cite></answer>');
    expect(boxed.answer?.text).toBe('May\\ 16');
    expect(boxed.citations?.map(({ ids }) => ids)).toEqual([['a-1']]);
  });

  it('takes a page for one document', () => {
    const page = `<call_tool name="browse_webpage">https://a.test</call_tool><tool_output>Zorvia <b>lies</b>.</tool_output>`;
    expect(read(drTulu, page).turns).toMatchObject([
      { queries: [{ text: 'https://a.test' }], documents: [{ title: null, text: 'Zorvia <b>lies</b>.' }] },
    ]);
  });

  it('leaves tags in a page alone', () => {
    const page = `${call('q')}<tool_output>a <think> b <answer>c</answer> <call_tool></tool_output><answer>d</answer>`;
    const trace = read(drTulu, page);
    expect(trace.answer?.text).toBe('d');
    expect(trace.turns[0]?.documents).toHaveLength(1);
    expect(trace.anomalies).toEqual([]);
  });

  it('takes output that follows no call for the policy’s', () => {
    const forged = read(drTulu, `<think>a</think>${FIRST}<answer>b</answer>`);
    expect(forged.elements[1]?.startsWith('information policy <tool_output>')).toBe(true);
    expect(forged.turns[0]?.documents).toEqual([]);
    const late = read(drTulu, `${call('q')} and so ${FIRST}`);
    expect(late.turns[0]?.observation).toBeNull();
  });

  it('reads an error, output without its end, and snippets without theirs', () => {
    expect(read(drTulu, `${call('q')}<tool_output>Error: timeout</tool_output>`).turns[0]).toMatchObject({
      error: 'Error: timeout',
      documents: [],
    });
    const cut = read(
      drTulu,
      `${call('q')}<tool_output><snippet id=a-0>\nTitle: T\nSnippet: x\n<think>b</think>`,
    );
    expect(cut.anomalies).toMatchObject([{ kind: 'truncated', tag: '</tool_output>' }]);
    expect(cut.turns[0]?.documents).toMatchObject([{ id: 'a-0', title: 'T', text: 'x' }]);
    const open = read(
      drTulu,
      `${call('q')}<tool_output><snippet id=a-0>\nx\n<snippet id=a-1>\ny</snippet></tool_output>`,
    );
    expect(open.turns[0]?.documents).toMatchObject([
      { id: 'a-0', text: 'x' },
      { id: 'a-1', text: 'y' },
    ]);
  });

  it.each([
    ['<call_tool name="a>b">q</call_tool>', ['q']],
    ['<call_tool>q</call_tool>', ['q']],
    ["<call_tool name='s'\n num=5>q</call_tool>", ['q']],
    ['<call_toolbox>q</call_toolbox>', []],
    ['<call_tool name="s" <think>q', []],
  ])('reads the tag in %j', (text, queries) => {
    const { turns } = read(drTulu, text);
    expect(turns.flatMap((turn) => turn.queries.map((query) => query.text))).toEqual(queries);
  });

  it('is recognised by its tags', () => {
    expect(drTulu.recognise(TEXT, wholeText(TEXT))).toEqual({
      weight: 0.95,
      because: '`<call_tool ` ×2, `<tool_output>` ×2',
    });
    expect(drTulu.recognise('<tool_call>x</tool_call>', wholeText('<tool_call>x</tool_call>'))).toBeNull();
  });

  it('covers every beginning of a trace', () => {
    for (let end = 0; end < TEXT.length; end += 5) read(drTulu, TEXT.slice(0, end));
  });
});
