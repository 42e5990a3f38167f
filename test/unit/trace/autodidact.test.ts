import { describe, expect, it } from 'vitest';
import { autodidact } from '../../../core/trace/dialects/autodidact';
import { chat, queriesOf, read } from './support';

const call = (query: string, name = 'search_corpus'): string =>
  JSON.stringify({ type: 'function', function: { name, parameters: { query } } });
const results = (...texts: readonly string[]): string =>
  texts.map((text, at) => `Result ${at + 1}:\n${text}\n------\n`).join('');

function reading(...said: readonly (readonly [string, string])[]) {
  const { text, parts } = chat(
    ['system', 'You answer.'],
    [
      'user',
      `Use {"type": "function", "function": {"name": "search_corpus", "parameters": {}}}. Which river?`,
    ],
    ...said,
  );
  return { text, ...read(autodidact, text, parts) };
}

describe('autodidact', () => {
  it('reads JSON calls, results of ipython and an answer without tags', () => {
    const trace = reading(
      ['assistant', `<reasoning>need maker</reasoning>${call('maker of Fort Orn')}`],
      ['ipython', results('Fort Orn was built by Ada Vell.', 'More.')],
      ['assistant', '<reasoning>clear</reasoning>\nAda Vell built it.'],
    );
    expect(trace.turns).toMatchObject([
      {
        think: 'need maker',
        queries: [{ text: 'maker of Fort Orn' }],
        documents: [
          { rank: 1, text: 'Fort Orn was built by Ada Vell.' },
          { rank: 2, text: 'More.' },
        ],
      },
      { think: 'clear', queries: [] },
    ]);
    expect(trace.answer?.text).toBe('Ada Vell built it.');
    const query = trace.turns[0]?.queries[0];
    expect(trace.text.slice(query?.start, query?.end)).toBe('maker of Fort Orn');
  });

  it('never checks the name of the function', () => {
    expect(queriesOf(reading(['assistant', call('q', 'weather')]))).toEqual(['q']);
  });

  it('takes two objects for an error', () => {
    const said = 'Error during post-processing: Expected only one tool call, got 2';
    const trace = reading(['assistant', `${call('a')}\n${call('b')}`], ['system', said]);
    expect(trace.turns).toMatchObject([{ queries: [], error: said }]);
    expect(trace.answer).toBeNull();
  });

  it('fails on a call without `function`, as the system does', () => {
    const said = "Error during post-processing: 'function'";
    const trace = reading(
      ['assistant', '{"name": "search_corpus", "parameters": {"query": "q"}}'],
      ['system', said],
    );
    expect(trace.turns).toMatchObject([{ queries: [], error: said }]);
    expect(trace.turns[0]?.searches).toHaveLength(1);
  });

  it('counts an empty object in an answer as a call', () => {
    const trace = reading(['assistant', 'It is {} the Melka.']);
    expect(trace.answer).toBeNull();
    expect(trace.turns[0]?.searches).toHaveLength(1);
  });

  it('counts braces without regard to quotes, and looks into no object', () => {
    expect(queriesOf(reading(['assistant', `a { b } ${call('q')} c`]))).toEqual(['q']);
    // The brace in the string unbalances the count, so what follows does not parse.
    expect(reading(['assistant', call('a { b')]).answer?.text).toBe(call('a { b'));
  });

  it('has no answer where the chat was cut after results', () => {
    const trace = reading(['assistant', call('q')], ['ipython', results('x')]);
    expect(trace.answer).toBeNull();
    expect(trace.turns[0]?.documents).toHaveLength(1);
  });

  it('reads a call inside reasoning that is left open', () => {
    const trace = reading(['assistant', `<reasoning>I need ${call('q')}`], ['ipython', results('x')]);
    expect(queriesOf(trace)).toEqual(['q']);
    expect(trace.anomalies).toMatchObject([{ kind: 'unclosed', tag: '<reasoning>' }]);
    expect(trace.elements.map((line) => line.split(' ', 2).join(' '))).toEqual([
      'prompt prompt',
      'think policy',
      'search policy',
      'information environment',
    ]);
  });

  it('reads results that a Llama template quoted', () => {
    const text =
      '<|start_header_id|>user<|end_header_id|>\n\nWhich river?<|eot_id|>' +
      `<|start_header_id|>assistant<|end_header_id|>\n\n${call('q')}<|eot_id|>` +
      `<|start_header_id|>ipython<|end_header_id|>\n\n${JSON.stringify(results('On the "Melka".', 'Two\nlines'))}<|eot_id|>` +
      '<|start_header_id|>assistant<|end_header_id|>\n\nThe Melka.<|eot_id|>';
    const trace = read(autodidact, text);
    expect(trace.turns[0]?.documents.map(({ rank, text: passage }) => [rank, passage])).toEqual([
      [1, 'On the "Melka".'],
      [2, 'Two\nlines'],
    ]);
    expect(trace.answer?.text).toBe('The Melka.');
    expect(trace.turns).toHaveLength(2);
  });

  it('keeps the schema of the prompt out', () => {
    expect(reading(['assistant', 'The Melka.']).turns).toMatchObject([{ queries: [], searches: [] }]);
  });
});
