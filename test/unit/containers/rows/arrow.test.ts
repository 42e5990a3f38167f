import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../core/containers/framing/framing';
import { parseTolerant } from '../../../../core/containers/json/tolerant';
import { memorySource } from '../../../../core/containers/memory-source';
import { arrow } from '../../../../core/containers/rows/arrow/arrow';
import { openRolloutFile, openRolloutSource } from '../../../../core/rollouts/open';
import { fixture, countingSource, fixtureBytes } from './counting';

async function spansOf(bytes: Uint8Array): Promise<Span[]> {
  const source = memorySource('t.arrow', bytes);
  const framing = await arrow.framing(source, Buffer.alloc(0));
  const spans: Span[] = [];
  for await (const batch of framing.spans(source)) spans.push(...batch);
  return spans;
}

function textOf({ bytes }: Span): string {
  return Buffer.from(bytes).toString('utf8');
}

/** The rows that test/make/tables/make_tables.py puts in. */
const ROWS = [
  '"int":1152921504606846977,"text":"a","float":0.5,"bool":true,"list":["x","y"],"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null}],"struct":{"a":{"b":[1,2]}},"map":{"k":1,"l":null},"bytes":{"base64":"/wA="},"date":"2024-02-29","micros":"2024-02-29T01:02:03.456789Z","decimal":1.25,"json":"{\\"a\\": 1}","word":"p"',
  '"int":null,"text":"é😀 <answer>x</answer>\\n","float":NaN,"bool":null,"list":[],"messages":[],"struct":{"a":null},"map":{},"bytes":"text","date":null,"micros":null,"decimal":null,"json":"[1]","word":"q"',
  '"int":-3,"text":null,"float":-Infinity,"bool":false,"list":null,"messages":null,"struct":null,"map":null,"bytes":null,"date":"1969-12-31","micros":"1969-12-31T23:59:59.5Z","decimal":-3.1,"json":null,"word":"p"',
];

/** What further columns hold in the first and the last row. */
const MORE: readonly (readonly [string, string, string])[] = [
  ['null', 'null', 'null'],
  ['i8', '-128', '127'],
  ['u8', '255', '0'],
  ['i16', '-32768', '1'],
  ['u16', '65535', '1'],
  ['i32', '-2147483648', '1'],
  ['u32', '4294967295', '1'],
  ['u64', '18446744073709551615', '1'],
  ['f16', '1.5', '-65504'],
  ['f16small', '5.960464477539063e-8', 'null'],
  ['f32', '0.25', '-2'],
  ['large_text', '"é😀"', '""'],
  ['text_view', '"short"', '"a text that is longer than a view"'],
  ['large_bytes', '{"base64":"/w=="}', '""'],
  ['bytes_view', '"b"', '{"base64":"/////////////////w=="}'],
  ['fixed_bytes', '"abc"', '{"base64":"AP8A"}'],
  ['large_list', '[1,null]', '[]'],
  ['list_view', '[1,2]', '[3]'],
  ['fixed_list', '[1,2]', '[3,null]'],
  ['deep', '[[{"a":[null,{"b":"x"}]}],null]', '[[],[{"a":null}]]'],
  ['seconds', '"2024-02-29T01:02:03Z"', '"1969-12-31T23:59:59Z"'],
  ['millis', '"1970-01-01T00:00:00.001Z"', '"1969-12-31T23:59:59.999Z"'],
  ['nanos', '"1970-01-01T00:00:00.000000001Z"', '"1969-12-31T23:59:59.999999999Z"'],
  ['date64', '"2024-02-29"', '"1969-12-31"'],
  ['time32', '1500', '0'],
  ['time64', '1500', '0'],
  ['duration', '-5', '7'],
  ['decimal32', '-1.5', '2'],
  ['decimal256', '-1.5', '100000000000000000000'],
  ['words', '["p","q"]', '["p"]'],
  ['coded_list', '["y",null]', '["x"]'],
  [
    'uuid',
    '"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f"',
    '{"base64":"/////////////////////w=="}',
  ],
];

/** In the second row the further columns are null, but for one. */
function moreOf(row: number): string {
  const middle = (name: string): string => (name === 'f16small' ? 'Infinity' : 'null');
  return MORE.map(([name, first, last]) => `"${name}":${[first, middle(name), last][row]}`).join();
}

