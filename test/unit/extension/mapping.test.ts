import { describe, expect, it, vi } from 'vitest';
import type { FieldSample } from '../../../core/protocol/records';
import { changedPart } from '../../../extension/mapping/changed-part';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));
const { pathFor, roleSteps, withRole } = await import('../../../extension/mapping/roles');

const field = (path: string, kind = 'text'): FieldSample => ({ path, kind, values: [], count: 1 });

describe('the part of a text that changed', () => {
  it.each([
    ['', 'abc'],
    ['abc', ''],
    ['abc', 'abc'],
    ['a\nb\n', 'a\nx\nb\n'],
    ['aaaa', 'aa'],
    ['aa', 'aaaa'],
    ['a\r\nb\r\n', 'a\r\nc: 1\r\nb\r\n'],
    ['a\r\n', 'a\n'],
    ['a\n', 'a\r\n'],
    ['version: 1\n', 'version: 1\ncontainers:\n  x: raw\n'],
    ['é😀', 'é😁'],
  ])('%j to %j', (before, after) => {
    const { start, end, text } = changedPart(before, after);
    expect(before.slice(0, start) + text + before.slice(end)).toBe(after);
    for (const at of [start, end]) expect(before.slice(at - 1, at + 1)).not.toBe('\r\n');
  });

  it('leaves out what both have', () => {
    expect(changedPart('a\nb\nc\n', 'a\nB\nc\n')).toEqual({ start: 2, end: 3, text: 'B' });
  });
});

describe('a map with another field', () => {
  it('takes messages for the text where the field holds messages', () => {
    expect(withRole({ question: 'q' }, 'text', field('m', 'messages'))).toEqual({
      messages: 'm',
      question: 'q',
    });
    expect(withRole({ messages: 'm', question: 'q' }, 'text', field('t'))).toEqual({
      text: 't',
      question: 'q',
    });
    expect(pathFor({ messages: 'm' }, 'text')).toBe('m');
    expect(pathFor({ text: 't' }, 'golds')).toBeUndefined();
  });

  it('loses a role without a field', () => {
    expect(withRole({ text: 't', score: 's' }, 'score', null)).toEqual({ text: 't' });
    expect(withRole({ text: 't' }, 'score', field('s'))).toEqual({ text: 't', score: 's' });
  });

  it('has the text first in the file', () => {
    expect(Object.keys(withRole({ question: 'q', text: 'a' }, 'text', field('b')))).toEqual([
      'text',
      'question',
    ]);
    expect(roleSteps()[0]?.role).toBe('text');
  });
});
