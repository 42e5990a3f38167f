import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../core/containers/framing/framing';
import { parseTolerant } from '../../../../core/containers/json/tolerant';
import { memorySource } from '../../../../core/containers/memory-source';
import { jsonOfValue } from '../../../../core/containers/rows/parquet/json';
import { parquet } from '../../../../core/containers/rows/parquet/parquet';
import { BadFormat } from '../../../../core/containers/rows/row-format';
import { openRolloutSource } from '../../../../core/rollouts/open';
import { countingSource, fixtureBytes } from './counting';

async function spansOf(bytes: Uint8Array): Promise<Span[]> {
  const source = memorySource('t.parquet', bytes);
  const framing = await parquet.framing(source, Buffer.alloc(0));
  const spans: Span[] = [];
  for await (const batch of framing.spans(source)) spans.push(...batch);
  return spans;
}

function textOf({ bytes }: Span): string {
  return Buffer.from(bytes).toString('utf8');
}

/** The rows that test/make/tables/make_tables.py puts in. */
const ROWS = [
  '{"int":1152921504606846977,"text":"a","float":0.5,"bool":true,"list":["x","y"],"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null}],"struct":{"a":{"b":[1,2]}},"map":{"k":1,"l":null},"bytes":{"base64":"/wA="},"date":"2024-02-29","micros":"2024-02-29T01:02:03.456789Z","decimal":1.25,"json":"{\\"a\\": 1}","word":"p"}',
  '{"int":null,"text":"é😀 <answer>x</answer>\\n","float":NaN,"bool":null,"list":[],"messages":[],"struct":{"a":null},"map":{},"bytes":"text","date":null,"micros":null,"decimal":null,"json":"[1]","word":"q"}',
  '{"int":-3,"text":null,"float":-Infinity,"bool":false,"list":null,"messages":null,"struct":null,"map":null,"bytes":null,"date":"1969-12-31","micros":"1969-12-31T23:59:59.5Z","decimal":-3.1,"json":null,"word":"p"}',
];

describe('Parquet', () => {
  it.each(['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4'])(
    'reads every type of value, packed with %s',
    async (codec) => {
      const spans = await spansOf(fixtureBytes(`types-${codec}.parquet`));
      expect(spans.map(({ problem }) => problem)).toEqual([null, null, null]);
      expect(spans.map(textOf)).toEqual(ROWS);
      for (const span of spans) expect(parseTolerant(textOf(span)).ok).toBe(true);
    },
  );

  it('shows a row without reading other row groups', async () => {
    const bytes = fixtureBytes('groups.parquet');
    const { source, read } = countingSource('groups.parquet', bytes);
    const framing = await parquet.framing(source, Buffer.alloc(0));
    const before = read();
    const place = framing.rows?.at(275);
    expect(place).toMatchObject({ index: 275, line: 275 });
    const span = await framing.spanAt?.(source, place ?? { index: 0, byteStart: 0, byteEnd: 0, line: 0 });
    expect(span && textOf(span)).toBe(`{"id":275,"text":"row 275 ${'p'.repeat(40)}"}`);
    // One of eight groups, and no more.
    expect(read() - before).toBeLessThanOrEqual((place?.byteEnd ?? 0) - (place?.byteStart ?? 0));
    expect(read() - before).toBeLessThan(bytes.length / 7);
    expect([framing.rows?.at(400), framing.rows?.at(-1), framing.rows?.count]).toEqual([null, null, 400]);
  });

  it('opens at any record through the file, and goes on from there', async () => {
    const { source, read } = countingSource('groups.parquet', fixtureBytes('groups.parquet'));
    const file = await openRolloutSource('groups.parquet', source, { container: 'json' });
    const before = read();
    expect((await file.recordAt(399))?.text).toMatch(/^\{"id":399,/);
    expect(read() - before).toBeLessThan(4500);
    const from: number[] = [];
    for await (const { place } of file.entries(380)) from.push(place.index);
    expect(from).toEqual(Array.from({ length: 20 }, (_, at) => 380 + at));
    expect(await file.places()).toHaveLength(400);
    expect(await file.recordAtLine(7)).toBe(7);
    expect(await file.entryAt(400)).toBeNull();
  });

  it('reads the other groups where one is damaged', async () => {
    const bytes = Buffer.from(fixtureBytes('groups.parquet'));
    // The header of the first page of the third group.
    const framing = await parquet.framing(memorySource('t', bytes), Buffer.alloc(0));
    const at = framing.rows?.at(100)?.byteStart ?? 0;
    bytes.fill(0xff, at, at + 12);
    const spans = await spansOf(bytes);
    expect(spans).toHaveLength(351);
    expect(
      spans.filter(({ problem }) => problem !== null).map(({ index, problem }) => [index, problem]),
    ).toEqual([
      [
        100,
        expect.stringMatching(
          /^rows 100 to 149 \(row group 2\) cannot be read \(.+\); they stand in bytes 6292 to 9494, the other row groups are read/,
        ),
      ],
    ]);
  });

  it('says what is wrong with a footer, and what to do', async () => {
    const whole = fixtureBytes('groups.parquet');
    const cut = whole.subarray(0, whole.length - 100);
    const failure = async (bytes: Uint8Array): Promise<unknown> =>
      parquet.framing(memorySource('t', bytes), Buffer.alloc(0)).then(
        () => null,
        (error: unknown) => error,
      );
    expect(await failure(cut)).toBeInstanceOf(BadFormat);
    expect(await failure(cut)).toMatchObject({
      message: expect.stringMatching(/without its footer: the writer was killed/) as string,
    });
    expect(await failure(Buffer.from('PAR1'))).toBeInstanceOf(BadFormat);
    const length = Buffer.from(whole);
    length.writeUInt32LE(0x7fffffff, whole.length - 8);
    expect(await failure(length)).toMatchObject({
      message: expect.stringMatching(/footer is damaged \(its length, 2147483647 bytes/) as string,
    });
    const torn = Buffer.from(whole);
    torn.fill(0xff, whole.length - 60, whole.length - 12);
    expect(await failure(torn)).toBeInstanceOf(BadFormat);
    const locked = Buffer.from(whole);
    locked.write('PARE', whole.length - 4);
    expect(await failure(locked)).toMatchObject({ message: expect.stringMatching(/encrypted/) as string });
  });

  it('never fails otherwise, whatever bytes are changed', async () => {
    const whole = fixtureBytes('types-none.parquet');
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        try {
          await spansOf(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(BadFormat);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('keeps bytes that are no text, and the length of large ones', () => {
    expect(jsonOfValue(new Uint8Array([0xc3]))).toBe('{"base64":"ww=="}');
    expect(jsonOfValue(new Uint8Array(70_000))).toBe('{"bytes":70000}');
    expect(jsonOfValue([undefined, 2n ** 64n, -0, new Float32Array([1.5])])).toBe(
      '[null,18446744073709551616,-0.0,[1.5]]',
    );
  });
});
