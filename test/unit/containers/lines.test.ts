import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lines } from '../../../core/containers/framing/lines';
import { START } from '../../../core/containers/framing/framing';
import { Pieces } from '../../../core/containers/framing/pieces';
import { memorySource } from '../../../core/containers/memory-source';
import { cut, texts } from './spans';
import { cpuTime } from '../cpu-time';

describe('lines', () => {
  it('skips a byte order mark, CR and blank lines, and counts them', async () => {
    const found = await cut(lines, '\uFEFF{"a":1}\r\n\r\n  \n{"b":2}\r\n');
    expect(found.map(({ text, byteStart, byteEnd, line }) => [text, byteStart, byteEnd, line])).toEqual([
      ['{"a":1}', 3, 10, 0],
      ['{"b":2}', 17, 24, 3],
    ]);
  });

  it('takes a last line without its end as a record', async () => {
    expect(await texts(lines, '{"a":1}\n{"b":')).toEqual(['{"a":1}', '{"b":']);
  });

  it('finds nothing in an empty file', async () => {
    expect(await texts(lines, '')).toEqual([]);
    expect(await texts(lines, '\uFEFF\n\n')).toEqual([]);
  });

  it('names the first invalid byte', async () => {
    const bytes = Buffer.concat([Buffer.from('ok\né'), Buffer.from([0xe2, 0x82]), Buffer.from('"\n')]);
    const found = await cut(lines, bytes);
    expect(found.map(({ text, invalidByte }) => [text, invalidByte])).toEqual([
      ['ok', null],
      ['é\uFFFD"', 5],
    ]);
  });

  it.each([
    [[0x80], 0],
    [[0x41, 0xc0, 0xaf], 1],
    [[0xc3, 0xa9, 0xed, 0xa0, 0x80], 2],
    [[0xf0, 0x9f, 0x98, 0x80, 0xf5], 4],
    [[0xe0, 0x80, 0x80], 0],
  ])('knows where %j stops being UTF-8', async (bytes, at) => {
    expect((await cut(lines, Buffer.from(bytes)))[0]?.invalidByte).toBe(at);
  });

  it('cuts the same whatever the size of the chunks', async () => {
    const line = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\r', '  ', '{"é":"\\n"}'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (content, end, closed) => {
          const file = content.map((text) => text.replaceAll('\n', ' ')).join(end) + (closed ? end : '');
          const whole = await cut(lines, file);
          for (const size of [1, 2, 3, 7]) expect(await cut(lines, file, size)).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('goes on from any record', async () => {
    const file = '\uFEFF{"a":1}\n\n{"b":2}\n{"c":3}';
    const all = await cut(lines, file);
    for (const [index, { byteStart, line }] of all.entries()) {
      const rest: string[] = [];
      const from = { ...START, index, byte: byteStart, line };
      for await (const batch of lines.spans(memorySource('x', file), { from })) {
        for (const span of batch)
          rest.push(`${span.index} ${span.line} ${Buffer.from(span.bytes).toString()}`);
      }
      expect(rest).toEqual(
        all.slice(index).map((record, at) => `${index + at} ${record.line} ${record.text}`),
      );
    }
  });

  it('stops when told to', async () => {
    const controller = new AbortController();
    const spans = lines.spans(memorySource('x', 'a\nb\nc\n'), { signal: controller.signal, chunkBytes: 2 });
    const batches = spans[Symbol.asyncIterator]();
    expect((await batches.next()).done).toBe(false);
    controller.abort(new Error('enough'));
    await expect(batches.next()).rejects.toThrow('enough');
  });

  it('reads a record of many chunks in linear time', async () => {
    const since = cpuTime();
    const long = 'x'.repeat(8 * 1024 * 1024);
    const [first] = await texts(lines, `${long}\nend\n`, 4096);
    expect(first).toHaveLength(long.length);
    expect(cpuTime() - since).toBeLessThan(2_000);
  });

  it('gives up on a record that is too long, and forgets its bytes', () => {
    const pieces = new Pieces(4);
    pieces.push(Buffer.from('abc'));
    pieces.push(Buffer.from('def'));
    expect(pieces.take()).toEqual({
      bytes: new Uint8Array(0),
      length: 6,
      problem:
        'the record is 6 bytes long, and none of more than 4 bytes is read: look at it as it is, by pages, in the Rollouts editor, or write it as several records',
    });
    pieces.push(Buffer.from('ok'));
    expect(Buffer.from(pieces.take().bytes).toString()).toBe('ok');
  });
});
