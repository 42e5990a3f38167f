import { describe, expect, it } from 'vitest';
import { membersOfHead } from '../../../core/containers/framing/head-members';
import { listInObject } from '../../../core/containers/framing/list-in-object';
import { cpuTime } from '../cpu-time';

function shown(head: string): string[] {
  return [...membersOfHead(head)].map(({ key, at }) => `${key}@${at}`);
}

describe('the members of a head', () => {
  it.each([
    ['{"a": 1, "b":[2, {"c": 3}], "d": "e", "f":{"g":"h"}}', ['a@6', 'b@13', 'd@33', 'f@42']],
    ['\uFEFF \n{"a" \n: \ttrue}', ['a@12']],
    // Brackets, colons and escaped quotes inside strings; the key as it is written.
    [String.raw`{"x\"}": ":{", "y": "\\"}`, [String.raw`x\"}@9`, 'y@20']],
    // Cut inside a value, a key, before a value.
    ['{"a": {"b": [1, "c', ['a@6']],
    ['{"a": 1, "b', ['a@6']],
    ['{"a": 1, "b": ', ['a@6']],
    // Nothing behind the object is one of its members.
    ['{"a": 1}\n{"b": 2}', ['a@6']],
    ['[{"a": 1}]', []],
    ['{}', []],
    ['', []],
    ['"a": 1', []],
  ])('of %j', (head, members) => {
    expect(shown(head)).toEqual(members);
  });

  it('takes time in proportion to what is asked for', () => {
    const deep = `{"a": ${'['.repeat(200_000)}`;
    const wide = `{${'"k": 1, '.repeat(50_000)}`;
    const before = cpuTime();
    expect(shown(deep)).toEqual(['a@6']);
    expect(shown(wide)).toHaveLength(50_000);
    const [first] = membersOfHead(wide);
    expect(first).toEqual({ key: 'k', at: 6 });
    expect(cpuTime() - before).toBeLessThan(1500);
  });

  it('holds the list that is asked for, with its place in the file', () => {
    const head = '\uFEFF{"meta": {"data": [1]},\n "é": ["x"], "data": [ {"a": 1}]}';
    expect(listInObject(head, ['data'])).toEqual({
      first: { index: 0, byte: Buffer.byteLength(head.slice(0, 47)), line: 1, character: 22 },
      at: 47,
    });
    expect(listInObject(head, ['rows'])).toBeNull();
    expect(listInObject('{"data": "no list"}', ['data'])).toBeNull();
  });
});
