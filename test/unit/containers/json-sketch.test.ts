import { describe, expect, it } from 'vitest';
import { JsonSketch, type Sketch, type SketchLimits } from '../../../core/containers/framing/json-sketch';
import { jsonFraming } from '../../../core/containers/framing/json';
import { lines } from '../../../core/containers/framing/lines';
import { memorySource } from '../../../core/containers/memory-source';

const WIDE = { string: 1000, member: 1000, all: 10_000 };

/** A sketch of a text whose bytes come so many at a time. */
function sketchOf(text: string, limits: SketchLimits, step = text.length): Sketch {
  const sketch = new JsonSketch(limits);
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += step) sketch.push(bytes.subarray(at, at + step));
  return sketch.take();
}

function valueOf(text: string, limits: SketchLimits, step?: number): unknown {
  const { bytes } = sketchOf(text, limits, step);
  return bytes === null ? 'no JSON' : JSON.parse(Buffer.from(bytes).toString('utf8'));
}

const RECORD = {
  input: 'Who said "so\\"? 月見 🐦 \u0001',
  output: { turns: [{ text: ']}' }, { text: '[{"' }], empty: [], none: {} },
  score: -1.5e3,
  flags: [true, false, null],
  '': '',
};

describe('a sketch', () => {
  it('is the record where nothing of it is long, however its bytes come', () => {
    for (const text of [JSON.stringify(RECORD), JSON.stringify(RECORD, null, 2)])
      for (const step of [1, 2, 3, 7, 1000]) expect(valueOf(text, WIDE, step)).toEqual(RECORD);
  });

  it('cuts a string at any byte of it and stays JSON', () => {
    const value = 'a\\"\\\\é月\\ud83d\\udc26🐦\\n\\\\\\"end';
    const text = `{"long": "${value}", "score": 1}`;
    const whole = (JSON.parse(`["${value}"]`) as [string])[0];
    // Keys are strings too.
    for (let string = 'score'.length; string <= Buffer.byteLength(value); string++)
      for (const step of [1, 5, 1000]) {
        const cut = valueOf(text, { ...WIDE, string }, step) as { long: string; score: number };
        expect(cut.score).toBe(1);
        // A pair that two escapes write may lose its second half.
        expect(whole.startsWith(cut.long)).toBe(true);
        expect(Buffer.byteLength(JSON.stringify(cut.long)) - 2).toBeLessThanOrEqual(string + 6);
      }
    expect(valueOf(text, { ...WIDE, string: Buffer.byteLength(value) })).toEqual({ long: whole, score: 1 });
  });

  it('cuts a list behind the element in which it gets long, and keeps what comes after it', () => {
    const list = Array.from({ length: 500 }, (_, n) => ({ n, deep: [[n]] }));
    const cut = valueOf(JSON.stringify({ list, score: 1 }), { ...WIDE, member: 100 }) as {
      list: { n: number }[];
      score: number;
    };
    expect(cut.score).toBe(1);
    expect(cut.list.length).toBeGreaterThan(2);
    expect(cut.list.length).toBeLessThan(10);
    expect(cut.list.slice(0, -1)).toEqual(list.slice(0, cut.list.length - 1));
  });

  it('leaves members out once there are many, and stays bounded', () => {
    const record = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key${n}`, n]));
    const { bytes } = sketchOf(JSON.stringify(record), { ...WIDE, all: 500 });
    expect(bytes?.length).toBeLessThan(600);
    expect(valueOf(JSON.stringify(record), { ...WIDE, all: 500 })).toMatchObject({ key0: 0, key10: 10 });
  });

  it('tells a record that ends too soon from one that is broken', () => {
    for (const text of ['{"a": [1, 2', '{"a": "b', '{"a": "b\\', '[[1]', ' '])
      expect(sketchOf(text, WIDE)).toEqual({ bytes: null, torn: true });
    for (const text of ['{"a": 1]', '{"a": 1} {', '[1] x', 'plain text', '12', `[${'1'.repeat(2000)}]`])
      expect(sketchOf(text, WIDE)).toEqual({ bytes: null, torn: false });
  });

  it('takes linear time for brackets, quotes and backslashes without end', () => {
    const million = 1_000_000;
    const begun = performance.now();
    for (const text of ['['.repeat(million), `"${'\\'.repeat(million)}"`, `["${'\\"'.repeat(million)}"]`])
      sketchOf(text, WIDE, 4096);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe('a framing', () => {
  const long = `{"input": "Q", "output": "${'x'.repeat(300)}", "score": 1}`;

  it('leaves a sketch of a line that it does not hold, and its place', async () => {
    const source = memorySource('x', `{"a": 1}\n${long}\r\n{"a": 2}\n`);
    const spans = [];
    for await (const batch of lines.spans(source, { held: 100, chunkBytes: 16 })) spans.push(...batch);
    expect(spans.map(({ bytes }) => bytes.length)).toEqual([8, 0, 8]);
    const [, span, after] = spans;
    expect(span?.byteStart).toBe(9);
    expect(Buffer.from(span?.sketch?.bytes ?? []).toString()).toBe(long.replaceAll(' ', ''));
    expect(after).toMatchObject({ index: 2, line: 2, byteStart: 9 + long.length + 2 });
    expect(after).not.toHaveProperty('sketch');
  });

  it('does so for an element of a JSON value, and one that is the whole value', async () => {
    for (const [shape, text] of [
      ['array', `[{"a": 1}, ${long}]`],
      ['single', long],
    ] as const) {
      const spans = [];
      for await (const batch of jsonFraming(shape).spans(memorySource('x', text), { held: 100 }))
        spans.push(...batch);
      const span = spans.at(-1);
      expect(span?.bytes).toHaveLength(0);
      expect(span?.byteEnd).toBe(text.lastIndexOf('}') + 1);
      expect(JSON.parse(Buffer.from(span?.sketch?.bytes ?? []).toString())).toMatchObject({ score: 1 });
    }
  });
});
