import { isObject } from '../../json';
import { kindOfCall, turnOfCall } from './turns';
import {
  amount,
  seconds,
  type Stretch,
  stretchOf,
  type TimedRollout,
  type TimedStep,
  type Times,
  type TimeSource,
} from './times';

/**
 * verifiers before version 1: `timing` with `setup`, `generation` and `scoring` and a span for each call of the model
 * (`model`) and each answer of the environment (`env`), in seconds since 1970 (`verifiers/types.py`, `RolloutTiming`).
 * Files of 2025 have `generation_ms`, `scoring_ms` and `total_ms` in their place, in the record or in `timing`.
 */
export const verifiersPhases: TimeSource = {
  id: 'verifiers-phases',
  read(rollout) {
    const { recorded } = rollout;
    const timing = isObject(recorded['timing']) ? recorded['timing'] : null;
    const nested = timing && phases(timing, amount(timing['total_ms']) ?? seconds(timing['total']));
    return (timing && spans(rollout, timing)) ?? nested ?? phases(recorded, amount(recorded['total_ms']));
  },
};

function spans(rollout: TimedRollout, timing: Readonly<Record<string, unknown>>): Times | null {
  const models = spansIn(timing['model']);
  const steps: TimedStep[] = models.map((span, call) => ({
    ...span,
    turn: turnOfCall(rollout, call, models.length),
    kind: kindOfCall(rollout, call, models.length),
    label: 'model',
  }));
  for (const span of spansIn(timing['env'])) {
    const call = models.findLastIndex(({ start }) => start <= span.start);
    const turn = call < 0 ? null : turnOfCall(rollout, call, models.length);
    steps.push({ ...span, turn, kind: 'search', label: 'environment' });
  }
  // The generation is what the calls make up.
  const whole = models.length === 0 ? ['setup', 'generation', 'scoring'] : ['setup', 'scoring'];
  for (const phase of whole) {
    const span = stretchOf(timing[phase]);
    if (span) steps.push({ ...span, turn: null, kind: 'other', label: phase });
  }
  if (steps.length === 0) return null;
  const began = seconds(timing['start_time']);
  const total = seconds(timing['total']);
  return {
    steps,
    source: 'the spans in `timing`',
    ...(began === null || began === 0 ? {} : { began }),
    ...(total === null ? {} : { total }),
  };
}

function spansIn(value: unknown): Stretch[] {
  const list = isObject(value) ? value['spans'] : null;
  if (!Array.isArray(list)) return [];
  const found = list.map(stretchOf).filter((span) => span !== null);
  return found.sort((left, right) => left.start - right.start);
}

/** Durations without beginnings: of generation and scoring, or of the whole rollout alone. */
function phases(holder: Readonly<Record<string, unknown>>, whole: number | null): Times | null {
  const generation = amount(holder['generation_ms']);
  const scoring = amount(holder['scoring_ms']);
  const told: readonly (readonly [string, number | null])[] =
    generation === null && scoring === null
      ? [['whole rollout', whole]]
      : [
          ['generation, tools included', generation],
          ['scoring', scoring],
        ];
  const steps = told.flatMap(([label, ms]): TimedStep[] =>
    ms === null ? [] : [{ turn: null, kind: 'other', label, start: null, ms }],
  );
  if (steps.length === 0) return null;
  const source = 'generation, scoring and total, as the file times them';
  return { steps, source, ...(whole === null ? {} : { total: whole }) };
}
