import type { RawRecord } from '../containers/container';
import { stepOf } from '../containers/fields/step';
import type { Rollout } from '../trace/model';
import { lineOf, shareOf, type LossLine } from './loss-tally';
import type { Choice, RolloutFile } from './rollout-file';

/** Below this weight what was chosen is a guess and not a sight: another choice may be the right one. */
const SURE = 0.7;

/** What was chosen for a file on thin evidence, and what its container found by name. */
export function guessesOf(
  { container, dialect, losses }: Pick<RolloutFile, 'container' | 'dialect' | 'losses'>,
  rollouts: number,
): LossLine[] {
  const ofFile = { count: 1, of: 1, unit: 'file' } as const;
  const lines = losses.map(({ kind, what }) => lineOf(kind, what, ofFile, what));
  if (container.chosen.holds !== 'rollouts') return lines;
  const thin = [...guessOf('container', container), ...(rollouts > 0 ? guessOf('dialect', dialect) : [])];
  return [...thin, ...lines];
}

/** Says that a choice is a guess; its evidence, which is told with the choice itself, is not repeated. */
function guessOf(name: string, { chosen, evidence, others }: Choice<{ readonly id: string }>): LossLine[] {
  if (evidence.weight >= SURE) return [];
  const [next] = others;
  const instead = next ? `; the next likely is \`${next.id}\`` : '';
  const sentence = `the ${name} \`${chosen.id}\` is a guess (certainty ${evidence.weight.toFixed(2)})${instead}`;
  return [lineOf('guessed', name, { count: 1, of: 1, unit: 'file' }, sentence)];
}

/** How steps are called in records: one that stands there is no guess. */
const SAID = 'step"';

/** Counts rollouts whose step is the number in the file's name, where the record itself says none. */
export class StepGuesses {
  readonly #step: number | null;
  #count = 0;

  constructor(name: string) {
    this.#step = stepOf(name);
  }

  add(record: RawRecord, { recorded }: Rollout): void {
    if (this.#step === null || recorded['step'] !== this.#step) return;
    if (record.key === undefined && !record.text.includes(SAID)) this.#count++;
  }

  lines(rollouts: number): LossLine[] {
    if (this.#count === 0) return [];
    const counted = { count: this.#count, of: rollouts, unit: 'rollout' } as const;
    const where = shareOf(this.#count, rollouts, 'rollout');
    return [lineOf('guessed', 'step', counted, `the step was taken from the file’s name in ${where}`)];
  }
}
