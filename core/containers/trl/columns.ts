import { isObject, numberOf } from '../fields/values';

/** What the columns of TRL's completions are besides `step`, `prompt`, `completion` and `advantage`. */
export interface TrlColumns {
  /** One a reward function, named after it: raw values, without their weights. */
  readonly rewards: readonly string[];
}

const KNOWN = ['step', 'prompt', 'completion', 'advantage', 'reward', 'image', 'images'];

/**
 * Tells the reward columns from others that a reward function logged: they come right after `completion` and hold
 * numbers; where some are named after rewards, only those count. `reward` alone is the total of older versions.
 */
export function trlColumns(values: readonly unknown[]): TrlColumns {
  const objects = values.filter(isObject);
  const keys = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  const numeric = keys.filter(
    (key) =>
      !KNOWN.includes(key) &&
      objects.every((value) => isNumeric(value[key])) &&
      objects.some((value) => numberOf(value[key]) !== null),
  );
  const named = numeric.filter((key) => /reward|_func|score/i.test(key));
  return { rewards: named.length > 0 ? named : numeric };
}

/** A number, or what stands for none: null and NaN. */
function isNumeric(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    typeof value === 'number' ||
    (typeof value === 'string' && numberOf(value) !== null)
  );
}

/**
 * The total of a record: `reward` where there is one, else the sum of its reward columns, which is TRL's with weights
 * of 1 (`GRPOConfig.reward_weights` left out; `trl/trainer/grpo_trainer.py` sums with `nansum`). Null where all are
 * missing.
 */
export function totalOf(record: Readonly<Record<string, unknown>>, { rewards }: TrlColumns): number | null {
  const total = numberOf(record['reward']);
  if (total !== null) return total;
  const known = rewards
    .map((name) => numberOf(record[name]))
    .filter((value) => value !== null && !Number.isNaN(value));
  return known.length === 0 ? null : known.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
