import { describe, expect, it } from 'vitest';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import type { TextPart } from '../../../core/trace/model';
import { read } from './support';

const call = (query: string): string =>
  `<tool_call>\n{"name": "search", "arguments": {"query": ${JSON.stringify(query)}}}\n</tool_call>`;

describe('tool-call', () => {
  it('reads calls, results and answer of a ChatML text', () => {
    const text =
      '<|im_start|>user\nWhich river?<|im_end|>\n<|im_start|>assistant\n' +
      `<think>look</think>\n${call('Zorvia river')}\n${call('Melka')}<|im_end|>\n` +
      '<|im_start|>user\n<tool_response>\nOn the Melka.\n</tool_response>\n<tool_response>\nA river.\n</tool_response><|im_end|>\n' +
      '<|im_start|>assistant\n<think>so</think><answer> Melka </answer><|im_end|>';
    const trace = read(toolCall, text);
    expect(trace.elements.map((line) => line.replaceAll('\n', ' ').slice(0, 40))).toEqual([
      'prompt prompt <|im_start|>user Which riv',
      'think policy <think>look</think>',
      'search policy <tool_call> {"name": "sear',
      'search policy <tool_call> {"name": "sear',
      'information environment <tool_response> ',
      'information environment <tool_response> ',
      'think policy <think>so</think>',
      'answer policy <answer> Melka </answer>',
    ]);
    expect(trace.turns).toMatchObject([
      {
        think: 'look',
        queries: [{ text: 'Zorvia river' }, { text: 'Melka' }],
        documents: [
          { query: 0, rank: 1, text: 'On the Melka.' },
          { query: 1, rank: 1, text: 'A river.' },
        ],
      },
      { think: 'so', queries: [] },
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
  });

  it('takes messages for what their authors are, and headers for nothing', () => {
    const pieces: [string, TextPart['by'], boolean][] = [
      ['Which river?', 'prompt', false],
      ['<|im_start|>assistant\n', 'prompt', true],
      [call('Melka'), 'policy', false],
      ['<|im_end|>\n<|im_start|>tool\n', 'environment', true],
      ['It is a river.', 'environment', false],
      ['<|im_end|>\n<|im_start|>assistant\n', 'environment', true],
      ['The Melka.', 'policy', false],
    ];
    let start = 0;
    const parts = pieces.map(([text, by, rendered]) => {
      const part = { start, end: start + text.length, by, path: rendered ? null : ['m'], rendered };
      start = part.end;
      return part;
    });
    const trace = read(toolCall, pieces.map(([text]) => text).join(''), parts);
    expect(trace.turns[0]?.documents.map(({ text }) => text)).toEqual(['It is a river.']);
    expect(trace.answer?.text).toBe('The Melka.');
  });

  it('reads every shape of arguments, and keeps what is none', () => {
    const queries = (body: string) =>
      read(toolCall, `<tool_call>${body}</tool_call>`).turns[0]?.queries.map(({ text }) => text);
    expect(queries('{"name":"s","arguments":{"query_list":["a","b"]}}')).toEqual(['a', 'b']);
    expect(queries('{"name":"s","arguments":"{\\"query\\":\\"a\\"}"}')).toEqual(['a']);
    expect(queries('{"name":"s","arguments":{"id":7}}')).toEqual(['{"id":7}']);
    expect(queries('not json')).toEqual(['not json']);
  });

  it('leaves a thought that the prompt opened alone, and reports other closers', () => {
    expect(read(toolCall, `hm</think>${call('q')}`).anomalies).toEqual([]);
    expect(read(toolCall, `<think>a</think>b</think>${call('q')}`).anomalies).toMatchObject([
      { kind: 'unopened' },
    ]);
  });

  it('finds no answer where the last turn calls a tool or ends in a thought', () => {
    expect(read(toolCall, call('q')).answer).toBeNull();
    expect(read(toolCall, '<think>and so').answer).toBeNull();
  });
});
