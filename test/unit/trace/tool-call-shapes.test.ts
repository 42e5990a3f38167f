/** Calls and results in every shape that trainers, servers and models give them. */
import { describe, expect, it } from 'vitest';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import type { Author, TextPart } from '../../../core/trace/model';
import { read, wholeText } from './support';

const queriesOf = (body: string): string[] | undefined =>
  read(toolCall, `<tool_call>${body}</tool_call>`).turns[0]?.queries.map(({ text }) => text);

const ASKED = '<|im_start|>user\nWhich river?<|im_end|>\n<|im_start|>assistant\n';

/** A turn with calls, and a user turn with what came back for them. */
function answered(calls: readonly string[], results: readonly string[]): string {
  const made = calls.map((call) => `<tool_call>\n${call}\n</tool_call>`).join('\n');
  const back = results.map((result) => `<tool_response>\n${result}\n</tool_response>`).join('\n');
  return `${ASKED}<think>a</think>\n${made}<|im_end|>\n<|im_start|>user\n${back}<|im_end|>\n<|im_start|>assistant\n`;
}

const call = (query: unknown): string => JSON.stringify({ name: 'search', arguments: { query } });

function documentsOf(calls: readonly string[], results: readonly string[]) {
  const [turn] = read(toolCall, answered(calls, results)).turns;
  return turn?.documents.map(({ query, rank, title, text }) => [query, rank, title, text]);
}

const resultOf = (result: string) => documentsOf([call('q')], [result]);

describe('a call', () => {
  it.each([
    ['a list of queries', '{"name":"s","arguments":{"query":["a","b"]}}', ['a', 'b']],
    ['a list of objects', '{"name":"s","arguments":{"queries":[{"query":"a"},{"query":"b"}]}}', ['a', 'b']],
    ['parameters', '{"name":"s","parameters":{"query":"a"}}', ['a']],
    [
      'a function within',
      '{"id":"c1","type":"function","function":{"name":"s","arguments":"{\\"query\\":\\"a\\"}"}}',
      ['a'],
    ],
    ['a function’s name', '{"function":"search_corpus","parameters":{"query":"a"}}', ['a']],
    [
      'arguments that are a string',
      '{"name":"s","arguments":"{\\"query\\": \\"a \\\\\\"b\\\\\\"\\"}"}',
      ['a "b"'],
    ],
    ['arguments that are words', '{"name":"s","arguments":"zorvia river"}', ['zorvia river']],
    ['a code fence', '```json\n{"name":"s","arguments":{"query":"a"}}\n```', ['a']],
    [
      'two calls',
      '{"name":"s","arguments":{"query":"a"}}\n{"name":"s","arguments":{"query":"b"}}',
      ['a', 'b'],
    ],
    [
      'a list of calls',
      '[{"name":"s","arguments":{"query":"a"}},{"name":"s","arguments":{"query":"b"}}]',
      ['a', 'b'],
    ],
    [
      'single quotes',
      "{'name': 's', 'arguments': {'query': 'Melka\\'s bank', 'all': True}}",
      ["Melka's bank"],
    ],
    ['a trailing comma', '{"name":"s","arguments":{"query":"a",},}', ['a']],
    ['a missing end', '{"name":"s","arguments":{"query":"a"', ['a']],
    ['a string without its end', '{"name":"s","arguments":{"query":"zorvia riv', ['zorvia riv']],
    ['a line break in a string', '{"name":"s","arguments":{"query":"a\nb"}}', ['a\nb']],
    ['escapes', '{"name":"s","arguments":{"query":"\\u00e9\\n\\/"}}', ['é\n/']],
    ['no query', '{"name":"f","arguments":{"id":7,"on":null}}', ['{"id":7,"on":null}']],
    ['no arguments', '{"name":"f"}', ['{"name":"f"}']],
    ['an empty list', '{"name":"s","arguments":{"query_list":[]}}', []],
    ['free words', ' zorvia river ', ['zorvia river']],
    ['an object that is no call', '{"query":"a"}', ['{"query":"a"}']],
    ['nothing', '', ['']],
  ])('with %s', (_what, body, queries) => {
    expect(queriesOf(body)).toEqual(queries);
  });

  it('has queries that stand where the text says them', () => {
    const body = '{"name":"s","arguments":{"query":[" Zorvia river ","a \\"b\\""]}}';
    const text = `<tool_call>${body}</tool_call>`;
    const { turns } = read(toolCall, text);
    expect(turns[0]?.queries.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Zorvia river',
      'a \\"b\\"',
    ]);
    expect(turns[0]?.searches).toEqual([{ start: 0, end: text.length }]);
  });

  it('does not end a thought early, and is text where it is not closed', () => {
    const trace = read(toolCall, '<think>I call <tool_call>{"name":"s"');
    expect(trace.turns[0]?.queries).toEqual([]);
    expect(trace.anomalies.map(({ kind, tag }) => [kind, tag])).toEqual([
      ['unclosed', '<think>'],
      ['unclosed', '<tool_call>'],
    ]);
  });
});

