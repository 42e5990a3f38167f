import { describe, expect, it } from 'vitest';
import { timesOf, turnCosts, waterfallOf } from '../../../core/rollouts/timing';
import { moment, type TimedRollout, type TimedStep } from '../../../core/rollouts/timing/times';
import { barsOf, MOST_BARS, MOST_LANES } from '../../../core/rollouts/timing/waterfall';
import type { Turn } from '../../../core/trace/model';

/** Turns of ten characters, with so many searches each; the last one answers where it searches nothing. */
function rollout(
  container: string,
  recorded: Record<string, unknown>,
  searches: readonly number[],
): TimedRollout {
  const turns = searches.map((count, index): Turn => {
    const start = 10 * index;
    const asked = Array.from({ length: count }, (_, at) => ({ start: start + at, end: start + at + 1 }));
    return {
      think: null,
      queries: asked.map((range, at) => ({ ...range, text: `query ${index}.${at}`, mode: null })),
      documents: [],
      error: null,
      searches: asked,
      observation: null,
      start,
      end: start + 10,
    };
  });
  const answers = searches.at(-1) === 0;
  const last = 10 * (searches.length - 1);
  return {
    container,
    recorded,
    turns,
    answer: answers ? { text: 'Melka', start: last, end: last + 5 } : null,
    parts: [],
  };
}

const brief = (found: ReturnType<typeof waterfallOf>) =>
  found?.bars.map(({ turn, kind, from, ms, lane }) => [turn, kind, from, ms, lane]);

describe('lanes', () => {
  const step = (start: number | null, ms: number): TimedStep => ({
    turn: 0,
    kind: 'search',
    label: 's',
    start,
    ms,
  });

  it('hold what ran at the same time apart, and are used again', () => {
    const found = barsOf({
      steps: [step(100, 50), step(120, 10), step(125, 40), step(150, 5)],
      source: 'test',
    });
    expect(found?.bars.map(({ from, lane }) => [from, lane])).toEqual([
      [0, 0],
      [20, 1],
      [25, 2],
      [50, 0],
    ]);
    expect(found?.total).toBe(65);
  });

  it('are none where a beginning is missing: bars follow each other as the file has them', () => {
    const found = barsOf({ steps: [step(100, 50), step(null, 10), step(3, 1)], source: 'test' });
    expect(found?.placed).toBe('in-order');
    expect(found?.bars.map(({ from, lane }) => [from, lane])).toEqual([
      [0, 0],
      [50, 0],
      [60, 0],
    ]);
  });

  it('stay few, and so do bars', () => {
    const steps = Array.from({ length: MOST_BARS + 7 }, () => step(5, 10));
    const found = barsOf({ steps, source: 'test' });
    expect(found?.bars).toHaveLength(MOST_BARS);
    expect(Math.max(...(found?.bars ?? []).map(({ lane }) => lane))).toBe(MOST_LANES - 1);
    expect(found?.source).toContain(`the first ${MOST_BARS} of ${MOST_BARS + 7}`);
  });

  it('labels are one line, and no half of a pair is left at a cut', () => {
    const label = `a\n b ${'😀'.repeat(200)}`;
    const found = barsOf({ steps: [{ ...step(0, 1), label }], source: 'test' });
    expect(found?.bars[0]?.label).toMatch(/^a b (?:😀)+…$/u);
  });
});

describe('verifiers', () => {
  it('before version 1 has a span for each call and each answer of the environment', () => {
    const timing = {
      start_time: 1000,
      setup: { start: 1000, end: 1000.5 },
      generation: { start: 1000, end: 1006 },
      scoring: { start: 1006, end: 1007 },
      model: {
        spans: [
          { start: 1001, end: 1002 },
          { start: 1004, end: 1006 },
        ],
      },
      env: { spans: [{ start: 1002, end: 1004 }] },
      total: 7,
    };
    const found = waterfallOf(rollout('verifiers', { timing }, [1, 0]));
    expect(brief(found)).toEqual([
      [null, 'other', 0, 500, 0],
      [0, 'think', 1000, 1000, 0],
      [0, 'search', 2000, 2000, 0],
      [1, 'answer', 4000, 2000, 0],
      [null, 'other', 6000, 1000, 0],
    ]);
    expect(found?.total).toBe(7000);
  });

  it('may tell the whole alone', () => {
    const found = waterfallOf(rollout('verifiers', { timing: { total: 3.5 } }, [1, 0]));
    expect([brief(found), found?.total]).toEqual([[[null, 'other', 0, 3500, 0]], 3500]);
  });

  it('from version 1 on has calls, each branch its own', () => {
    const call = (node: number, start: number, end: number, tokens: number) => ({
      node,
      model: 'm',
      time: { start, end },
      usage: { completion_tokens: tokens },
    });
    const recorded = {
      timing: { start: 100, scoring: { start: 110, end: 111 }, setup: { start: 0, end: 0 } },
      calls: [call(2, 101, 102, 30), call(9, 101, 109, 7), call(4, 105, 106, 12)],
      nodes: [{ node: 0 }, { node: 2, sampled: true }, { node: 3 }, { node: 4, sampled: true }],
    };
    const timed = rollout('verifiers-traces', recorded, [1, 0]);
    expect(brief(waterfallOf(timed))).toEqual([
      [0, 'think', 1000, 1000, 0],
      [0, 'search', 2000, 3000, 0],
      [1, 'answer', 5000, 1000, 0],
      [null, 'other', 10_000, 1000, 0],
    ]);
    const costs = turnCosts(timesOf(timed));
    expect([costs.get(0), costs.get(1)]).toMatchObject([
      { ms: 4000, tokens: 30 },
      { ms: 1000, tokens: 12 },
    ]);
  });
});

