import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { START } from '../../../core/containers/framing/framing';
import { jsonFraming } from '../../../core/containers/framing/json';
import { memorySource } from '../../../core/containers/memory-source';
import { cut, texts } from './spans';

const array = jsonFraming('array');
const map = jsonFraming('map');
const single = jsonFraming('single');

describe('a top-level array', () => {
  it('gives one record an element, with line and column', async () => {
    const found = await cut(array, '[\n  {"a": "]}"},\n  {"é": [1, {"b": "\\"]"}]}, 7\n]\n');
    expect(found.map(({ text, line, character }) => [text, line, character])).toEqual([
      ['{"a": "]}"}', 1, 2],
      ['{"é": [1, {"b": "\\"]"}]}', 2, 2],
      ['7', 2, 28],
    ]);
  });

  it('is empty without elements', async () => {
    expect(await texts(array, '[]')).toEqual([]);
    expect(await texts(array, ' [ ] \n')).toEqual([]);
  });

  it('tells what follows its end', async () => {
    const found = await cut(array, '[{"a":1}]\n{"b":2}\n');
    expect(found[1]).toMatchObject({
      byteStart: 10,
      line: 1,
      problem: '8 bytes of other text follow the end of the JSON value',
    });
  });

  it('tells that the file ends inside a record, or before the bracket', async () => {
    const inside = await cut(array, '[{"a":1},{"b":"x');
    expect(inside.map(({ text, problem }) => [text, problem])).toEqual([
      ['{"a":1}', null],
      ['{"b":"x', 'the file ends inside a record: the writer was probably killed mid-write'],
    ]);
    const before = await cut(array, '[{"a":1},');
    expect(before[1]?.problem).toBe(
      'the file ends before the closing bracket: the writer was probably killed mid-write',
    );
  });

  it('cuts any JSON the same whatever the size of the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1), async (values, indent) => {
        const file = JSON.stringify(values, null, indent);
        const whole = await cut(array, file);
        expect(whole.map(({ text }) => JSON.parse(text) as unknown)).toEqual(JSON.parse(file));
        for (const size of [1, 2, 5]) expect(await cut(array, file, size)).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  it('knows the line and column of every record', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 9 }),
        async (values, size) => {
          const file = JSON.stringify(values, null, 2);
          const rows = file.split('\n');
          for (const { text, line, character } of await cut(array, file, size)) {
            expect(rows[line]?.slice(character, character + text.length)).toBe(text);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('goes on from any record', async () => {
    const file = '[{"a":"["},\n {"b":2}, {"c":"\\\\"}]';
    const all = await cut(array, file);
    for (const [index, { byteStart, line, character }] of all.entries()) {
      const rest: string[] = [];
      const from = { ...START, index, byte: byteStart, line, character };
      for await (const batch of array.spans(memorySource('x', file), { from })) {
        for (const span of batch)
          rest.push(`${span.index}:${span.line}:${span.character}:${Buffer.from(span.bytes).toString()}`);
      }
      const expected = all
        .slice(index)
        .map((each, at) => `${index + at}:${each.line}:${each.character}:${each.text}`);
      expect(rest).toEqual(expected);
    }
  });
});

describe('an object of records', () => {
  it('gives one record a value, with its key', async () => {
    for (const size of [1, 3, 100]) {
      const found = await cut(map, '{"6\\u00e9": {"a": {}}, "x,": {"b": "}"}}', size);
      expect(found.map(({ key, text }) => [key, text])).toEqual([
        ['6é', '{"a": {}}'],
        ['x,', '{"b": "}"}'],
      ]);
    }
  });
});

describe('a single value', () => {
  it('is one record', async () => {
    expect(await texts(single, '\n{"a": {"b": 1}}\n')).toEqual(['{"a": {"b": 1}}']);
  });

  it('tells what follows', async () => {
    expect((await cut(single, '{"a":1} x'))[1]?.problem).toBe(
      '1 bytes of other text follow the end of the JSON value',
    );
  });

  it('tells that the file ends inside it', async () => {
    expect((await cut(single, '{"a": {"b"'))[0]?.problem).toMatch(/^the file ends inside a record/);
  });
});