describe('calls without tags', () => {
  const fenced =
    'Question: who?\n```json\n{\n  "name": "search",\n  "arguments": {\n    "query": "Zorvia films"\n  }\n}\n```';

  it('in a code fence are searches', () => {
    const trace = read(toolCall, fenced);
    expect(trace.turns[0]?.queries.map(({ text }) => text)).toEqual(['Zorvia films']);
    expect(trace.elements).toEqual([`search policy ${fenced.slice(fenced.indexOf('```'))}`]);
    expect(trace.answer).toBeNull();
    expect(toolCall.recognise(fenced, wholeText(fenced))?.weight).toBe(0.5);
  });

  it('alone in a message are searches', () => {
    const text = '{"name": "search", "parameters": {"query": "Zorvia"}}';
    expect(read(toolCall, text).turns[0]?.queries.map((query) => query.text)).toEqual(['Zorvia']);
  });

  it.each([
    '```python\nprint("name")\n```',
    '```json\n{"title": "Melka"}\n```',
    '```',
    '``` {"name": "s"} ```',
    'x',
  ])('are none in %j', (text) => {
    expect(read(toolCall, text).turns[0]?.queries).toEqual([]);
    expect(toolCall.recognise(text, wholeText(text))).toBeNull();
  });
});

describe('a result', () => {
  it.each<[string, string, (readonly unknown[])[]]>([
    [
      'JSON documents',
      '[{"title":"Melka","text":"A river."},{"title":"Orso","text":"Another."}]',
      [
        [0, 1, 'Melka', 'A river.'],
        [0, 2, 'Orso', 'Another.'],
      ],
    ],
    [
      'Python’s print of a list',
      "[{'page_id': 'ur', 'title': 'Ur'}, {'page_id': 'm', 'title': \"Melka's\"}]",
      [
        [0, 1, 'Ur', ''],
        [0, 2, "Melka's", ''],
      ],
    ],
    [
      'results in an object',
      '{"results":[{"title":"T","snippet":"x","score":0.5}],"total":1}',
      [[0, 1, 'T', 'x']],
    ],
    [
      'FlashRAG’s documents',
      '[{"document":{"id":"7","contents":"\\"Melka\\"\\nA river."},"score":0.5}]',
      [[0, 1, 'Melka', 'A river.']],
    ],
    ['one document', '{"title":"T","content":"x"}', [[0, 1, 'T', 'x']]],
    [
      'strings',
      '["one passage","another"]',
      [
        [0, 1, null, 'one passage'],
        [0, 2, null, 'another'],
      ],
    ],
    ['text blocks', '[{"type":"text","text":"A river."}]', [[0, 1, null, 'A river.']]],
    [
      'Search-R1’s layout',
      'Doc 1(Title: "Melka") A river.\nDoc 2(Title: Orso) Another.',
      [
        [0, 1, 'Melka', 'A river.'],
        [0, 2, 'Orso', 'Another.'],
      ],
    ],
    [
      'verl’s layout',
      '{"result": "Doc 1 (Title: \\"Melka\\")\\nA river.\\n\\nDoc 2 (Title: Orso (river))\\nAnother."}',
      [
        [0, 1, 'Melka', 'A river.'],
        [0, 2, 'Orso (river)', 'Another.'],
      ],
    ],
    [
      'quoted titles',
      '"Melka"\nA river.\n\nLong.\n\n"Orso"\nAnother.',
      [
        [0, 1, 'Melka', 'A river.\n\nLong.'],
        [0, 2, 'Orso', 'Another.'],
      ],
    ],
    [
      'numbers',
      '(1)Melka   A river.\n(2)Title: Orso Text:  Another.',
      [
        [0, 1, 'Melka', 'A river.'],
        [0, 2, 'Orso', 'Another.'],
      ],
    ],
    ['prose', 'Zorvia lies on the Melka.', [[0, 1, null, 'Zorvia lies on the Melka.']]],
    ['a value of another kind', '{"a": -3, "b": 3}', [[0, 1, null, '{"a": -3, "b": 3}']]],
    ['Markdown with brackets', '[Melka](river) is long.', [[0, 1, null, '[Melka](river) is long.']]],
    ['an empty list', '[]', []],
    ['nothing', '', []],
  ])('of %s', (_what, result, documents) => {
    expect(resultOf(result)).toEqual(documents);
  });

  it('keeps ids and scores, and says where each document stands', () => {
    const result =
      "[{'page_id': 'ur', 'title': 'Ur', 'score': 0.25}, {'section_id': 'ur:h', 'section_name': 'H'}]";
    const text = answered([call('q')], [result]);
    const documents = read(toolCall, text).turns[0]?.documents ?? [];
    expect(documents.map(({ id, score, title }) => [id, score, title])).toEqual([
      ['ur', 0.25, 'Ur'],
      ['ur:h', null, 'H'],
    ]);
    expect(documents.map(({ start, end }) => text.slice(start, end))).toEqual([
      "{'page_id': 'ur', 'title': 'Ur', 'score': 0.25}",
      "{'section_id': 'ur:h', 'section_name': 'H'}",
    ]);
  });

  it.each([
    'Error: the index is closed',
    "Unknown function 'find'. Available tools: ['search']",
    "Invalid JSON in arguments for 'search': x",
    "Error executing tool 'search': x",
    'Invalid section_id format. Expected: page_id:section_name',
    "read_section() got an unexpected keyword argument 'page_id'",
    'ValueError: no such page',
  ])('that is an error is no document: %j', (result) => {
    const [turn] = read(toolCall, answered([call('q')], [result])).turns;
    expect(turn?.error).toBe(result);
    expect(turn?.documents).toEqual([]);
    expect(turn?.observation).not.toBeNull();
  });

  it.each([
    ["{'error': 'no such page'}", 'no such page'],
    ['{"error": "no such page", "results": []}', 'no such page'],
    ['{"result": "Search error: x"}', 'Search error: x'],
  ])('that holds an error says it: %j', (result, error) => {
    expect(read(toolCall, answered([call('q')], [result])).turns[0]).toMatchObject({ error, documents: [] });
  });

  it.each([
    '{"error": null, "results": [{"title": "T"}]}',
    'Errors of rivers are rare.',
    'Error correction codes',
  ])('that only sounds like an error is none: %j', (result) => {
    expect(read(toolCall, answered([call('q')], [result])).turns[0]).toMatchObject({ error: null });
  });
});

describe('results of several queries', () => {
  it('belong to calls in order', () => {
    expect(
      documentsOf(
        [call('a'), call(['b', 'c'])],
        ['one', '{"result": "Doc 1 (Title: B)\\nx\\n---\\nDoc 1 (Title: C)\\ny"}'],
      ),
    ).toEqual([
      [0, 1, null, 'one'],
      [1, 1, 'B', 'x'],
      [2, 1, 'C', 'y'],
    ]);
  });

  it('belong to the queries that they name', () => {
    const result =
      '[{"query":"c","documents":[{"title":"C"}]},{"query":"b","documents":[{"title":"B"},{"title":"D"}]}]';
    expect(documentsOf([call(['b', 'c'])], [result])).toEqual([
      [1, 1, 'C', ''],
      [0, 1, 'B', ''],
      [0, 2, 'D', ''],
    ]);
  });

  it('belong to queries in order where each has a list', () => {
    expect(
      documentsOf([call(['b', 'c'])], ['{"result": [[{"document":{"contents":"\\"B\\"\\nx"}}],[]]}']),
    ).toEqual([[0, 1, 'B', 'x']]);
    expect(documentsOf([call(['b', 'c'])], ['[[], [{"title": "C"}]]'])).toEqual([[1, 1, 'C', '']]);
  });

  it('are not cut at a rule within a passage', () => {
    expect(resultOf('{"result": "Doc 1 (Title: B)\\nx\\n---\\ny"}')).toEqual([[0, 1, 'B', 'x\n---\ny']]);
  });

  it('belong to the last call where there are more of them than calls', () => {
    expect(documentsOf([call('a')], ['x', 'y'])?.map(([query]) => query)).toEqual([0, 0]);
  });

  it('answer the first calls where some were not run', () => {
    expect(documentsOf([call('a'), call('b')], ['x'])?.map(([query]) => query)).toEqual([0]);
  });

  it('belong to the call whose id they have', () => {
    const pieces: [string, Author, string?][] = [
      ['<tool_call>{"name":"s","arguments":{"query":"a"}}</tool_call>', 'policy', 'c1'],
      ['\n<tool_call>{"name":"s","arguments":{"query":"b"}}</tool_call>', 'policy', 'c2'],
      ['<|im_end|>\n<|im_start|>tool\n', 'environment'],
      ['of b', 'environment', 'c2'],
      ['<|im_end|>\n<|im_start|>tool\n', 'environment'],
      ['of a', 'environment', 'c1'],
    ];
    const text = pieces.map(([piece]) => piece).join('');
    let start = 0;
    const parts = pieces.map(([piece, by, id]): TextPart => {
      const end = start + piece.length;
      const rendered = id === undefined;
      const part = { start, end, by, path: rendered ? null : ['m'], rendered };
      start = end;
      return id === undefined ? part : { ...part, call: id };
    });
    const [turn] = read(toolCall, text, parts).turns;
    expect(turn?.documents.map(({ query, text: said }) => [query, said])).toEqual([
      [1, 'of b'],
      [0, 'of a'],
    ]);
  });
});

describe('a chat without chat marks', () => {
  const text =
    `<think>a</think>\n<tool_call>\n${call('q')}\n</tool_call>\nuser\n<tool_response>\nOn the Melka.\n</tool_response>\n` +
    '<tool_response>\nMore.\n</tool_response>\nassistant\n<think>b</think>\n<answer>Melka</answer>';

  it('is cut where results stand behind calls', () => {
    const trace = read(toolCall, text);
    expect(trace.segments.map(({ by }) => by).filter((by, at, all) => by !== all[at - 1])).toEqual([
      'policy',
      'environment',
      'policy',
    ]);
    expect(trace.turns).toHaveLength(2);
    expect(trace.turns[0]?.documents.map((document) => document.text)).toEqual(['On the Melka.', 'More.']);
    expect(trace.turns[1]).toMatchObject({ think: 'b', queries: [] });
    expect(trace.answer?.text).toBe('Melka');
  });

  it('leaves a result that the policy typed to the policy', () => {
    const forged = read(toolCall, '<think>a</think> <tool_response>x</tool_response> <answer>b</answer>');
    expect(forged.elements[1]).toBe('information policy <tool_response>x</tool_response>');
    expect(forged.turns).toHaveLength(1);
    expect(forged.turns[0]?.documents).toEqual([]);
  });

  it('ends a result without its end at the next header', () => {
    const cut = text.replace('\n</tool_response>\nassistant', '\nassistant');
    const trace = read(toolCall, cut);
    expect(trace.anomalies).toMatchObject([{ kind: 'truncated', tag: '</tool_response>' }]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.turns).toHaveLength(2);
  });
});

describe('words of a user', () => {
  it('are no result where nothing was called', () => {
    const text = `${ASKED}A river?<|im_end|>\n<|im_start|>user\nYes.<|im_end|>\n<|im_start|>assistant\n<answer>Melka</answer>`;
    const trace = read(toolCall, text);
    expect(trace.turns[0]).toMatchObject({ documents: [], observation: null, error: null });
    expect(trace.answer?.text).toBe('Melka');
  });

  it('are a notice where they say that a call failed', () => {
    const said = "Invalid JSON in arguments for 'search': x";
    const text = `${ASKED}<tool_call>{<|im_end|>\n<|im_start|>user\n${said}<|im_end|>\n<|im_start|>assistant\nok`;
    expect(read(toolCall, text).turns[0]?.error).toBe(said);
  });
});
