import { describe, expect, it } from 'vitest';
import { copiedText } from '../../../core/containers/fields/clipboard-text';
import { fieldsIn, guessFields } from '../../../core/containers/fields/field-samples';
import { readableRecord } from '../../../core/rollouts/readable-record';
import { cpuTime } from '../cpu-time';

const messages = [
  { role: 'user', content: 'q' },
  { role: 'assistant', content: 'a' },
];

describe('the fields of records', () => {
  it('are listed with kinds, values and counts, outermost first', () => {
    const found = fieldsIn([
      { a: null, list: [{ b: 1 }, { c: 2 }], m: messages, cell: '{"inner": "x"}' },
      { a: 'x\n\u202ey', 'd.e': true },
    ]);
    expect(found.map(({ path, kind, count }) => `${path} ${kind} ${count}`)).toEqual([
      'a text 2',
      'list list of 2 1',
      'm messages 1',
      'cell object 1',
      'list[0] object 1',
      'cell.inner text 1',
      'list[0].b number 1',
      '["d.e"] boolean 1',
    ]);
    expect(found[0]?.values).toEqual(['null', 'x y']);
  });

  it('stay few and short, whatever the record', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 'x'.repeat(1_000)]));
    let deep: unknown = 1;
    for (let depth = 0; depth < 5_000; depth++) deep = { d: deep };
    const since = cpuTime();
    const found = fieldsIn([wide, { deep }, [], null, 3, ['a'], { big: 'y'.repeat(5_000_000) }]);
    expect(cpuTime() - since).toBeLessThan(1_000);
    expect(found.length).toBeLessThanOrEqual(300);
    expect(
      Math.max(...found.flatMap(({ values }) => values.map(({ length }) => length))),
    ).toBeLessThanOrEqual(80);
  });

  it('are guessed by tags, names and values', () => {
    expect(
      guessFields([
        {
          run: { said: '<think>x</think><answer> y </answer>' },
          item: { query: 'Q?', refs: 1, target: ['g'] },
        },
      ]),
    ).toEqual({ text: 'run.said', question: 'item.query', golds: 'item.target' });
    expect(guessFields([{ conversation: messages, contexts: ['c'], reward: '0.5' }])).toEqual({
      messages: 'conversation',
      score: 'reward',
    });
    expect(
      guessFields([{ question: 'a long question indeed?', contexts: ['c'], prediction: 'b', gold: 'g' }]),
    ).toEqual({
      text: 'prediction',
      question: 'question',
      golds: 'gold',
      documents: 'contexts',
    });
    expect(guessFields([{ n: 1 }])).toEqual({});
  });
});

describe('a copied text', () => {
  it('is made what a file would hold', () => {
    expect(copiedText('  <think>a</think>\n')).toBe('<think>a</think>');
    expect(copiedText('```json\n{"a": 1}\n```')).toBe('{"a": 1}');
    expect(copiedText('"<think>a\\nb</think>"')).toBe('<think>a\nb</think>');
    expect(copiedText(JSON.stringify(messages))).toBe(`{"messages": ${JSON.stringify(messages)}}`);
    for (const same of ['[{"text": "<think>"}]', '[1', '"open', '```\nunclosed', '{"a": 1}\n{"b": 2}', ''])
      expect(copiedText(same)).toBe(same);
    expect(copiedText(`[${JSON.stringify(messages[0])}]`)).toBe(`[${JSON.stringify(messages[0])}]`);
  });

  it('costs time in its length only', () => {
    const since = cpuTime();
    for (const text of ['```'.repeat(300_000), `\`\`\`${'\n'.repeat(900_000)}`, '['.repeat(900_000)])
      copiedText(text);
    expect(cpuTime() - since).toBeLessThan(1_000);
  });
});

describe('a readable record', () => {
  const form = (value: unknown) => readableRecord(JSON.stringify(value), { ok: true, value });

  it('has the line breaks of its texts, and hidden characters shown', () => {
    expect(form({ a: 'x\ny\n', b: [1, null] }).text).toBe('a: |\n  x\n  y\nb:\n  - 1\n  - null\n');
    expect(form({ a: `x\u202ey ${'long '.repeat(60)}end` }).text).not.toContain('\u202e');
    expect(form({ a: `${'long '.repeat(60)}end` }).text.split('\n')).toHaveLength(2);
    expect(form({ a: '*x', b: '&y', c: 'yes', d: '2026-01-01', e: '- a: b' }).form).toBe('yaml');
  });

  it('stands as it is where it is no JSON, or nested too deeply', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(readableRecord(deep, { ok: true, value: JSON.parse(deep) as unknown })).toEqual({
      text: deep,
      form: 'text',
    });
    expect(readableRecord('{"a":', { ok: false, message: '', offset: 0, early: true }).form).toBe('text');
    expect(readableRecord('plain', null)).toEqual({ text: 'plain', form: 'text' });
  });
});
