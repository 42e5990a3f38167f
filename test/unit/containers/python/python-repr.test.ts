import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonReprAt, readPythonRepr } from '../../../../core/containers/python/repr';
import { cpuTime } from '../../cpu-time';

/** Texts on the left were printed by Python's `repr` (3.12, numpy 2.1 where it says so); values worked out by hand. */
const CASES: readonly (readonly [string, unknown])[] = [
  ['[]', []],
  ['()', []],
  ['{}', {}],
  ['(1,)', [1]],
  ["['a', \"it's\"]", ['a', "it's"]],
  ["'it\\'s \"so\"'", 'it\'s "so"'],
  ["'\\n\\t\\\\ \\x07 \\xa0 \\u2028 \\U0001f600 é'", '\n\t\\ \u0007 \u00a0 \u2028 😀 é'],
  ["'\\ud800'", '\ud800'],
  ["'\\101\\0'", 'A\0'],
  ["'\\N{DASH} \\q'", '\\N{DASH} \\q'],
  ["b'\\xff\\x00'", '\u00ff\0'],
  ["r'\\n'", '\\n'],
  ["u'old'", 'old'],
  ['{1, 2}', [1, 2]],
  ['set()', []],
  ["{'a': 1, 2: 'b', (1, 2): None, True: False}", { a: 1, 2: 'b', '(1, 2)': null, True: false }],
  ["{'__proto__': 1}", JSON.parse('{"__proto__": 1}')],
  ['[-1.5e-3, 0.0, 1e+16, -7, .5]', [-0.0015, 0, 1e16, -7, 0.5]],
  ['[nan, inf, -inf]', [NaN, Infinity, -Infinity]],
  ['12345678901234567890', '12345678901234567890'],
  ['0x1F', 31],
  ["array(['Paris', 'paris'], dtype=object)", ['Paris', 'paris']],
  ["array([['a'], ['b']], dtype='<U1')", [['a'], ['b']]],
  ["['Paris' 'city of\\n light'\n 'x']", ['Paris', 'city of\n light', 'x']],
  ['[1 2\n 3]', [1, 2, 3]],
  ['{"f": np.float64(0.5), "i": np.int64(-3), "t": np.True_}', { f: 0.5, i: -3, t: true }],
  ["Document(id='1', content='x', meta={'a': None})", { id: '1', content: 'x', meta: { a: null } }],
  ["defaultdict(<class 'list'>, {'a': [1]})", ["<class 'list'>", { a: [1] }]],
  ["OrderedDict([('a', 1)])", [['a', 1]]],
  ['[...]', ['...']],
  ['{"a": null, "b": [true, false]}', { a: null, b: [true, false] }],
  [' \n[1]\n ', [1]],
];

describe('the reader of Python reprs', () => {
  it.each(CASES)('reads %s', (text, value) => {
    expect(readPythonRepr(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['', 0, true],
    ['[1, 2', 5, true],
    ["['a', 'b", 8, true],
    ["{'a': ", 6, true],
    ['[1] x', 4, false],
    ['hello', 0, false],
    ['[a]', 1, false],
    ["{'a': }", 6, false],
    ["<class 'x'", 10, true],
    ['1j', 1, false],
  ])('says where %j goes wrong', (text, offset, early) => {
    expect(readPythonRepr(text)).toMatchObject({ ok: false, offset, early });
  });

  it('reads a value in the middle of a text', () => {
    expect(pythonReprAt("target: ['a', 'b'] rest", 7)).toEqual({ ok: true, value: ['a', 'b'], end: 18 });
  });

  it('refuses what nests deeper than Python prints, without overflowing', () => {
    expect(readPythonRepr('['.repeat(900) + ']'.repeat(900)).ok).toBe(true);
    expect(readPythonRepr('['.repeat(200_000))).toMatchObject({
      ok: false,
      message: 'more than 1000 brackets one in another',
    });
  });

  it('never throws, whatever stands there', () => {
    const unit = fc.constantFrom(
      "'",
      '"',
      '\\',
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      ':',
      ',',
      '=',
      '<',
      '>',
      'a',
      'array',
      '1',
      '-',
      '.',
      'x',
      '\\x',
      '\\u12',
      ' ',
      '\n',
      '\ud800',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const read = readPythonRepr(text);
        if (!read.ok) expect(read.offset).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('reads back what JSON and Python write alike', () => {
    // Integers of 16 digits and more are kept as digits here.
    const plain = fc.jsonValue({ maxDepth: 4 }).filter((value) => !/\d{16}/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(plain, (value) => {
        const text = JSON.stringify(value);
        expect(readPythonRepr(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
      }),
    );
  });

  it('takes time in proportion to the text', () => {
    const list = `[${"'a\\n', ".repeat(100_000)}]`;
    const before = cpuTime();
    expect(readPythonRepr(list).ok).toBe(true);
    expect(readPythonRepr('<'.repeat(400_000)).ok).toBe(false);
    expect(readPythonRepr(`[${'<'.repeat(200_000)}>`).ok).toBe(false);
    expect(readPythonRepr('1'.repeat(400_000)).ok).toBe(false);
    expect(cpuTime() - before).toBeLessThan(1500);
  });
});
