import { describe, expect, it } from 'vitest';
import { numberOf } from '../../../core/containers/fields/values';
import type { ByteSource } from '../../../core/containers/byte-source';
import { memorySource } from '../../../core/containers/memory-source';
import { openRolloutSource } from '../../../core/rollouts/open';
import { publishEntry } from '../../../core/rollouts/publish';
import { entriesOf, jsonl, opened } from '../rollouts/opened';
import { cpuTime } from '../cpu-time';

const SIZE = 100_000;

/** Texts on which patterns that look back take quadratic time. */
const NASTY: readonly (readonly [string, string])[] = [
  ['digits', `${'1'.repeat(SIZE)}x`],
  ['blanks', `${' '.repeat(SIZE)}x`],
  ['blank lines', `x${' \n'.repeat(SIZE / 2)}x`],
  ['telling words', `${'output'.repeat(SIZE / 6)}\nx`],
  ['underscores', `${'_1'.repeat(SIZE / 2)}x`],
  ['a session', `${'1'.repeat(SIZE / 2)}_${'1'.repeat(SIZE / 2)}_x`],
  ['brackets', '['.repeat(SIZE)],
  ['quotes', `[${"'".repeat(SIZE)}`],
  ['backslashes', '\\'.repeat(SIZE)],
  ['user headers', '<|im_start|>user x '.repeat(SIZE / 19)],
  ['Llama headers', '<|start_header_id|>'.repeat(SIZE / 19)],
  ['labels', 'Thought: Action 1 Observation '.repeat(SIZE / 30)],
  ['log prefixes', '(a.b:c'.repeat(SIZE / 6)],
  ['questions', 'Question: '.repeat(SIZE / 10)],
  ['numerals', '1.'.repeat(SIZE / 2)],
  ['dots', `${'1.1.'.repeat(SIZE / 4)}e`],
];

describe.each(NASTY)('100 KB of %s', (_what, text) => {
  it('are read quickly wherever they stand', async () => {
    const since = cpuTime();
    const tag = '<think>a</think><answer>b</answer>';
    const records = [
      { input: text, output: tag, gts: text, score: text, step: text, uid: text },
      { question: text, answer: text, gen_text_store: `${tag}${text}`, gpt4o_output: text, [text]: 1 },
      { [text]: tag, question: text, gold: text, score: text, group: text },
      {
        messages: [
          { role: text, content: text },
          { role: 'assistant', content: `${tag}${text}` },
        ],
      },
    ];
    for (const record of records) {
      const file = await opened('1.jsonl', jsonl(record));
      const entries = await entriesOf(file);
      for (const entry of entries) publishEntry(entry, { name: file.name, container: 'x' });
      expect(entries).toHaveLength(1);
    }
    for (const content of [text, `${tag}${text}`, `${text}${tag}`, `<|im_start|>user${text}${tag}`]) {
      const file = await opened('a.txt', content);
      for await (const entry of file.entries()) expect(entry.fault).toBeNull();
    }
    expect(cpuTime() - since).toBeLessThan(4_000);
  });
});

describe('numberOf', () => {
  it.each([
    ['1', 1],
    ['-1.', -1],
    ['.5', 0.5],
    ['1.25e-2', 0.0125],
    ['1.2.3', null],
    ['.', null],
    ['1e', null],
  ])('reads %j', (text, number) => {
    expect(numberOf(text)).toBe(number);
  });
});

describe('a first record of more than 4 MB', () => {
  const long = { input: 'q'.repeat(5_000_000), output: '<answer>b</answer>', score: 1, step: 1 };

  it('is read whole before the file is judged', async () => {
    const file = await opened('1.jsonl', jsonl(long, { ...long, input: 'q' }));
    expect(file.container.chosen.id).toBe('verl-jsonl');
    expect((await entriesOf(file)).map(({ rollouts }) => rollouts.length)).toEqual([1, 1]);
  });

  it('is all that is read of a long file', async () => {
    const bytes = Buffer.from(
      jsonl(long, ...Array<unknown>(2000).fill({ ...long, input: 'q'.repeat(10_000) })),
    );
    let read = 0;
    const memory = memorySource('1.jsonl', bytes);
    const source: ByteSource = {
      name: memory.name,
      size: memory.size,
      read: (offset, length) => {
        read += length;
        return memory.read(offset, length);
      },
      close: () => memory.close(),
    };
    await openRolloutSource('1.jsonl', source);
    expect(read).toBeLessThan(12_000_000);
  });
});

describe('json records', () => {
  it('say that an item of a list of texts is no string, and read the others', async () => {
    const [entry] = await entriesOf(
      await opened('x.jsonl', jsonl({ responses: ['<think>a</think>', 7, '<think>b'] })),
    );
    expect(entry?.rollouts.map(({ id }) => id)).toEqual(['x.jsonl#0.0', 'x.jsonl#0.2']);
    expect(entry?.fault?.message).toBe('`responses[1]` is a number; a string is expected');
  });

  it('keep integers that a double cannot hold as their digits', async () => {
    const line =
      '{"text":"<think>a</think>","uid":12345678901234567891,"score":1,"x":{"id":-9007199254740993},"y":1e300}\n';
    const [entry] = await entriesOf(await opened('x.jsonl', line));
    expect(entry?.rollouts[0]?.recorded).toEqual({
      score: 1,
      group: '12345678901234567891',
      uid: '12345678901234567891',
      x: { id: '-9007199254740993' },
      y: 1e300,
    });
  });

  it('do not repeat a text that stands deeper', async () => {
    const record = { id: 3, blob: { log: '<think>a</think>' }, other: { inner: { text: 'x' } } };
    const [entry] = await entriesOf(await opened('x.jsonl', jsonl(record)));
    expect(entry?.rollouts[0]?.recorded).toEqual({ id: 3, other: { inner: { text: 'x' } } });
    const beside = { blob: { log: '<think>a</think>', cost: 2 } };
    const [other] = await entriesOf(await opened('x.jsonl', jsonl(beside)));
    expect(other?.rollouts[0]?.recorded).toEqual({ blob: { cost: 2 } });
  });

  it('in the form of ReAct in a field that asks are named by that field', async () => {
    const goal = 'Question: q?\nThought 1: I search.\nAction 1: Search[x]\nObservation 1: y\n';
    const file = await opened('x.jsonl', jsonl({ question: 'q?', answer: 'a', goal }));
    expect(file.container.chosen.id).toBe('raw');
    expect(file.container.evidence.because).toMatch(/^`goal`, the longest text .*ReAct.*usually asks$/);
  });
});

describe('the verdict of a judge', () => {
  it.each([
    ['True', true],
    [' false. ', false],
    ['It is true', undefined],
    [null, undefined],
  ])('is read from %j', async (said, judge) => {
    const record = { question: 'q', answer: 'a', gen_text_store: '<answer>a</answer>', gpt4o_output: said };
    const [entry] = await entriesOf(await opened('x.jsonl', jsonl(record)));
    expect(entry?.rollouts[0]?.recorded['judge']).toBe(judge);
    expect(entry?.rollouts[0]?.recorded['gpt4o_output']).toBe(said);
  });
});
