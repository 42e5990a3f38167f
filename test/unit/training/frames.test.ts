import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEnvelope } from '../../../core/protocol/bridge/envelope';
import { fromWire, toWire } from '../../../core/protocol/bridge/events';
import { decodeChunk, encodeChunk, HEADER_BYTES } from '../../../core/protocol/bridge/frames';
import { LIMITS } from '../../../core/protocol/bridge/limits';

const chunk = fc.record({
  kind: fc.constantFrom('log' as const, 'file' as const),
  last: fc.boolean(),
  truncated: fc.boolean(),
  replayed: fc.boolean(),
  channel: fc.integer({ min: 0, max: 0xffff_ffff }),
  offset: fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }),
  payload: fc.uint8Array({ maxLength: 300 }),
});

describe('binary frames', () => {
  it('come back as they were, from a part of a larger buffer too', () => {
    fc.assert(
      fc.property(chunk, fc.nat(20), (frame, before) => {
        const bytes = encodeChunk(frame);
        const larger = new Uint8Array(before + bytes.length);
        larger.set(bytes, before);
        expect(decodeChunk(larger.subarray(before))).toEqual(frame);
      }),
    );
  });

  it('have the documented layout', () => {
    const payload = new Uint8Array([0xab]);
    const frame = {
      kind: 'log',
      last: true,
      truncated: false,
      replayed: true,
      channel: 258,
      offset: 3n,
      payload,
    } as const;
    expect([...encodeChunk(frame)]).toEqual([1, 0b101, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0xab]);
  });

  it('never throw for bytes that are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const frame = decodeChunk(bytes);
        if (bytes.length < HEADER_BYTES || ![1, 2].includes(bytes[0] ?? 0)) expect(frame).toBeNull();
        else expect(frame?.payload).toEqual(bytes.subarray(HEADER_BYTES));
      }),
    );
  });

  it.each([
    { channel: -1 },
    { channel: 2 ** 32 },
    { offset: -1n },
    { offset: 2n ** 64n },
    { payload: new Uint8Array(LIMITS.binary_frame + 1) },
  ])('refuse %o', (wrong) => {
    const frame = {
      kind: 'log',
      last: false,
      truncated: false,
      replayed: false,
      channel: 1,
      offset: 0n,
    } as const;
    expect(() => encodeChunk({ ...frame, payload: new Uint8Array(), ...wrong })).toThrow(RangeError);
  });
});

describe('envelopes', () => {
  it('never throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseEnvelope(text)));
  });

  it.each([
    ['{"v":1,"t":"a","id":"x","d":{"a":1},"more":2}', { v: 1, t: 'a', id: 'x', d: { a: 1 } }],
    ['{"v":1,"t":"a"}', { v: 1, t: 'a', d: {} }],
    ['{"v":1,"t":"a","s":"control","q":3,"ts":5,"d":{}}', { v: 1, t: 'a', s: 'control', q: 3, ts: 5, d: {} }],
  ])('take %s', (text, envelope) => {
    expect(parseEnvelope(text)).toEqual({ ok: true, envelope });
  });

  it.each([
    '1',
    'null',
    '{"v":2,"t":"a"}',
    '{"v":1}',
    '{"v":1,"t":"a","id":7}',
    '{"v":1,"t":"a","id":""}',
    `{"v":1,"t":"a","id":"${'x'.repeat(65)}"}`,
    '{"v":1,"t":"a","d":[]}',
    '{"v":1,"t":"a","d":{"x":{"constructor":1}}}',
    `{"v":1,"t":"a","d":{"x":${'['.repeat(40)}${']'.repeat(40)}}}`,
    `{"v":1,"t":"a","d":{${Array.from({ length: 5000 }, (_none, at) => `"k${at}":1`).join()}}}`,
  ])('refuse %s', (text) => {
    expect(parseEnvelope(text).ok).toBe(false);
  });

  it('spell every number in JSON', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const sent = JSON.parse(JSON.stringify(toWire(value))) as ReturnType<typeof toWire>;
        // JSON has no negative zero.
        expect(fromWire(sent)).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});
