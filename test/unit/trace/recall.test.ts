import { describe, expect, it } from 'vitest';
import { recall } from '../../../core/trace/dialects/recall';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import { read, wholeText } from './support';

// Section 6.1 of the format reference: what the template and the sampler put around turns and results.
const PROMPT =
  '<|im_start|>system\nCall tools as <tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>. ' +
  'Example: <think> so </think> \\boxed{20C}<|im_end|>\n<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n' +
  '<|im_start|>assistant\n<think>';

const call = (query: string): string =>
  `{"name": "wikipedia_search", "arguments": {"query": ${JSON.stringify(query)}, "top_n": 2}}`;
const made = (...queries: string[]): string =>
  queries.map((query) => `<tool_call>\n${call(query)}\n</tool_call>`).join('\n');
const back = (...answers: (readonly [query: string, response: string])[]): string =>
  '\n<|im_start|>user\n' +
  answers
    .map(([query, response]) => `<tool_response>${call(query)}\n${response}\n</tool_response>\n`)
    .join('') +
  '<|im_end|>\n<|im_start|>assistant\n<think>';

const PASSAGES = 'result: \n"Zorvia"\nZorvia lies on the Melka.\n\n"Orso"\nA hill.';

describe('recall', () => {
  const text =
    `${PROMPT} I search. </think>\n${made('Zorvia river', 'Orso')}<|im_end|>` +
    back(['Zorvia river', PASSAGES], ['Orso', 'result: \n"Orso"\nA hill.']) +
    ' found </think> The answer is \\boxed{Melka \\text{River}}<|im_end|>';

  it('reads calls, results without their echo, and the box of the last turn', () => {
    const trace = read(recall, text);
    expect(trace.turns).toMatchObject([
      {
        think: 'I search.',
        queries: [{ text: 'Zorvia river' }, { text: 'Orso' }],
        documents: [
          { query: 0, rank: 1, title: 'Zorvia', text: 'Zorvia lies on the Melka.' },
          { query: 0, rank: 2, title: 'Orso', text: 'A hill.' },
          { query: 1, rank: 1, title: 'Orso', text: 'A hill.' },
        ],
        error: null,
      },
      { think: 'found', queries: [], documents: [] },
    ]);
    expect(trace.answer?.text).toBe('Melka \\text{River}');
    expect(trace.anomalies).toEqual([]);
  });

  it('takes nothing of the prompt for a call or an answer', () => {
    const trace = read(recall, `${PROMPT} no </think> I do not know.<|im_end|>`);
    expect(trace.answer).toBeNull();
    expect(trace.turns).toMatchObject([{ queries: [] }]);
    expect(trace.segments[0]).toMatchObject({ kind: 'prompt', by: 'prompt' });
  });

  it('gives the results of calls in another order to their calls, by what they repeat', () => {
    const swapped = `${PROMPT} a </think>${made('a', 'b')}<|im_end|>${back(['b', 'of b'], ['a', 'of a'])}`;
    expect(read(recall, swapped).turns[0]?.documents.map(({ query, text: said }) => [query, said])).toEqual([
      [1, 'of b'],
      [0, 'of a'],
    ]);
  });

  it('tells equal calls apart by their order', () => {
    const twice = `${PROMPT} a </think>${made('a', 'a')}<|im_end|>${back(['a', 'one'], ['a', 'two'])}`;
    expect(read(recall, twice).turns[0]?.documents.map(({ query, text: said }) => [query, said])).toEqual([
      [0, 'one'],
      [1, 'two'],
    ]);
  });

  it.each([
    ['Parse tool call failed: x', 'Parse tool call failed: x'],
    ['error: execution timed out', 'error: execution timed out'],
    ['error: 502', 'error: 502'],
    ['result: \ninvalid query', 'invalid query'],
    ['error: \nname is not defined', 'name is not defined'],
    ['output: \nhm\nerror: \nname is not defined', 'name is not defined'],
  ])('says that a call failed: %j', (response, error) => {
    const failed = `${PROMPT} a </think>${made('q')}<|im_end|>${back(['q', response])}`;
    const [turn] = read(recall, failed).turns;
    expect(turn?.error).toBe(error);
    expect(turn?.documents.map((document) => document.text)).toEqual(
      response.startsWith('output') ? ['hm'] : [],
    );
  });

  it('shows what a tool printed where it returned nothing', () => {
    const printed = `${PROMPT} a </think>${made('q')}<|im_end|>${back(['q', 'output: \nMelka'])}`;
    expect(read(recall, printed).turns[0]).toMatchObject({ documents: [{ text: 'Melka' }], error: null });
    const nothing = `${PROMPT} a </think>${made('q')}<|im_end|>${back(['q', ''])}`;
    expect(read(recall, nothing).turns[0]).toMatchObject({ documents: [], error: null });
  });

  it.each([
    ['\\boxed{a} and \\boxed{b}', 'b'],
    ['\\boxed{\\frac{a}{b}}', '\\frac{a}{b}'],
    ['\\fbox{a}', 'a'],
    ['\\boxed{}', ''],
    ['\\boxed{a', null],
    ['none', null],
  ])('answers from %j', (end, answer) => {
    expect(read(recall, `${PROMPT} a </think> ${end}<|im_end|>`).answer?.text ?? null).toBe(answer);
  });

  it('takes no box of an earlier turn for the answer', () => {
    const early = `${PROMPT} \\boxed{a} </think>${made('q')}<|im_end|>${back(['q', 'x'])} hm </think> no`;
    expect(read(recall, early).answer).toBeNull();
  });

  it('is recognised by results that repeat their call', () => {
    expect(recall.recognise(text, wholeText(text))).toEqual({
      weight: 0.95,
      because: '`<tool_response>` ×2 that repeat their calls, and `\\boxed`',
    });
    const boxless = text.replaceAll('\\boxed{', '{');
    expect(recall.recognise(boxless, wholeText(boxless))?.weight).toBe(0.85);
    const other = text.replaceAll(/<tool_response>\{[^\n]*\n/g, '<tool_response>\n');
    expect(recall.recognise(other, wholeText(other))).toBeNull();
    expect(toolCall.recognise(other, wholeText(other))?.weight).toBe(0.8);
  });

  it('covers every beginning of a rollout', () => {
    for (let end = 0; end < text.length; end += 7) read(recall, text.slice(0, end));
  });
});
