import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventData, EventType, StreamEvent } from '../../../core/protocol/bridge/events';
import { isTerminal, JOB_STATES, mayBecome, type JobState } from '../../../core/protocol/bridge/jobs';
import { emptyJobView, reduceJob, type JobView } from '../../../core/training/job-view';
import { columnsOf, lastOf } from '../../../core/training/metric-columns';

function event<T extends EventType>(q: number, t: T, d: Omit<EventData[T], 'job'>, s = 'job:a'): StreamEvent {
  return { v: 1, t, s, q, ts: 1000 + q, d: { job: 'a', ...d } } as unknown as StreamEvent;
}

const state = (q: number, to: JobState, more: Partial<EventData['job.state']> = {}) =>
  event(q, 'job.state', {
    ...{ state: to, previous: null, reason: null, exit_code: null, signal: null, stage: null, message: null },
    ...{ cancel_requested: false, recipe: 'r', title: 'R', name: null },
    ...more,
  });

const batch = (q: number, names: Record<string, string>, rows: EventData['metric.batch']['rows']) =>
  event(q, 'metric.batch', { names, rows, source: { file: 'm', end: 0, part: 0 } });

const all = (events: readonly StreamEvent[], from: JobView = emptyJobView('a')) =>
  events.reduce(reduceJob, from);

describe('the view of a job', () => {
  const events = [
    state(1, 'accepted'),
    state(2, 'starting'),
    event(3, 'stage.state', { stage: 's', state: 'running', exit_code: null, signal: null }),
    batch(4, { 0: 'loss', 1: 'acc' }, [
      [0, 1, 0.5, 7],
      [1, 1, 'NaN', null],
    ]),
    event(5, 'progress', { step: 1, total: 2, epoch: null, rate: null, eta_s: null }),
    batch(6, {}, [[0, 2, '-Infinity', 8]]),
    event(7, 'warning', { code: 'c', message: 'm', count: 1 }),
    event(8, 'stage.state', { stage: 's', state: 'failed', exit_code: 2, signal: null }),
    state(9, 'failed', { reason: 'exit_code', exit_code: 2, message: 'why' }),
  ];

  it('holds what the events say', () => {
    const view = all(events);
    expect(view).toMatchObject({
      ...{ seq: 9, state: 'failed', reason: 'exit_code', exitCode: 2, message: 'why', title: 'R' },
      ...{ acceptedAt: 1001, startedAt: 1002, endedAt: 1009, nonFinite: 2 },
      stages: [{ stage: 's', state: 'failed', exitCode: 2 }],
      progress: { step: 1, total: 2 },
      warnings: [{ code: 'c', at: 1007 }],
    });
    const loss = view.metrics.get('loss');
    expect(loss && columnsOf(loss)).toEqual({ steps: [1, 2], values: [0.5, -Infinity], walls: [7, 8] });
    const acc = view.metrics.get('acc');
    expect(acc && lastOf(acc)).toEqual({ step: 1, value: NaN });
  });

  it('is the same however events are repeated or cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(events.length - 1), { maxLength: 30 }), (again) => {
        let view = emptyJobView('a');
        for (const [at, each] of events.entries()) {
          view = reduceJob(view, each);
          for (const old of again) if (old <= at) view = reduceJob(view, events[old] as StreamEvent);
        }
        expect(view).toEqual(all(events));
      }),
    );
  });

  it('leaves older views as they were, also where two go on from one', () => {
    const before = all(events.slice(0, 4));
    const one = reduceJob(before, batch(5, {}, [[0, 2, 1, null]]));
    const other = reduceJob(before, batch(5, {}, [[0, 9, 9, null]]));
    const steps = (view: JobView) => {
      const loss = view.metrics.get('loss');
      return loss && columnsOf(loss).steps;
    };
    expect([steps(before), steps(one), steps(other)]).toEqual([[1], [1, 2], [1, 9]]);
  });

  it('does not listen to other streams, nor to numbers without a name', () => {
    const view = all(events);
    expect(reduceJob(view, event(10, 'warning', { code: 'x', message: '', count: 1 }, 'job:b'))).toBe(view);
    expect(reduceJob(view, batch(10, {}, [[77, 1, 1, null]])).metrics).toEqual(view.metrics);
  });
});

describe('states', () => {
  it('end where they are to end, and nothing leads out of an end', () => {
    for (const from of JOB_STATES)
      for (const to of JOB_STATES) if (isTerminal(from)) expect(mayBecome(from, to)).toBe(false);
  });

  it('all lead to an end', () => {
    for (const from of JOB_STATES.filter((each) => !isTerminal(each))) {
      const reached = new Set<JobState>([from]);
      for (const each of reached) for (const to of JOB_STATES) if (mayBecome(each, to)) reached.add(to);
      expect([...reached].some(isTerminal)).toBe(true);
    }
  });

  it.each([
    ['accepted', 'running'],
    ['queued', 'running'],
    ['preparing', 'running'],
    ['running', 'cancelled'],
    ['running', 'starting'],
    ['succeeded', 'running'],
  ] as const)('%s does not become %s', (from, to) => {
    expect(mayBecome(from, to)).toBe(false);
  });
});
