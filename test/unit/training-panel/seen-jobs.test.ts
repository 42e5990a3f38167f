import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Seen } from '../../../extension/training/link';
import { SeenJobs } from '../../../extension/training/seen-jobs';
import { readSubject } from '../../../extension/training/subject';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function store(first: Seen = {}) {
  let seen = first;
  return {
    open: (): SeenJobs => new SeenJobs(seen, (next) => (seen = next)),
    get seen() {
      return seen;
    },
  };
}

describe('jobs that a workspace follows', () => {
  it('are followed by the next window, which knows what is news', () => {
    const kept = store();
    const first = kept.open();
    expect(first.open('host')).toEqual([]);
    first.add('a', 0);
    expect(first.processed('a', 1)).toBe(true);
    first.processed('a', 2);
    vi.runAllTimers();
    expect(kept.seen).toEqual({ host: { a: 2 } });

    const second = kept.open();
    expect(second.open('host')).toEqual(['a']);
    expect([1, 2, 3].map((seq) => second.processed('a', seq))).toEqual([false, false, true]);
    second.remove('a');
    expect(kept.seen).toEqual({});
  });

  it('do not go back while an old stream is read again', () => {
    const kept = store({ host: { a: 5 } });
    const seen = kept.open();
    seen.open('host');
    seen.processed('a', 1);
    seen.save();
    expect(kept.seen).toEqual({ host: { a: 5 } });
  });

  it('are those of their bridge alone, and are not taken twice after a reconnection', () => {
    const kept = store({ one: { a: 1 }, two: { b: 2 } });
    const seen = kept.open();
    expect(seen.open('two')).toEqual(['b']);
    expect(seen.open('two')).toEqual([]);
    seen.remove('b');
    expect(kept.seen).toEqual({ one: { a: 1 } });
  });
});

describe('what an earlier window stored', () => {
  it.each([
    [
      { kind: 'job', recipe: 'r', job: '2026-a' },
      { kind: 'job', recipe: 'r', job: '2026-a' },
    ],
    [
      { kind: 'form', recipe: 'r', params: { a: 1, b: {} } },
      { kind: 'form', recipe: 'r', params: { a: 1 } },
    ],
    [
      { kind: 'form', recipe: 'r' },
      { kind: 'form', recipe: 'r', params: null },
    ],
    [{ kind: 'job', recipe: 'r', job: '../../etc' }, null],
    [{ kind: 'job', recipe: 'r' }, null],
    [{ kind: 'other', recipe: 'r' }, null],
    [null, null],
  ])('%j', (stored, read) => {
    expect(readSubject(stored)).toEqual(read);
  });
});
