/** Rules about tool calls, boxes and end marks, over texts of the systems as the reference describes them. */
import { describe, expect, it } from 'vitest';
import { asked, findings, messages, response } from '../dialect-rules';

const turn = (body: string, back: string): string =>
  `<think>a</think>\n<tool_call>${body}</tool_call><|im_end|>\n<|im_start|>user\n${back}<|im_end|>\n<|im_start|>assistant\n`;
const HEADER = '<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n';
const RESPONSE = '<tool_response>\nZorvia lies on the Melka.\n</tool_response>';
const CALL = '{"name": "search", "arguments": {"query": "zorvia"}}';

describe('broken-call', () => {
  const id = 'broken-call';
  it.each([
    [
      '{"name": "search", "args": {"query": "zorvia"}}',
      'the call gives its arguments as `args`, not `arguments`',
    ],
    ['{"name": "search"}', 'the call has no `arguments`'],
    ['{"arguments": {"query": "zorvia"}}', 'the call has no `name`'],
    ['{"name": "search", "arguments": {"query": "zorvia"}', 'the call is no JSON'],
    ['zorvia river', 'the call is no JSON'],
    ['["search"]', 'the call is JSON, but no object'],
    ['{"name": "search", "arguments": ["zorvia"]}', 'the `arguments` of the call are no object'],
    ['{"name": "search", "arguments": {"query_list": []}}', '`query_list` is empty'],
    ['{"name": "search", "arguments": {"query_list": "zorvia"}}', '`query_list` is no list'],
  ])('says what is wrong with %s', (body, fault) => {
    const found = findings(id, 'tool-call', asked(HEADER, `${turn(body, RESPONSE)}<answer>x</answer>`));
    expect(found.map(({ message }) => message.split(': “')[0])).toEqual([fault]);
    expect(found[0]?.at).toBe(`<tool_call>${body}</tool_call>`);
  });

  it('knows that ReCall gives 0', () => {
    const text = asked(HEADER, turn('{"name": "search", "args": {}}', RESPONSE));
    expect(findings(id, 'recall', text)[0]?.message).toMatch(/the format check gives 0$/);
  });

  it.each([
    CALL,
    '\n{"name": "search", "arguments": {"query_list": ["zorvia"]}}\n',
    '{"name": "search", "arguments": "{\\"query\\": \\"zorvia\\"}"}',
    '{"name": "now", "arguments": {}}',
  ])('is quiet for %s', (body) => {
    expect(findings(id, 'tool-call', asked(HEADER, turn(body, RESPONSE)))).toEqual([]);
  });
});

describe('call-response-mismatch', () => {
  const id = 'call-response-mismatch';
  const two = `${CALL}</tool_call>\n<tool_call>${CALL}`;
  it('counts calls and responses of a turn', () => {
    const text = asked(HEADER, `${turn(two, RESPONSE)}<answer>x</answer>`);
    expect(findings(id, 'verl-search', text).map(({ message }) => message)).toEqual([
      '2 calls in this turn, but 1 response came back',
    ]);
  });

  it('is quiet where each call has its response, and where none has any', () => {
    const answered = asked(HEADER, `${turn(two, `${RESPONSE}\n${RESPONSE}`)}<answer>x</answer>`);
    const open = asked(HEADER, `<tool_call>${CALL}</tool_call><tool_call>${CALL}</tool_call>`);
    for (const text of [answered, open]) expect(findings(id, 'verl-search', text)).toEqual([]);
  });
});

describe('tool responses that say less than they should', () => {
  it('names what verl cut to a number of characters', () => {
    const text = asked(
      HEADER,
      `${turn(CALL, '<tool_response>\nDoc 1 (Ti...(truncated)...Melka.\n</tool_response>')}<answer>x</answer>`,
    );
    expect(findings('truncated', 'verl-search', text)).toEqual([
      {
        message: 'the tool’s response was cut here to a number of characters (`max_tool_response_length`)',
        at: '...(truncated)...',
      },
    ]);
  });

  it.each([
    'Search request failed or timed out after retries.',
    'No search results found.',
    'Search error: x',
  ])('takes %j for an error', (said) => {
    const text = asked(
      HEADER,
      `${turn(CALL, `<tool_response>\n{"result": "${said}"}\n</tool_response>`)}<answer>x</answer>`,
    );
    expect(findings('search-without-information', 'verl-search', text).map(({ message }) => message)).toEqual(
      [`the call with “zorvia” brought an error instead of documents: “${said}”`],
    );
  });
});

