/** Damage that files come with, and what it may cost. */
import { describe, expect, it } from 'vitest';
import { isBinary } from '../../../core/containers/binary-kind';
import type { Entry } from '../../../core/rollouts/rollout-file';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const record = (score: number): object => ({
  input: 'q',
  output: '<answer>b</answer>',
  gts: 'g',
  score,
  step: 1,
});

/** What is left of a file: a score for a rollout, the message for a fault. */
async function left(name: string, content: string | Uint8Array): Promise<unknown[]> {
  const file = await opened(name, content);
  expect(file.container.chosen.id).toBe('verl-jsonl');
  const said = ({ rollouts, fault }: Entry): unknown => fault?.message ?? rollouts[0]?.recorded['score'];
  return (await entriesOf(file)).map(said);
}

describe('zeros that a crash of the host left', () => {
  it('at the end are told, and cost nothing else', async () => {
    expect(await left('1.jsonl', `${jsonl(record(1), record(2))}${'\0'.repeat(5000)}`)).toEqual([
      1,
      2,
      expect.stringMatching(/^not JSON; found "\\u0000/),
    ]);
  });

  it('in a record cost that record', async () => {
    const lines = jsonl(record(1), record(2), record(3)).replace('"score":2', '"score":\0\0');
    expect(await left('1.jsonl', lines)).toEqual([1, expect.stringMatching(/^not JSON/), 3]);
    const array = `[${JSON.stringify(record(1))},\0\0 {"x": "\0"}, ${JSON.stringify(record(3))}]\0\0`;
    expect(await left('1.json', array)).toEqual([1, expect.stringMatching(/^not JSON/), 3]);
  });

  it.each([
    ['text', Buffer.from('a line\nand \0 one\n'), false],
    ['JSON', Buffer.from('{"a": "\0é"}'), false],
    ['text that is cut inside a character', Buffer.from('a line\n\0 é').subarray(0, -1), false],
    ['text without a NUL, whatever else', Buffer.from([1, 2, 0xff]), false],
    ['a name, and zeros', Buffer.from('name.txt\0\0\0\0'), true],
    ['zeros alone', Buffer.alloc(20), true],
    ['UTF-16', Buffer.from('{"a": 1}\n', 'utf16le'), true],
    ['a line before bytes', Buffer.from('RDX3\nX\n\0\0\0\u0003'), true],
    ['a line before no UTF-8', Buffer.from([0x61, 0x0a, 0, 0xff, 0xfe]), true],
  ])('are told from a binary file: %s', (_what, bytes, binary) => {
    expect(isBinary(bytes)).toBe(binary);
  });
});

describe('a bracket too many or too few', () => {
  const file = (broken: string): string =>
    `[${JSON.stringify(record(1))}, ${broken}, ${JSON.stringify(record(3))}]`;

  it.each(['{"a": 1]}', '{"a": [1}', '{"a": {"b": [1}}', '["a"}]', '{"a": [[[1]}'])(
    '%s costs its own record',
    async (broken) => {
      expect(await left('1.json', file(broken))).toEqual([1, expect.stringMatching(/^not JSON/), 3]);
    },
  );

  it('costs its own record of an object of records, too', async () => {
    const map = `{"a": ${JSON.stringify(record(1))}, "b": {"x": 1]}, "c": ${JSON.stringify(record(3))}}`;
    expect(await left('1.json', map)).toEqual([1, expect.stringMatching(/^not JSON/), 3]);
  });

  it('is looked for once, however deep', async () => {
    const deep = `[${JSON.stringify(record(1))}, ${'['.repeat(200_000)}${'}'.repeat(200_000)}]`;
    const [first, second] = await left('1.json', deep);
    expect([first, typeof second]).toEqual([1, 'string']);
  });
});

describe('a table that ends in the middle of a row', () => {
  it('is a table all the same', async () => {
    const row = (score: number): string => `q,<answer>b</answer>,g,${score},1\n`;
    const entries = await left('t.csv', `input,output,gts,score,step\n${row(1)}${row(2)}q,<ans`);
    expect(entries.slice(0, 2)).toEqual([1, 2]);
    expect(entries).toHaveLength(3);
  });
});