describe('Arrow', () => {
  it.each(['types-none', 'types-lz4', 'types-zstd', 'types-stream'])(
    'reads every type of value of %s',
    async (name) => {
      const spans = await spansOf(fixtureBytes(`${name}.arrow`));
      expect(spans.map(({ problem }) => problem)).toEqual([null, null, null]);
      expect(spans.map(textOf)).toEqual(ROWS.map((row, index) => `{${row},${moreOf(index)}}`));
      for (const span of spans) expect(parseTolerant(textOf(span)).ok).toBe(true);
    },
  );

  it.each(['groups.arrow', 'groups-lz4.feather', 'groups-zstd.feather'])(
    'reads the batches of %s',
    async (name) => {
      const spans = await spansOf(fixtureBytes(name));
      const letter = (index: number): string => String.fromCharCode(97 + (index % 26)).repeat(40);
      expect(spans.map(textOf)).toEqual(
        Array.from({ length: 400 }, (_, index) => `{"id":${index},"text":"row ${index} ${letter(index)}"}`),
      );
    },
  );

  it('lets dictionaries grow and be replaced', async () => {
    const values = (await spansOf(fixtureBytes('dictionaries.arrow'))).map(textOf);
    expect(values).toEqual(['a', 'b', 'c', 'a', 'y', 'x', null].map((word) => JSON.stringify({ word })));
  });

  it('shows a row without reading the body of another batch', async () => {
    const bytes = fixtureBytes('groups.arrow');
    const { source, read } = countingSource('groups.arrow', bytes);
    const framing = await arrow.framing(source, Buffer.alloc(0));
    // Metadata of eight batches, with as much again behind the first at most.
    expect(read()).toBeLessThan(bytes.length / 6);
    const before = read();
    const place = framing.rows?.at(275);
    expect(place).toMatchObject({ index: 275, line: 275 });
    const span = await framing.spanAt?.(source, place ?? { index: 0, byteStart: 0, byteEnd: 0, line: 0 });
    expect(span && textOf(span)).toBe(`{"id":275,"text":"row 275 ${'p'.repeat(40)}"}`);
    expect(read() - before).toBe((place?.byteEnd ?? 0) - (place?.byteStart ?? 0));
    expect(read() - before).toBeLessThan(bytes.length / 7);
    expect([framing.rows?.at(400), framing.rows?.at(-1), framing.rows?.count]).toEqual([null, null, 400]);
  });

  it('opens at any record through the file, and goes on from there', async () => {
    const file = await openRolloutFile(fixture('groups.arrow'), { container: 'json' });
    expect((await file.recordAt(399))?.text).toMatch(/^\{"id":399,/);
    const from: number[] = [];
    for await (const { place } of file.entries(380)) from.push(place.index);
    expect(from).toEqual(Array.from({ length: 20 }, (_, at) => 380 + at));
    expect(await file.recordAtLine(7)).toBe(7);
    expect(await file.entryAt(400)).toBeNull();
    await file.close();
  });

  it('has its containers told as those of Parquet are', async () => {
    const trl = await openRolloutFile(fixture('completions.arrow'));
    expect(trl.container.chosen.id).toBe('trl-parquet');
    const entry = await trl.entryAt(0);
    expect(entry?.rollouts.map(({ recorded }) => [recorded['step'], recorded['score']])).toEqual([[3, 1]]);
    await trl.close();
    const questions = await openRolloutFile(fixture('questions.arrow'));
    expect(questions.container.chosen).toMatchObject({ id: 'verl-data', holds: 'questions' });
    await questions.close();
  });

  it('says why a file cannot be read', async () => {
    const bytes = fixtureBytes('small-none.arrow').subarray(0, 100);
    const file = await openRolloutSource('a.arrow', memorySource('a.arrow', bytes));
    expect(file.container.evidence.because).toMatch(
      /Arrow file whose schema cannot be read \(its metadata is cut off\)/,
    );
  });

  it('names a second column of a name as CSV does', async () => {
    expect((await spansOf(fixtureBytes('twice.arrow'))).map(textOf)).toEqual(['{"a":1,"a.1":2,"l":[]}']);
  });

  it('reads unions, intervals and run-end encoded columns, as pyarrow does', async () => {
    expect((await spansOf(fixtureBytes('rare.arrow'))).map(textOf)).toEqual([
      '{"before":1,"sparse":1,"dense":10,"interval":{"months":1,"days":-2,"nanoseconds":3},"runs":"p","after":"v"}',
      '{"before":2,"sparse":"b","dense":null,"interval":null,"runs":"p","after":"w"}',
      '{"before":3,"sparse":"c","dense":"x","interval":{"months":0,"days":0,"nanoseconds":1099511627776},"runs":null,"after":"x"}',
      '{"before":4,"sparse":null,"dense":20,"interval":null,"runs":"q","after":"y"}',
      '{"before":5,"sparse":5,"dense":20,"interval":null,"runs":"q","after":"z"}',
    ]);
    expect((await spansOf(fixtureBytes('union.arrow'))).map(textOf)).toEqual(['{"u":1}']);
  });

  it('says which types and forms are not read, and what to do', async () => {
    // The number of the column's type: 14 is a union, 30 nothing yet.
    const unknown = Buffer.from(fixtureBytes('union.arrow'));
    unknown[0x3b] = 30;
    await expect(spansOf(unknown)).rejects.toThrow(
      /column `u` is of a type that is not known \(30\).*; write it without that column/,
    );
    const spans = await spansOf(fixtureBytes('old-lz4.arrow'));
    expect(spans.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^rows from 0 on cannot be found.*\(it is packed in the way of pyarrow 0\.17/),
    ]);
  });

  it('reads the other rows where a value of one lies outside of the batch', async () => {
    const bytes = Buffer.from(fixtureBytes('dictionaries.arrow'));
    const framing = await arrow.framing(memorySource('t', bytes), Buffer.alloc(0));
    // The second batch: values 2 and 0 of the dictionary.
    const { byteStart, byteEnd } = framing.rows?.at(2) ?? { byteStart: 0, byteEnd: 0 };
    const at = bytes.subarray(0, byteEnd).lastIndexOf(Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]));
    expect(at).toBeGreaterThan(byteStart);
    bytes.writeInt32LE(99, at);
    const spans = await spansOf(bytes);
    expect(spans.map(({ problem }) => problem !== null)).toEqual([
      false,
      false,
      true,
      ...Array<boolean>(4).fill(false),
    ]);
    expect(spans[2]?.problem).toMatch(
      /^row 2 cannot be read \(column `word` has value 99 of a dictionary of 3\)/,
    );
  });

  it('reads a file whose writer was killed, and says that its end is missing', async () => {
    const whole = fixtureBytes('groups-lz4.feather');
    const spans = await spansOf(whole.subarray(0, whole.length - 10));
    expect(spans.slice(0, 400).every(({ problem }) => problem === null)).toBe(true);
    expect(spans.slice(400).map(({ index, problem }) => [index, problem])).toEqual([
      [400, expect.stringMatching(/^rows from 400 on cannot be found.*\(the file ends without its footer\)/)],
    ]);
  });
});
