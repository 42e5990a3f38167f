import { describe, expect, it } from 'vitest';
import type { Entry } from '../../core/rollouts/rollout-file';
import { corpora } from './corpora';
import { read } from './reading';

// Every number here was worked out from the files with Python's json and re.

const LOG = 'verl/log-7.txt';
const LOGGED = 'verl/qwen3-0.6b-function-reward-minimal-fsdp-size1.jsonl';
const REFERENCE = 'trl/invariant_reference_dpo.json';

const steps = (entries: readonly Entry[]): (number | null | undefined)[] =>
  entries.map(({ measured }) => measured?.step);
const counts = (entries: readonly Entry[]): number[] =>
  entries.map(({ measured }) => Object.keys(measured?.values ?? {}).length);
const sum = (entries: readonly Entry[], name: string): number =>
  entries.reduce((total, { measured }) => total + (measured?.values[name] ?? 0), 0);

describe.runIf(corpora !== null)('metrics of trainers on real files', () => {
  it(`${LOG}: 15 steps among 3367 lines, the first behind 300 KB of others`, async () => {
    const { file, entries: all, rollouts } = await read(LOG);
    // Before them the metrics of the first validation, which come again with step 0.
    const [initial, ...entries] = all;
    expect(initial?.place.line).toBe(2103);
    expect(initial?.measured?.step).toBeNull();
    expect(initial?.measured?.values).toEqual(entries[0]?.measured?.values);
    expect(initial?.measured?.values['val-aux/openai/gsm8k/reward/mean@1']).toBe(0.23426838514025777);
    expect([file.container.chosen.id, file.container.chosen.holds, rollouts.length]).toEqual([
      'metric-lines',
      'metrics',
      0,
    ]);
    expect(steps(entries)).toEqual(Array.from({ length: 15 }, (_, step) => step));
    expect(counts(entries)).toEqual([7, 99, 99, 99, 99, 107, 99, 99, 99, 99, 107, 99, 99, 99, 99]);
    expect(entries.every(({ fault }) => fault === null)).toBe(true);
    expect(entries[0]?.place.line).toBe(2388);
    expect(entries[1]?.measured?.values['actor/entropy']).toBe(0.36275917291641235);
    expect(entries[1]?.measured?.values['training/global_step']).toBe(1);
    expect(entries[14]?.measured?.values['critic/score/mean']).toBe(0.8115234375);
    await file.close();
  });

  it(`${LOGGED}: 100 steps of 75 values`, async () => {
    const { file, entries, broken } = await read(LOGGED);
    expect([file.container.chosen.id, broken]).toEqual(['verl-metrics', 0]);
    expect(steps(entries)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(counts(entries)).toEqual(Array<number>(100).fill(75));
    expect(entries[49]?.measured?.values['actor/entropy']).toBe(1.6198772192001343);
    expect(entries.every(({ losses }) => losses === undefined)).toBe(true);
    await file.close();
  });

  it(`${REFERENCE}: 50 steps inside one object`, async () => {
    const { file, entries, broken } = await read(REFERENCE);
    expect([file.container.chosen.id, broken]).toEqual(['trl-metrics', 0]);
    expect(steps(entries)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    expect(sum(entries, 'loss')).toBeCloseTo(35.02262771129608, 10);
    expect(sum(entries, 'grad_norm')).toBeCloseTo(7659.631736755371, 6);
    // The line after the bracket that opens the last element.
    expect(entries[49]?.place.line).toBe(273);
    await file.close();
  });
});
