import { expect, it } from 'vitest';
import type { Explained } from '../../../core/protocol/panels/explain';
import { arrived, loaded, readOpened } from '../../../webview/views/explain/state';
import { amount, duration, spentClauses } from '../../../webview/views/explain/words';

const explained = (more: Partial<Explained> = {}): Explained => ({
  run: 1,
  id: 'step_1.jsonl#0',
  phase: { kind: 'asking', elapsedMs: 0 },
  endpoint: 'http://127.0.0.1:1/v1',
  model: 'tester',
  sent: null,
  text: '',
  reasoning: '',
  keptFrom: null,
  turns: [],
  spent: null,
  session: [],
  totals: [],
  ...more,
});
const shown = (more: Partial<Explained> = {}) => ({ explained: explained(more), at: 5 });
const arrival = (at: number, add: string, run = 1) => ({
  run,
  text: { at, add },
  reasoning: { at: 0, add: '' },
});

it('puts what arrives behind what is there', () => {
  expect(arrived(shown({ text: 'ab' }), arrival(2, 'cd'))?.explained.text).toBe('abcd');
  const thought = { run: 1, text: { at: 0, add: '' }, reasoning: { at: 1, add: 'y' } };
  expect(arrived(shown({ reasoning: 'x' }), thought)?.explained.reasoning).toBe('xy');
});

it('takes nothing twice that a load has brought already', () => {
  expect(arrived(shown({ text: 'abcd' }), arrival(2, 'cd'))?.explained.text).toBe('abcd');
  expect(arrived(shown({ text: 'abcd' }), arrival(2, 'cdef'))?.explained.text).toBe('abcdef');
});

it('wants to load where something was missed, or another run began', () => {
  expect(arrived(shown({ text: 'ab' }), arrival(3, 'd'))).toBeNull();
  expect(arrived(shown({ text: 'ab' }), arrival(2, 'cd', 2))).toBeNull();
  expect(arrived(null, arrival(0, 'a'))).toBeNull();
});

it('a load that is older than what arrived takes nothing away; one of another run does', () => {
  const before = shown({ text: 'abcd' });
  expect(loaded(before, explained({ text: 'ab' }), 9)).toMatchObject({ at: 9, explained: { text: 'abcd' } });
  expect(loaded(before, explained({ run: 2 }), 9).explained.text).toBe('');
});

it('opens what was open, whatever was stored', () => {
  const closed = { thoughts: false, sent: false, counters: false };
  expect(readOpened({ sent: true, thoughts: 'yes' })).toEqual({ ...closed, sent: true });
  for (const stored of [undefined, null, 3, 'x', []]) expect(readOpened(stored)).toEqual(closed);
});

it('says what was spent, and marks estimates', () => {
  const spent = {
    endpoint: 'http://127.0.0.1:1',
    model: 'tester',
    promptTokens: 1234,
    completionTokens: 56,
    estimated: true,
    requests: 2,
    retries: 1,
    ms: 61_500,
    outcome: 'done' as const,
    firstTokenMs: 320,
    money: 0.00123,
  };
  expect(spentClauses(spent).join(' · ')).toBe(
    '≈ 1,234 prompt tokens · ≈ 56 completion tokens · estimated, for the endpoint did not count · 2 requests · ' +
      '1 of them repeated · 1 min 2 s · first token after 320 ms · costs 0.0012 at your prices',
  );
  expect([duration(59_940), amount(0), amount(12.345)]).toEqual(['59.9 s', '0.00', '12.35']);
});