describe('boxed-answer', () => {
  const id = 'boxed-answer';
  const research = (answer: string): string[] =>
    findings(id, 'research', response(`<think>a</think> <answer>${answer}</answer>`)).map(
      ({ message }) => message,
    );

  it('says that there is no box', () => {
    expect(research('The Melka River.')).toEqual(['no `\\boxed{…}` stands in the answer: the reward is 0']);
    const recall = asked(HEADER, `${turn(CALL, RESPONSE)}<think>b</think>\nThe Melka.<|im_end|>`);
    expect(findings(id, 'recall', recall).map(({ message }) => message)).toEqual([
      'no `\\boxed{…}` stands in the last turn: the reward is 0',
    ]);
  });

  it('names the LaTeX in it', () => {
    expect(research('It is \\boxed{\\text{Melka River}}.')).toEqual([
      '`\\text` stands in the box and counts as a word: “\\text{Melka River}”',
    ]);
  });

  it('is quiet for plain boxes, open answers and turns that call', () => {
    expect(research('It is \\boxed{Melka River}.')).toEqual([]);
    expect(research('the last counts: \\boxed{\\text{x}} \\boxed{Melka}')).toEqual([]);
    const calls = asked(HEADER, `<think>a</think><tool_call>${CALL}</tool_call>`);
    expect(findings(id, 'recall', calls)).toEqual([]);
    const boxed = asked(HEADER, '<think>b</think>\nSo \\boxed{Melka}.<|im_end|>');
    expect(findings(id, 'recall', boxed)).toEqual([]);
  });
});

describe('missing-end-mark', () => {
  const id = 'missing-end-mark';
  const answer = '<think>a</think> <answer>\\boxed{Melka}</answer>';
  it('wants a mark where special tokens are kept', () => {
    expect(findings(id, 'research', asked(HEADER, answer))).toHaveLength(1);
    expect(findings(id, 'research', asked(HEADER, `${answer}<|im_end|>`))).toEqual([]);
    expect(findings(id, 'research', asked(HEADER, `${answer}<|endoftext|>\n`))).toEqual([]);
  });

  it('is quiet for files without special tokens, and for chats that were rendered', () => {
    expect(findings(id, 'research', asked('Which river?\n', answer))).toEqual([]);
    expect(findings(id, 'recall', messages(['assistant', '<think>a</think>\\boxed{Melka}']))).toEqual([]);
  });
});

describe('function-call', () => {
  const id = 'function-call';
  const call = '{"type":"function","function":{"name":"search_corpus","parameters":{"query":"zorvia"}}}';
  const error: readonly [string, string] = ['system', "Error during post-processing: 'function'"];

  it('names calls without `function`, and JSON in an answer', () => {
    const llama = '{"name": "search_corpus", "parameters": {"query": "zorvia"}}';
    expect(findings(id, 'autodidact', messages(['assistant', llama], error))).toEqual([
      {
        message:
          'the JSON has no `function` (`name` and `parameters` alone are not read): it counts as a call all the same and ends with an error',
        at: llama,
      },
    ]);
    const final = messages(['assistant', 'The Melka. {"river": "Melka"}'], error);
    expect(findings(id, 'autodidact', final).map(({ at }) => at)).toEqual(['{"river": "Melka"}']);
  });

  it('names a second object', () => {
    const found = findings(id, 'autodidact', messages(['assistant', `${call} and {}`], error));
    expect(found).toEqual([
      {
        message: '2 JSON objects stand in one message: only one call is allowed, so it ends with an error',
        at: '{}',
      },
    ]);
  });

  it('is quiet for one call, for answers, and for JSON of the environment', () => {
    const good = messages(
      ['assistant', `<reasoning>a</reasoning>${call}`],
      ['ipython', 'Result 1:\n{"a": 1} {"b": 2}\n------\n'],
      ['assistant', 'The {river} is the Melka.'],
    );
    expect(findings(id, 'autodidact', good)).toEqual([]);
  });
});

describe('unknown-citation', () => {
  const id = 'unknown-citation';
  const text = (cited: string): string =>
    '<think>a</think><call_tool name="google_search">zorvia</call_tool><tool_output><snippet id=S_1>It lies on the Melka.</snippet></tool_output>' +
    `<think>b</think><answer>It is <cite id="${cited}">the Melka</cite>.</answer>`;

  it('names ids that no document has', () => {
    expect(findings(id, 'dr-tulu', response(text('S_1,S_9')))).toEqual([
      {
        message: 'cites “S_9”, which is none of the 1 id that came back',
        at: '<cite id="S_1,S_9">the Melka</cite>',
      },
    ]);
  });

  it('is quiet for known ids, and where documents have none', () => {
    expect(findings(id, 'dr-tulu', response(text('S_1')))).toEqual([]);
    const bare = text('S_9').replace(/<\/?snippet[^>]*>/g, '');
    expect(findings(id, 'dr-tulu', response(bare))).toEqual([]);
  });
});

describe('missing-answer', () => {
  const id = 'missing-answer';

  it('looks for the box of ReCall', () => {
    const without = asked(HEADER, `${turn(CALL, RESPONSE)}<think>b</think>\nThe Melka.<|im_end|>`);
    expect(findings(id, 'recall', without).map(({ message }) => message)).toEqual([
      'no answer by the policy: it just ends',
    ]);
    const shown = asked(`Answer in \\boxed{}.\n${HEADER}`, `${turn(CALL, RESPONSE)}The Melka.<|im_end|>`);
    expect(findings(id, 'recall', shown).map(({ message }) => message)).toEqual([
      'no `\\boxed{…}` by the policy: it just ends',
    ]);
    const boxed = asked(HEADER, `${turn(CALL, RESPONSE)}<think>b</think>\n\\boxed{Melka}<|im_end|>`);
    expect(findings(id, 'recall', boxed)).toEqual([]);
  });
});
