import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalAt, literalsAt, pathKey } from '../../../core/containers/json/positions';
import { StringMap } from '../../../core/containers/json/string-map';
import { parseTolerant } from '../../../core/containers/json/tolerant';
import { escaped } from './escapes';
import { cpuTime } from '../cpu-time';

describe('parseTolerant', () => {
  it('reads what Python writes for numbers that JSON lacks', () => {
    const text = '{"a": NaN, "b": [Infinity, -Infinity, -1], "c": "NaN, -Infinity \\" NaN", "d": {"e": NaN}}';
    expect(parseTolerant(text)).toEqual({
      ok: true,
      value: { a: NaN, b: [Infinity, -Infinity, -1], c: 'NaN, -Infinity " NaN', d: { e: NaN } },
    });
    expect(parseTolerant('NaN')).toEqual({ ok: true, value: NaN });
  });

  it('keeps a string that looks like its own marker', () => {
    expect(parseTolerant('{"a": NaN, "b": "\\u0001NaN"}')).toEqual({
      ok: true,
      value: { a: NaN, b: '\u0001NaN' },
    });
  });

  it.each([
    ['{"a": 1, b: 2}', 9, '"b: 2}" where a key in quotes should be', false],
    ['{"a": 1 "b": 2}', 8, '"\\"b\\": 2}" where `,` or a closing bracket should be', false],
    ['{"a": "x', 6, 'a string that is not closed', true],
    ['{"a": [1, 2', 11, 'the end, with 2 brackets still open', true],
    ['{"a": tr', 6, '"tr" where a value should be', true],
    ['{"a": "\\x"}', 6, 'an escape that JSON does not have', false],
    ['{"a": NaNN}', 6, '"NaNN}" where a value should be', false],
    ['{"a":1}}', 7, '"}" where the end should be', false],
    ['[1,]', 3, '"]" where a value should be', false],
    ['{"a":1]', 6, '"]" where `,` or a closing bracket should be', false],
    ['', 0, 'nothing, where a JSON value should be', true],
  ])('says where %j goes wrong', (text, offset, message, early) => {
    expect(parseTolerant(text)).toEqual({ ok: false, offset, message, early });
  });

  it.each(['NaN', 'Infinity', '-Infinity', '[NaN, -Infinity]'])('blames what is wrong after %s', (bare) => {
    const head = `{"a": ${bare}, "b": `;
    const after = (text: string): unknown => ({ ...parseTolerant(head + text) });
    const at = head.length;
    expect(after('"<ans')).toEqual({
      ok: false,
      message: 'a string that is not closed',
      offset: at,
      early: true,
    });
    expect(after('oops}')).toEqual({
      ok: false,
      message: '"oops}" where a value should be',
      offset: at,
      early: false,
    });
    expect(after('1 "c": 2}')).toEqual({
      ok: false,
      message: '"\\"c\\": 2}" where `,` or a closing bracket should be',
      offset: at + 2,
      early: false,
    });
    expect(after('-Infin')).toMatchObject({ offset: at, early: true });
    expect(parseTolerant(`{${bare}: 1}`)).toMatchObject({ offset: 1 });
  });

  it('repairs and refuses in linear time', () => {
    const since = cpuTime();
    const long = '"'.concat('\\"NaN '.repeat(400_000), '"');
    expect(parseTolerant(`[${long}, NaN]`).ok).toBe(true);
    expect(parseTolerant(`[${long}, `).ok).toBe(false);
    expect(parseTolerant('['.repeat(300_000)).ok).toBe(false);
    expect(cpuTime() - since).toBeLessThan(2_000);
  });
});

describe('literalAt', () => {
  const text = '{"a": {"b": [1, -Infinity, {"c": "x\\ny"}]}, "d": NaN, "a\\u0062": "z", "e": true}';

  it.each([
    [['a', 'b', 2, 'c'], '"x\\ny"'],
    [['a', 'b'], '[1, -Infinity, {"c": "x\\ny"}]'],
    [['a', 'b', 1], '-Infinity'],
    [['d'], 'NaN'],
    [['ab'], '"z"'],
    [['e'], 'true'],
    [[], text],
  ])('finds %j', (path, literal) => {
    const found = literalAt(text, path);
    expect(found && text.slice(found.start, found.end)).toBe(literal);
  });

  it('finds nothing where nothing is', () => {
    for (const path of [['x'], ['a', 'b', 3], ['a', 0], ['d', 'x']]) expect(literalAt(text, path)).toBeNull();
  });

  it('finds many in one pass, however many they are', () => {
    const since = cpuTime();
    const list = JSON.stringify({
      messages: Array.from({ length: 50_000 }, (_, at) => ({ content: `${at}` })),
    });
    const paths = Array.from({ length: 50_000 }, (_, at) => ['messages', at, 'content']);
    const found = literalsAt(list, paths);
    expect(found.size).toBe(50_000);
    const last = found.get(pathKey(['messages', 49_999, 'content']));
    expect(last && list.slice(last.start, last.end)).toBe('"49999"');
    expect(cpuTime() - since).toBeLessThan(2_000);
  });

  it('forgets what an earlier equal key held', () => {
    expect(literalsAt('{"a": {"b": 1}, "a": {}}', [['a', 'b'], ['a']])).toEqual(
      new Map([[pathKey(['a']), { start: 21, end: 23, string: false }]]),
    );
  });

  it('takes the last of equal keys, as JSON.parse does', () => {
    const twice = '{"a": 1, "a": 2}';
    expect(literalAt(twice, ['a'])).toMatchObject({ start: 14, end: 15 });
  });
});

describe('StringMap', () => {
  it('maps both ways through any escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat({ max: 3 })), (text, styles) => {
        const { raw, starts } = escaped(text, styles);
        expect(JSON.parse(`"${raw}"`)).toBe(text);
        const map = new StringMap(raw);
        for (const [decoded, start] of starts.entries()) {
          expect(map.toRaw(decoded)).toBe(start);
          for (let at = start; at < (starts[decoded + 1] ?? raw.length); at++)
            expect(map.toDecoded(at)).toBe(decoded);
        }
        expect(map.toRaw(text.length)).toBe(raw.length);
        expect(map.toDecoded(raw.length)).toBe(text.length);
      }),
    );
  });

  it('treats a surrogate pair in two escapes as two units', () => {
    const map = new StringMap('a\\ud83d\\ude00b');
    expect([0, 1, 2, 3, 4].map((at) => map.toRaw(at))).toEqual([0, 1, 7, 13, 14]);
  });
});
