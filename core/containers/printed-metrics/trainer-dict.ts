import { isObject, setMember } from '../fields/values';
import { readPythonRepr } from '../python/repr';
import { pythonNumber, type MetricPattern } from './metric-pattern';
import { absent, guessed } from '../losses';

/** One of these stands in every line that a `Trainer` prints. */
const TELLING = ['loss', 'reward', 'eval_loss', 'eval_reward', 'train_runtime', 'train_loss', 'eval_runtime'];

/** Longest line that is read, in characters. */
const LONGEST_LINE = 100_000;

const GUESSED = guessed('`step` is the count of the progress bar before the line, which lags at times');

const ABSENT = absent('the lines have no step; `trainer_state.json` has');

/**
 * What the `Trainer` of transformers, and TRL's, print at each logging event: a Python dict. Since transformers 5 every
 * number stands in quotes, with four digits.
 */
export const trainerDict: MetricPattern = {
  title: "`{'loss': …}` lines of transformers or TRL",
  read(line, _last, bar) {
    if (!line.startsWith("{'") || line.length > LONGEST_LINE || !line.trimEnd().endsWith('}')) return null;
    if (!TELLING.some((key) => line.includes(`'${key}':`))) return null;
    const parsed = readPythonRepr(line);
    if (!parsed.ok || !isObject(parsed.value)) return null;
    const { value } = parsed;
    const values: Record<string, number> = {};
    for (const key of Object.keys(value)) {
      const number = numberIn(value[key]);
      if (number !== null) setMember(values, key, number);
    }
    if (!TELLING.some((key) => Object.hasOwn(values, key))) return null;
    const named = values['global_step'] ?? values['step'];
    const step = named ?? bar?.count ?? null;
    const losses = named !== undefined ? [] : [step === null ? ABSENT : GUESSED];
    return { measured: { step, values }, losses };
  },
};

function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? pythonNumber(value) : null;
}
