import { describe, expect, it } from 'vitest';
import type { StreamEvent, WireNumber } from '../../../core/protocol/bridge/events';
import type { JobInfo } from '../../../core/protocol/bridge/jobs';
import { emptyJobView, reduceJob, type JobView } from '../../../core/training/job-view';
import { Updates } from '../../../extension/training/updates';
import { chartDataOf, defaultChoice, groupsOf, thin } from '../../../webview/views/training/chart-data';
import { emptyJob, extentOf, updated, type JobModel } from '../../../webview/views/training/job-model';

const connected = { kind: 'connected', why: '' } as const;
const info = { stages: [{ id: 'train', title: 'Train' }], params: { epochs: 2 } } as unknown as JobInfo;

function batch(q: number, rows: readonly (readonly [number, number, WireNumber])[], names = {}): StreamEvent {
  return {
    ...({ v: 1, t: 'metric.batch', s: 'job:j', q, ts: q } as const),
    d: {
      job: 'j',
      names,
      rows: rows.map(([name, step, value]) => [name, step, value, null] as const),
      source: { file: 'metrics.jsonl', end: 0, part: 0 },
    },
  };
}

const EVENTS = [
  batch(1, [[0, 1, 0.9]], { 0: 'loss' }),
  batch(2, [[0, 2, 'NaN']]),
  batch(
    3,
    [
      [0, 3, 0.5],
      [1, 3, 0.7],
    ],
    { 1: 'validation/loss' },
  ),
  batch(4, [[0, 4, 'Infinity']]),
];

const reduced = (count: number): JobView => EVENTS.slice(0, count).reduce(reduceJob, emptyJobView('j'));
const pointsOf = (model: JobModel): [string, readonly number[], readonly number[]][] =>
  [...model.metrics].map(([name, { steps, values }]) => [name, steps, values]);

const WHOLE = [
  ['loss', [1, 2, 3, 4], [0.9, NaN, 0.5, Infinity]],
  ['validation/loss', [3], [0.7]],
];

/** As a message between extension and page is: JSON. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the points that a page is told', () => {
  it('are whole and nothing twice, however often it is told', () => {
    for (let first = 0; first <= EVENTS.length; first++) {
      const updates = new Updates(info);
      let model = updated(emptyJob, sent(updates.next(reduced(first), 0, connected)));
      model = updated(model, sent(updates.next(reduced(first), 0, connected)));
      model = updated(model, sent(updates.next(reduced(EVENTS.length), 0, connected)));
      expect(pointsOf(model)).toEqual(WHOLE);
    }
  });

  it('begin anew with another history', () => {
    const updates = new Updates(info);
    const before = updated(emptyJob, sent(updates.next(reduced(4), 0, connected)));
    const update = updates.next(reduced(1), 1, connected);
    expect(update.reset).toBe(true);
    expect(pointsOf(updated(before, sent(update)))).toEqual([['loss', [1], [0.9]]]);
  });

  it('come with the titles of the stages and without points in the head', () => {
    const { head } = new Updates(info).next(reduced(1), 0, connected);
    expect(head).toMatchObject({ stageTitles: { train: 'Train' }, params: { epochs: 2 } });
    expect(head).not.toHaveProperty('metrics');
    expect(new Updates(info).next(emptyJobView('j'), 0, connected).head).toBeNull();
  });
});

describe('curves', () => {
  const model = updated(emptyJob, sent(new Updates(info).next(reduced(4), 0, connected)));

  it('share a chart where they measure the same', () => {
    const names = ['loss', 'learning_rate', 'accuracy', 'validation/loss', 'validation/accuracy'];
    expect(defaultChoice(names)).toEqual(['loss', 'accuracy', 'validation/loss', 'validation/accuracy']);
    expect(defaultChoice(['a', 'b', 'c'])).toEqual(['a', 'b']);
    expect(groupsOf(names, defaultChoice(names))).toEqual([
      { title: 'loss', names: ['loss', 'validation/loss'] },
      { title: 'accuracy', names: ['accuracy', 'validation/accuracy'] },
    ]);
  });

  it('stand over the steps of all, and keep what is not finite', () => {
    const data = chartDataOf({ title: 'loss', names: ['loss', 'validation/loss'] }, model.metrics);
    expect(data.x).toEqual([1, 2, 3, 4]);
    expect(data.series.map(({ values }) => values)).toEqual([
      [0.9, NaN, 0.5, Infinity],
      [null, null, 0.7, null],
    ]);
  });

  it('show the last value of a step that was measured again', () => {
    const metrics = new Map([['loss', { steps: [1, 2, 3, 2, 3], values: [5, 4, 3, 2, 1] }]]);
    const data = chartDataOf({ title: 'loss', names: ['loss'] }, metrics);
    expect(data.x).toEqual([1, 2, 3]);
    expect(data.series[0]?.values).toEqual([5, 2, 1]);
  });

  it('keep peaks, faults and the ends when they are long', () => {
    const values = Array.from({ length: 100_000 }, (_, step) => Math.sin(step / 500));
    values[12_345] = 40;
    values[54_321] = -40;
    values[77_777] = NaN;
    const thinned = thin({ steps: values.map((_, step) => step), values });
    expect(thinned.steps.length).toBeLessThan(3100);
    for (const step of [12_345, 54_321, 77_777, 99_999]) expect(thinned.steps).toContain(step);
    expect(thinned.values).toEqual(thinned.steps.map((step) => values[step]));
    expect([...thinned.steps].sort((a, b) => a - b)).toEqual(thinned.steps);
  });

  it('have an extent of finite values', () => {
    expect(extentOf({ steps: [1, 2, 3], values: [NaN, 2, -Infinity] })).toEqual({
      last: -Infinity,
      least: 2,
      greatest: 2,
      count: 3,
    });
  });
});
