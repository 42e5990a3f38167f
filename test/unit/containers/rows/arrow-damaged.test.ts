import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../core/containers/framing/framing';
import { memorySource } from '../../../../core/containers/memory-source';
import { arrow } from '../../../../core/containers/rows/arrow/arrow';
import { BadFormat } from '../../../../core/containers/rows/row-format';
import { fixtureBytes } from './counting';

interface Outcome {
  readonly refused: string | null;
  readonly rows: readonly (string | null)[];
  readonly problems: readonly string[];
}

/** What comes of reading all of a file; any failure but a `BadFormat` is thrown. */
async function outcomeOf(bytes: Uint8Array): Promise<Outcome> {
  const source = memorySource('t.arrow', bytes);
  const spans: Span[] = [];
  try {
    const framing = await arrow.framing(source, Buffer.alloc(0));
    for await (const batch of framing.spans(source)) spans.push(...batch);
  } catch (error) {
    if (!(error instanceof BadFormat)) throw error;
    return { refused: error.message, rows: [], problems: [] };
  }
  return {
    refused: null,
    rows: spans.map(({ bytes: row, problem }) =>
      problem === null ? Buffer.from(row).toString('utf8') : null,
    ),
    problems: spans.flatMap(({ problem }) => problem ?? []),
  };
}

/** A file with one byte changed. */
function changed(bytes: Uint8Array, at: number, byte: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = byte;
  return copy;
}

const WHOLE = ['small-none.arrow', 'small-lz4.arrow', 'small-zstd.arrow'] as const;

describe('a damaged Arrow file', () => {
  it.each(WHOLE)('%s, cut anywhere, has its first rows or says what is wrong', async (name) => {
    const bytes = fixtureBytes(name);
    const { rows } = await outcomeOf(bytes);
    expect(rows).toHaveLength(2);
    const seen = new Set<number>();
    for (let length = 8; length < bytes.length; length += 16) {
      const cut = await outcomeOf(bytes.subarray(0, length));
      const read = cut.rows.filter((row) => row !== null);
      expect(read).toEqual(rows.slice(0, read.length));
      seen.add(read.length);
      // A stream that ends between two messages is whole.
      const between = name === 'small-none.arrow' && cut.problems.length === 0 && cut.refused === null;
      if (!between)
        expect([cut.refused ?? cut.problems.join()]).toEqual([expect.stringMatching(/cut off|ends/)]);
    }
    expect([...seen].slice(0, 2)).toEqual([0, 1]);
  });

  // Every byte of one file; of the others as many as the time of a test allows.
  it.each([
    ['small-none.arrow', 1],
    ['small-lz4.arrow', 9],
    ['small-zstd.arrow', 9],
    ['types-stream.arrow', 197],
    ['rare.arrow', 17],
  ] as const)('%s ends with rows or a reason, whichever byte is another', async (name, step) => {
    const bytes = fixtureBytes(name);
    const { rows: whole } = await outcomeOf(bytes);
    let wrong = 0;
    const silent: number[] = [];
    for (let at = 0; at < bytes.length; at += step) {
      const found = await outcomeOf(changed(bytes, at, (bytes[at] ?? 0) ^ 0xff));
      if (found.refused !== null || found.problems.length > 0) wrong++;
      // No row goes missing without a word.
      else if (found.rows.length < whole.length) silent.push(at);
      const other = found.problems.filter((problem) => !/^rows? /.test(problem));
      expect(other).toEqual([]);
    }
    expect(silent).toEqual([]);
    expect(wrong).toBeGreaterThan(bytes.length / step / 8);
  });

  it('names no place outside of itself', async () => {
    const whole = fixtureBytes('small-none.arrow');
    const { rows } = await outcomeOf(whole);
    const messages = [...places(whole)];
    // A schema, a dictionary, and a batch for each row.
    expect(messages).toHaveLength(4);
    const [schema = 0, dictionary = 0, first = 0, second = 0] = messages;
    const lengthened = async (at: number): Promise<Outcome> => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt32LE(0x7ffffff0, at + 4);
      return outcomeOf(bytes);
    };
    expect((await lengthened(schema)).refused).toMatch(
      /schema cannot be read \(its metadata would have 2147483632 bytes/,
    );
    expect((await lengthened(dictionary)).problems).toEqual([
      expect.stringMatching(/^rows from 0 on cannot be found: the message at byte \d+ cannot be read/),
    ]);
    expect((await lengthened(first)).rows).toEqual([null]);
    const ended = Buffer.from(whole);
    ended.writeUInt32LE(0, second + 4);
    expect((await outcomeOf(ended)).problems).toEqual([
      expect.stringMatching(/^rows from 1 on cannot be found.*\(it marks the end, and more follows\)/),
    ]);
    const last = await lengthened(second);
    expect(last.rows).toEqual([rows[0], null]);
    expect(last.problems).toEqual([expect.stringContaining(`the message at byte ${second} `)]);
  });

  it('claims no rows, values and bytes beyond its own', async () => {
    const whole = fixtureBytes('small-none.arrow');
    const [, , first = 0, second = 0] = places(whole);
    // The first batch has one row: its number of rows and the lengths of its columns are 1, those of their buffers 8.
    const claimed = async (value: bigint): Promise<readonly string[]> => {
      const problems: string[] = [];
      for (let at = first + 8; at + 8 <= second; at += 8) {
        if (whole.readBigInt64LE(at) !== value) continue;
        const bytes = Buffer.from(whole);
        bytes.writeBigInt64LE(2n ** 40n, at);
        problems.push(...(await outcomeOf(bytes)).problems);
      }
      return problems;
    };
    const lengths = await claimed(1n);
    expect(lengths).toContainEqual(expect.stringMatching(/\(its number of rows would be 1099511627776\)/));
    expect(lengths).toContainEqual(
      expect.stringMatching(/^row 0 cannot be read \(a buffer has \d+ bytes instead of/),
    );
    const buffers = await claimed(8n);
    expect(buffers).toContainEqual(
      expect.stringMatching(/^row 0 cannot be read \(the length of a buffer would be 1099511627776\)/),
    );
  });
});

/** Where the messages of a stream begin, by its marks. */
function* places(bytes: Buffer): Generator<number> {
  for (let at = 0; at + 8 < bytes.length; at += 8)
    if (bytes.readUInt32LE(at) === 0xffffffff && bytes.readInt32LE(at + 4) > 0) yield at;
}
