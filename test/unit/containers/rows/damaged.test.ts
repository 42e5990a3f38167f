import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../core/containers/memory-source';
import { rowFormats } from '../../../../core/containers/rows';
import { BadFormat } from '../../../../core/containers/rows/row-format';
import { fixtureBytes } from './counting';

/** What is said of a file, by the format that takes it. Any failure but a `BadFormat` is thrown. */
async function saidOf(name: string, bytes: Buffer): Promise<string[]> {
  const source = memorySource(name, bytes);
  const format = rowFormats.find((each) => each.recognise(bytes, name));
  if (!format) return [];
  const said: string[] = [];
  try {
    const framing = await format.framing(source, bytes);
    for await (const batch of framing.spans(source))
      for (const { problem } of batch) if (problem !== null) said.push(problem);
  } catch (error) {
    if (!(error instanceof BadFormat)) throw error;
    said.push(error.message);
  }
  return said;
}

/** Words of JavaScript's engine and of its errors. */
const ENGINE =
  /undefined|NaN|\bnull\b|is not a|Cannot |DataView|ArrayBuffer|typed array|bounds|Maximum call|instance of|BigInt|\[object/;

const WHERE = /\bbytes? \d+|\bfirst \d+ bytes|the file's \d+ bytes/;
const WHAT_TO_DO = /copy|write|export|double|unpack/;

/** What there is to say of bytes that are gone without a trace: an emptied list of tables. */
const EMPTY = /^it is an SQLite database (?:without tables|whose tables have no rows|whose only rows are)/;

const FILES = [
  'completions_00003.parquet',
  'types-none.parquet',
  'types-gzip.parquet',
  'types-snappy.parquet',
  'types-zstd.parquet',
  'types-brotli.parquet',
  'types-lz4.parquet',
  'small-zstd.arrow',
  'types-stream.arrow',
  'small.db',
  'zstd.eval',
] as const;

describe('a damaged table', () => {
  it.each(FILES)('%s says what is wrong, where, and what to do, in words of its own', async (name) => {
    const whole = fixtureBytes(name);
    const step = Math.ceil(whole.length / 25);
    let told = 0;
    const bad: string[] = [];
    for (let at = 3; at < whole.length; at += step) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0xff;
      for (const bytes of [flipped, whole.subarray(0, at)]) {
        const said = await saidOf(name, bytes);
        if (said.length > 0) told++;
        bad.push(
          ...said.filter(
            (message) =>
              ENGINE.test(message) ||
              (!EMPTY.test(message) && !(WHERE.test(message) && WHAT_TO_DO.test(message))),
          ),
        );
      }
    }
    expect(bad).toEqual([]);
    expect(told).toBeGreaterThan(15);
  });

  it('of comma separated values says where its last record begins', async () => {
    const said = await saidOf('t.csv', Buffer.from('id,question\n1,who\n2,"what is'));
    expect(said).toEqual([expect.stringMatching(/of the record at byte 18: .*; write the file again/)]);
  });

  it('claims no more values in a page than in its column', async () => {
    // A damaged number of values: the library would make room for each of 400 million.
    const bytes = fixtureBytes('types-gzip.parquet');
    bytes[2489] = (bytes[2489] ?? 0) ^ 0xff;
    expect(await saidOf('t.parquet', bytes)).toEqual([
      expect.stringMatching(/cannot be read \(the page at byte \d+ would have -?\d+ values/),
    ]);
  });
});