describe('spans of OpenTelemetry', () => {
  it('give a call of a model to the search that came next', () => {
    const at = (second: string) => `2026-01-05T10:00:${second}Z`;
    const recorded = {
      start: at('00'),
      ms: 9000,
      searches: [
        { name: 'r', start: at('02.000'), ms: 1000 },
        { name: 'r', start: at('02.000500'), ms: 1000 },
      ],
      models: [
        { name: 'plan', start: at('01'), ms: 500 },
        { name: 'write', start: at('04'), ms: 2000 },
        { name: 'unfinished', start: at('05'), ms: null },
      ],
    };
    const found = waterfallOf(rollout('otel-spans', recorded, [1, 1, 0]));
    expect(brief(found)).toEqual([
      [0, 'think', 1000, 500, 0],
      [0, 'search', 2000, 1000, 0],
      [1, 'search', 2000.5, 1000, 1],
      [2, 'answer', 4000, 2000, 0],
    ]);
    expect([found?.total, found?.bars[1]?.label]).toEqual([9000, 'query 0.0']);
  });
});

describe('calls of tools', () => {
  it('that are not as many as the searches belong to no turn', () => {
    const tool_calls = [{ tool_name: 'a', runtime: 1 }, { tool_name: 'b', runtime: 'soon' }, null];
    expect(brief(waterfallOf(rollout('dr-tulu', { tool_calls }, [1, 0])))).toEqual([
      [null, 'search', 0, 1000, 0],
    ]);
  });
});

describe('messages with times', () => {
  it('took from the one before', () => {
    const recorded = { messages: [10, 12, 15, 16].map((timestamp, message) => ({ message, timestamp })) };
    const part = (message: number, start: number, by: 'policy' | 'environment' | 'prompt') => ({
      start,
      end: start + 1,
      by,
      path: ['messages', message, 'content'],
      rendered: false,
    });
    const timed = {
      ...rollout('chat-messages', recorded, [1, 0]),
      parts: [part(0, 0, 'prompt'), part(1, 1, 'policy'), part(2, 5, 'environment'), part(3, 10, 'policy')],
    };
    expect(brief(waterfallOf(timed))).toEqual([
      [0, 'think', 0, 2000, 0],
      [0, 'search', 2000, 3000, 0],
      [1, 'answer', 5000, 1000, 0],
    ]);
  });
});

it.each([
  ['a moment of writing', { timestamp: '20250409_101500' }],
  ['a moment in one message', { messages: [{ message: 0, timestamp: 5 }] }],
  ['lists of other things', { events: [{ event: 'model' }], tool_calls: 'none', calls: [1], nodes: [1] }],
  ['values that are no times', { timing: { total: 'long' }, generation_ms: -4, searches: [null] }],
])('%s is no time that anything took', (_what, recorded) => {
  for (const container of ['inspect', 'otel-spans', 'rezero-chat-states'])
    expect(waterfallOf(rollout(container, recorded, [1, 0]))).toBeNull();
});

it.each([
  ['2025-05-12T20:27:38.462180-04:00', 1747096058462.18],
  ['2025-05-12T20:27:38Z', 1747081658000],
  [1747081658, 1747081658000],
  [1747081658123, 1747081658123],
  ['20250409_101500', null],
  [0, null],
  [NaN, null],
])('the moment %s', (value, expected) => {
  expect(moment(value)).toBe(expected);
});
