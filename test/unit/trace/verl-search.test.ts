import { describe, expect, it } from 'vitest';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import { verlSearch } from '../../../core/trace/dialects/verl-search';
import { promptAndResponse, read, wholeText } from './support';

// Section 10.3 of the format reference; special tokens are skipped while decoding (10.1).
const PROMPT =
  'system\nYou are a helpful and harmless assistant.\nuser\nSearch by <tool_call> query </tool_call>, results come between ' +
  '<tool_response> and </tool_response>, for example <answer> Beijing </answer>. Question: Which river?\nassistant\n';

const call = (...queries: string[]): string =>
  `<tool_call>\n${JSON.stringify({ name: 'search', arguments: { query_list: queries } })}\n</tool_call>`;
const back = (result: string): string => `\nuser\n<tool_response>\n${result}\n</tool_response>\nassistant\n`;
const found = (result: string): string => back(`{"result": ${JSON.stringify(result)}}`);

const RESULT =
  'Doc 1 (Title: "Zorvia")\nZorvia lies on the Melka.\n\nDoc 2 (Title: "Orso")\nA hill.\n---\nDoc 1 (Title: "Melka (river)")\nA river.';

const reading = (response: string) =>
  read(verlSearch, PROMPT + response, promptAndResponse(PROMPT, response));

describe('verl-search', () => {
  const response = `<think>a</think>\n${call('Zorvia river', 'Melka')}${found(RESULT)}<think>b</think>\n<answer> Melka </answer>`;

  it('reads the documents of each query out of the JSON string', () => {
    const trace = reading(response);
    expect(trace.turns).toMatchObject([
      {
        think: 'a',
        queries: [{ text: 'Zorvia river' }, { text: 'Melka' }],
        documents: [
          { query: 0, rank: 1, title: 'Zorvia', text: 'Zorvia lies on the Melka.' },
          { query: 0, rank: 2, title: 'Orso', text: 'A hill.' },
          { query: 1, rank: 1, title: 'Melka (river)', text: 'A river.' },
        ],
      },
      { think: 'b', queries: [], documents: [] },
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
    const text = PROMPT + response;
    expect(trace.turns[0]?.documents.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Doc 1 (Title: \\"Zorvia\\")\\nZorvia lies on the Melka.',
      'Doc 2 (Title: \\"Orso\\")\\nA hill.',
      'Doc 1 (Title: \\"Melka (river)\\")\\nA river.',
    ]);
  });

  it('gives headers and results to the environment', () => {
    const runs = reading(response).segments.filter(({ by }, at, all) => by !== all[at - 1]?.by);
    expect(runs.map(({ by }) => by)).toEqual(['prompt', 'policy', 'environment', 'policy']);
    expect((PROMPT + response).slice(runs[3]?.start)).toMatch(/^<think>b/);
  });

  it('keeps free words in a call as the query, though nothing runs them', () => {
    const trace = reading('<think>a</think><tool_call> zorvia river </tool_call>');
    expect(trace.turns).toMatchObject([
      { queries: [{ text: 'zorvia river' }], documents: [], observation: null },
    ]);
  });

  it('gives a result to the first call where the others were passed over', () => {
    const trace = reading(`${call('a')}\n${call('b')}${found('Doc 1 (Title: T)\nx')}<answer>c</answer>`);
    expect(trace.turns[0]?.documents.map(({ query }) => query)).toEqual([0]);
  });

  it.each([
    "Error: 'query_list' is missing, empty, or not a list in parameters.",
    'No search results found.',
    'Search error: timeout',
    'Search request failed or timed out after retries.',
    'Search execution failed: x',
  ])('says that a search failed: %s', (result) => {
    expect(reading(call('q') + found(result)).turns[0]).toMatchObject({ error: result, documents: [] });
  });

  it.each([
    "Unknown function 'find'. Available tools: ['search']",
    "Invalid JSON in arguments for 'search': Expecting value",
    "Error executing tool 'search': x",
  ])('says that a call failed: %s', (said) => {
    expect(reading(call('q') + back(said)).turns[0]).toMatchObject({ error: said, documents: [] });
  });

  const full = `{"result": ${JSON.stringify(RESULT)}}`;
  it.each([
    ['middle', `${full.slice(0, 64)}...(truncated)...${full.slice(-20)}`, 'Zorvia', '...(truncated)...'],
    ['right', `${full.slice(0, 70)}...(truncated)`, 'Zorvia', '...(truncated)'],
    ['left', `(truncated)...${full.slice(-60)}`, null, '(truncated)...'],
  ])('reports a result that is cut on the %s', (_side, result, title, mark) => {
    const trace = reading(call('q') + back(result));
    expect(trace.turns[0]?.documents[0]?.title).toBe(title);
    expect(trace.anomalies).toMatchObject([{ kind: 'truncated', tag: null }]);
    const [{ start, end } = { start: 0, end: 0 }] = trace.anomalies;
    expect((PROMPT + call('q') + back(result)).slice(start, end)).toBe(mark);
  });

  it('reads the same rollout with its chat marks', () => {
    const marked =
      `<|im_start|>user\nQuestion: Which river?<|im_end|>\n<|im_start|>assistant\n${call('q')}<|im_end|>\n` +
      `<|im_start|>user\n<tool_response>\n{"result": "Doc 1 (Title: T)\\nx"}\n</tool_response><|im_end|>\n` +
      '<|im_start|>assistant\n<answer>Melka</answer><|im_end|>';
    const trace = read(verlSearch, marked);
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'T', text: 'x' }]);
    expect(trace.answer?.text).toBe('Melka');
  });

  it('is recognised by its results, or by `query_list`, in the response alone', () => {
    const weight = (text: string): number | undefined => verlSearch.recognise(text, wholeText(text))?.weight;
    expect(weight(response)).toBe(0.95);
    expect(weight(call('q'))).toBe(0.85);
    expect(weight('<tool_call>{"name":"search","arguments":{"query":"q"}}</tool_call>')).toBeUndefined();
    expect(weight('"query_list"')).toBeUndefined();
    const parts = promptAndResponse(PROMPT, '<answer>x</answer>');
    expect(verlSearch.recognise(`${PROMPT}<answer>x</answer>`, parts)).toBeNull();
    expect(toolCall.recognise(response, wholeText(response))?.weight).toBe(0.8);
  });

  it('covers every beginning of a rollout', () => {
    for (let end = 0; end < response.length; end += 5) reading(response.slice(0, end));
  });
});
