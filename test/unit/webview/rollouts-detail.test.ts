import { describe, expect, it } from 'vitest';
import type { RolloutDetail, WaterfallBar } from '../../../core/protocol/rollout-detail';
import { lanesOf, ticksOf } from '../../../webview/views/rollouts/detail/bars';
import { opening } from '../../../webview/views/rollouts/detail/opening';
import { neighbours, PART_BYTES, partText } from '../../../webview/views/rollouts/detail/raw-pages';
import { tabAfter } from '../../../webview/views/rollouts/detail/tab-keys';
import {
  comparedText,
  goldText,
  placeText,
  severities,
  sizeText,
  timeText,
  verdictText,
} from '../../../webview/views/rollouts/detail/words';

const reward = (more: Partial<RolloutDetail['reward']>): RolloutDetail['reward'] => ({
  profile: 'search-r1',
  total: null,
  reason: null,
  components: [],
  em: null,
  f1: null,
  ...more,
});
const score = (text: string) => [{ key: 'score', value: { text, length: text.length } }];

describe('words', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [65_536, '65.5 kB'],
    [999_700, '1 MB'],
    [1_073_741_824, '1.07 GB'],
    [5e15, '5000 TB'],
  ])('%i bytes are %s', (bytes, words) => expect(sizeText(bytes)).toBe(words));

  it.each([
    [0, '0 ms'],
    [0.42, '0.4 ms'],
    [85.26, '85.3 ms'],
    [1234.979, '1.23 s'],
    [59_970, '1 min 0 s'],
    [133_646, '2 min 14 s'],
  ])('%d ms are %s', (ms, words) => expect(timeText(ms)).toBe(words));

  it('name a place by its line where it has one', () => {
    expect(placeText({ line: 17, byteStart: 1024, byteEnd: 3072 })).toBe(
      'line 18, bytes 1,024 to 3,072 (2.05 kB)',
    );
    expect(placeText({ line: null, byteStart: 0, byteEnd: 9 })).toBe('bytes 0 to 9 (9 bytes)');
  });

  it('say gold by word and sign', () => {
    expect(goldText(['a', 'b', 'c', 'd', 'e'])).toBe('★ gold: a · b · c and 2 more');
    const judged = { answer: 'x', golds: ['y'] };
    expect(verdictText({ ...judged, reward: reward({ em: 1, f1: 1 }) })).toBe('★ gold: EM 1, F1 1');
    expect(verdictText({ ...judged, reward: reward({ em: 0, f1: 0.4 }) })).toBe('✗ not gold: EM 0, F1 0.4');
    expect(verdictText({ ...judged, golds: [], reward: reward({}) })).toMatch(/holds no gold/);
    expect(verdictText({ ...judged, answer: null, reward: reward({}) })).toBe('No answer was given.');
  });

  it('compare the rewards', () => {
    const said = (text: string | null, more: Partial<RolloutDetail['reward']>): string =>
      comparedText({ recorded: text === null ? [] : score(text), reward: reward(more) });
    expect(said('0.30000001192092896', { total: 0.3 })).toBe('Recorded 0.3, and recomputed the same.');
    expect(said('1', { total: 0.25 })).toBe('Recorded 1, recomputed 0.25: they differ by 0.75.');
    expect(said(null, { total: 1 })).toMatch(/^Recomputed 1\./);
    expect(said('NaN', { total: 1 })).toBe('Recorded NaN, recomputed 1.');
    expect(said('1', { reason: 'no gold' })).toBe('Recorded 1. No reward can be recomputed: no gold.');
  });

  it('tell severities apart by word and by sign', () => {
    const all = Object.values(severities);
    expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length);
    expect(new Set(all.map(({ word }) => word)).size).toBe(all.length);
  });
});

describe('bars', () => {
  const bar = (from: number, ms: number, lane: number): WaterfallBar => ({
    turn: 0,
    kind: 'search',
    label: '',
    from,
    ms,
    lane,
  });
  const told = { placed: 'recorded', source: '' } as const;

  it('are percents of the whole, in their lanes, never outside nor invisible', () => {
    const lanes = lanesOf({ ...told, bars: [bar(0, 50, 0), bar(25, 75, 1), bar(100, 0, 0)], total: 100 });
    expect(lanes.map((lane) => lane.map(({ left, width }) => [left, width]))).toEqual([
      [
        [0, 50],
        [99.7, 0.3],
      ],
      [[25, 75]],
    ]);
  });

  it('of a rollout that took no time are drawn', () => {
    expect(lanesOf({ ...told, bars: [bar(0, 0, 0)], total: 0 })).toEqual([
      [{ bar: bar(0, 0, 0), left: 0, width: 0.3 }],
    ]);
  });

  it.each([
    [100, [0, 20, 40, 60, 80, 100]],
    [133_646, [0, 50_000, 100_000]],
    [7, [0, 2, 4, 6]],
    [0, [0]],
    [NaN, [0]],
  ])('have a scale for %d ms', (total, marks) => expect(ticksOf(total)).toEqual(marks));
});

describe('parts of the record', () => {
  it('lead on from each other', () => {
    const size = 3 * PART_BYTES;
    const at = (from: number, to: number) => neighbours({ from, to, size });
    expect(at(0, PART_BYTES - 1)).toEqual({
      first: null,
      previous: null,
      next: PART_BYTES - 1,
      last: 2 * PART_BYTES,
    });
    expect(at(10, PART_BYTES)).toMatchObject({ first: 0, previous: 0 });
    expect(at(2 * PART_BYTES, size)).toMatchObject({ previous: PART_BYTES, next: null, last: null });
    // What is left is less than a part: the last part does not go back.
    expect(at(PART_BYTES, size - 5).last).toBe(size - 5);
  });

  it('say where they are', () => {
    expect(partText({ from: 0, to: 65_536, size: 2 ** 30 })).toBe(
      'Bytes 0 to 65,536 of 1,073,741,824 (1.07 GB)',
    );
    expect(partText({ from: 0, to: 0, size: 0 })).toBe('The record is empty.');
  });
});

it('tabs go round by arrows and to the ends', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'].map((key) => tabAfter(key, 5, 6))).toEqual([
    0,
    4,
    0,
    5,
    null,
  ]);
  expect(tabAfter('ArrowLeft', 0, 6)).toBe(5);
});

it('an opening ends before half a character', () => {
  const text = `a${'😀'.repeat(200)}`;
  expect(opening(text)).toBe(`a${'😀'.repeat(139)}`);
});
