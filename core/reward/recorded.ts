import { numberOf } from '../containers/fields/values';

/** Under which names files keep a reward, in the order in which they count. */
const NAMES = ['score', 'reward'] as const;

/** The reward that a file holds for a rollout; null where it holds none that is a finite number. */
export function recordedScore(recorded: Readonly<Record<string, unknown>>): number | null {
  for (const name of NAMES) {
    const value = numberOf(recorded[name]);
    if (value !== null && Number.isFinite(value)) return value;
  }
  return null;
}

/** Trainers keep rewards in 32-bit floats and dump them so: 0.2 comes back as 0.20000000298. */
const TOLERANCE = 1e-6;

/** Whether a recorded and a recomputed reward are two numbers, and not the same up to 32-bit rounding. */
export function differ(recorded: number | null, recomputed: number | null): boolean {
  return recorded !== null && recomputed !== null && Math.abs(recorded - recomputed) > TOLERANCE;
}
