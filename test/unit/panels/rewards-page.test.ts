import { describe, expect, it } from 'vitest';
import type { CurvePoint, RewardCurve } from '../../../core/protocol/rewards';
import { sentence } from '../../../core/words';
import { readSubject } from '../../../extension/rewards/read-subject';
import { chartOf } from '../../../webview/views/rewards/curve-data';
import { comparedWords, signed } from '../../../webview/views/rewards/difference';
import { paceWords } from '../../../webview/views/rewards/progress';
import { asksAnew, PAGE, readState } from '../../../webview/views/rewards/state';
import { differenceWords, holdingWords, isUnnumbered, stepWords } from '../../../webview/views/rewards/words';

const summary = (mean: number, sd: number | null) => ({
  n: 4,
  mean,
  sd,
  min: 0,
  q25: 0.25,
  median: 0.5,
  q75: 0.75,
  max: 1,
});
const point = (step: number | null, more: Partial<CurvePoint> = {}): CurvePoint => ({
  step,
  count: 4,
  recorded: summary(0.5, 0.125),
  recomputed: null,
  differing: 0,
  em: null,
  broken: 0,
  ...more,
});
const curve = (more: Partial<RewardCurve>): RewardCurve => ({
  points: [],
  stepFrom: ['recorded'],
  files: 1,
  filesWithout: 0,
  unreadable: [],
  rollouts: 4,
  broken: 0,
  profiles: [],
  unscored: [],
  generation: 1,
  ...more,
});

describe('the chart of a curve', () => {
  it('has a line for each mean that exists, and leaves out points without a step', () => {
    const data = chartOf([point(1), point(7, { recorded: null, differing: 2, broken: 3 }), point(null)], {
      spread: 'sd',
      em: true,
    });
    expect(data.x).toEqual([1, 7]);
    expect(data.series.map(({ label, values, band }) => [label, values, band])).toEqual([
      ['Recorded', [0.5, null], { low: [0.375, null], high: [0.625, null] }],
    ]);
    expect(data.counts).toEqual([
      { label: 'Rollouts', values: [4, 4] },
      { label: 'Differing', values: [0, 2] },
      { label: 'Broken records', values: [0, 3] },
    ]);
  });

  it('has quartiles, no spread, or none for a single value', () => {
    const spreadOf = (spread: 'quartiles' | 'none' | 'sd', sd: number | null) =>
      chartOf([point(1, { recorded: summary(0.5, sd) })], { spread, em: false }).series[0]?.band;
    expect(spreadOf('quartiles', 0.1)).toEqual({ low: [0.25], high: [0.75] });
    expect(spreadOf('none', 0.1)).toBeUndefined();
    expect(spreadOf('sd', null)).toEqual({ low: [0.5], high: [0.5] });
  });

  it('draws EM only where it is wanted', () => {
    const labels = (em: boolean) =>
      chartOf([point(1, { em: 0 })], { spread: 'none', em }).series.map(({ label }) => label);
    expect(labels(true)).toEqual(['Recorded', 'EM']);
    expect(labels(false)).toEqual(['Recorded']);
  });
});

describe('what a page kept', () => {
  const rollout = { file: 'file:///a.jsonl', index: 2, sample: 0 };
  const other = { ...rollout, index: 5 };

  it('is the beginning where nothing or nonsense was kept', () => {
    const first = readState(undefined, { rollout: null });
    expect(first).toMatchObject({ profile: null, spread: 'sd', point: undefined, sort: 'order', rows: PAGE });
    const nonsense = {
      profile: 7,
      spread: 'wide',
      point: NaN,
      sort: 'x',
      rows: -1,
      rollout: { file: 1 },
      em: 1,
    };
    expect(readState(nonsense, { rollout: null })).toEqual(first);
    expect(readState('text', { rollout: null })).toEqual(first);
  });

  it('comes back as it was', () => {
    const kept = {
      profile: 'search-r1',
      spread: 'quartiles',
      em: true,
      point: null,
      sort: 'f1',
      descending: true,
      differing: true,
      rows: 300,
      rollout,
      asked: null,
    };
    expect(readState(JSON.parse(JSON.stringify(kept)), { rollout: null })).toEqual(kept);
  });

  it('follows a rollout that the subject asks for once', () => {
    const followed = readState(undefined, { rollout });
    expect(followed.rollout).toEqual(rollout);
    expect(asksAnew(undefined, { rollout })).toBe(true);
    const later = { ...followed, rollout: other };
    expect(asksAnew(later, { rollout })).toBe(false);
    expect(readState(later, { rollout }).rollout).toEqual(other);
    expect(readState(later, { rollout: { ...rollout, index: 9 } }).rollout?.index).toBe(9);
  });
});

