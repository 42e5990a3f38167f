import { expect, it } from 'vitest';
import type { Segment, TokenRun } from '../../../core/trace/model';
import { withTokenRuns } from '../../../core/trace/token-runs';

const segment = (start: number, end: number): Segment => ({
  kind: 'text',
  by: 'policy',
  start,
  end,
  closed: true,
});
const run = (start: number, end: number, mask: boolean | null, logprob: number | null = null): TokenRun => ({
  start,
  end,
  mask,
  logprob,
});
const shown = (segments: readonly Segment[], runs: readonly TokenRun[]): unknown[] =>
  withTokenRuns(segments, runs).map(({ mask, logprob }) => [mask, logprob]);

it.each<[string, Segment[], TokenRun[], unknown[]]>([
  ['one run that is one segment', [segment(0, 5)], [run(0, 5, true, -1)], [[true, -1]]],
  [
    'one run of two segments',
    [segment(0, 2), segment(2, 5)],
    [run(0, 5, true, -1)],
    [
      [true, undefined],
      [true, undefined],
    ],
  ],
  [
    'two runs in one segment that agree',
    [segment(0, 9)],
    [run(1, 4, false), run(6, 9, false)],
    [[false, undefined]],
  ],
  [
    'two runs in one segment that do not',
    [segment(0, 9)],
    [run(1, 4, false), run(6, 9, true, -1)],
    [[undefined, undefined]],
  ],
  [
    'a run of which the file does not say it',
    [segment(0, 9)],
    [run(1, 4, false), run(6, 9, null)],
    [[undefined, undefined]],
  ],
  [
    'segments without a run',
    [segment(0, 3), segment(3, 6), segment(6, 9)],
    [run(3, 6, true, -2)],
    [
      [undefined, undefined],
      [true, -2],
      [undefined, undefined],
    ],
  ],
  [
    'a run that a segment ends in',
    [segment(0, 4), segment(4, 9)],
    [run(2, 9, true, -1)],
    [
      [true, undefined],
      [true, undefined],
    ],
  ],
  ['no runs', [segment(0, 3)], [], [[undefined, undefined]]],
  ['no segments', [], [run(0, 3, true)], []],
])('%s', (_what, segments, runs, expected) => {
  expect(shown(segments, runs)).toEqual(expected);
});

it('looks at each run a few times only', () => {
  const many = 50_000;
  const runs = Array.from({ length: many }, (_, at) => run(2 * at, 2 * at + 1, true, -1));
  const segments = [
    segment(0, many),
    ...Array.from({ length: many / 2 }, (_, at) => segment(many + 2 * at, many + 2 * at + 2)),
  ];
  const marked = withTokenRuns(segments, runs);
  expect([marked[0]?.mask, marked[0]?.logprob, marked[1]?.logprob]).toEqual([true, undefined, -1]);
});