describe('a stored subject', () => {
  const subject = { paths: ['file:///runs'], name: 'runs', rollout: null };

  it('is read where it makes sense', () => {
    expect(readSubject(subject)).toEqual(subject);
    const rollout = { file: 'file:///runs/1.jsonl', index: 0, sample: 0 };
    expect(readSubject({ ...subject, rollout })?.rollout).toEqual(rollout);
    expect(readSubject({ ...subject, rollout: { ...rollout, index: -1 } })?.rollout).toBeNull();
  });

  it.each([
    null,
    'text',
    {},
    { ...subject, paths: [] },
    { ...subject, paths: ['https://example.org'] },
    { ...subject, paths: 'file:///runs' },
    { ...subject, name: 3 },
  ])('is refused where it does not: %j', (stored) => {
    expect(readSubject(stored)).toBeNull();
  });
});

describe('words', () => {
  it('say where steps come from', () => {
    expect(stepWords(['recorded', 'file-name'], 3)).toMatch(/recorded with the rollouts, or else read off/);
    expect(stepWords(['file-name'], 3)).toMatch(/names of the files/);
    expect(stepWords(['file-order'], 3)).toMatch(/numbered in the order/);
    expect(stepWords(['file-order'], 1)).toBe('The file names no step.');
    expect(stepWords([], 0)).toBe('');
  });

  it('say what a selection holds', () => {
    const points = [point(1), point(20), point(null)];
    expect(holdingWords(curve({ points, rollouts: 1200, files: 2 }))).toBe(
      '1,200 rollouts in 2 files, 2 steps from 1 to 20.',
    );
    expect(holdingWords(curve({ points: [point(3)], rollouts: 1 }))).toBe('1 rollout in 1 file, step 3.');
    const single = curve({ points: [point(1)], stepFrom: ['file-order'] });
    expect(isUnnumbered(single)).toBe(true);
    expect(holdingWords(single)).toBe('4 rollouts in 1 file.');
  });

  it('say how many rewards differ, where there are two to compare', () => {
    expect(differenceWords([point(1)])).toBeNull();
    const both = point(1, { recomputed: summary(0.5, null) });
    expect(differenceWords([both])).toMatch(/are the same/);
    expect(differenceWords([both, point(2, { differing: 1 })])).toBe('The two rewards differ for 1 rollout.');
  });

  it('make a sentence of a reason', () => {
    expect(sentence('it is none of the golds')).toBe('It is none of the golds.');
    expect(sentence('𝒳 is cut…')).toBe('𝒳 is cut…');
    expect(sentence('')).toBe('');
  });

  it('say how far and how fast reading is', () => {
    const progress = { bytes: 25e6, bytesTotal: 100e6, files: 1, filesTotal: 4, rollouts: 8000 };
    expect(paceWords({ elapsed: 1000, progress })).toBe(
      '1 of 4 files, 25 of 100 MB, 8,000 rollouts, 25 MB/s, about 3 s left',
    );
    // Nothing is known of the rate at first, and nothing is left at the end.
    expect(paceWords({ elapsed: 10, progress })).toBe('1 of 4 files, 25 of 100 MB, 8,000 rollouts');
    expect(paceWords({ elapsed: 1e6, progress })).toContain('0.025 MB/s, about 50 min left');
    expect(paceWords({ elapsed: 1000, progress: { ...progress, bytes: 100e6 } })).toMatch(/100 MB\/s$/);
  });
});

describe('a comparison of the two rewards', () => {
  const explained = {
    profile: { title: 'P' },
    recorded: 1,
    total: 0.8,
    reason: null,
    differs: true,
    matching: [],
  };

  it('says by how much they differ, and what gives the recorded one', () => {
    expect(comparedWords(explained)).toMatch(
      /^The file records 1, which is 0.2 more than “P” gives. No other/,
    );
    expect(comparedWords({ ...explained, recorded: 0.3, matching: ['Q'] })).toBe(
      'The file records 0.3, which is 0.5 less than “P” gives. “Q” gives exactly the recorded reward.',
    );
  });

  it('says that they are the same, up to rounding too', () => {
    const same = { ...explained, recorded: 0.2, total: 0.2, differs: false };
    expect(comparedWords(same)).toBe('The recorded reward is the recomputed one.');
    expect(comparedWords({ ...same, recorded: 0.20000000298 })).toMatch(/up to the rounding/);
  });

  it('says why one is missing', () => {
    const none = { ...explained, total: null, differs: false, reason: 'no golds' };
    expect(comparedWords(none)).toBe('No reward can be recomputed: no golds.');
    expect(comparedWords({ ...none, recorded: null })).toMatch(/The file records none either\.$/);
    expect(comparedWords({ ...explained, recorded: null, differs: false })).toMatch(/no reward to compare/);
  });

  it('has a sign', () => {
    expect([0.2, -1, 0].map(signed)).toEqual(['+0.2', '−1', '0']);
  });
});
