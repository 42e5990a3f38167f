import type { Entry, RolloutFile } from './rollout-file';
import { Absences } from './loss-absences';
import { Cuts } from './loss-cuts';
import { guessesOf, StepGuesses } from './loss-guesses';
import { LossTally, type LossLine } from './loss-tally';

export type { LossLine, LossUnit } from './loss-tally';

/** What of a file was absent, guessed or cut, so that nobody takes a gap for a fact. */
export interface LossReport {
  readonly records: number;
  readonly rollouts: number;
  /** `guessed` first, then `cut`, then `absent`; nothing is listed that was lost nowhere. */
  readonly lines: readonly LossLine[];
}

/**
 * Gathers the losses of one file while its entries pass by, in bounded memory: counts and a few names, no text.
 * Absences are derived from the rollouts read; containers add what only they know.
 */
export class LossGatherer {
  readonly #tally = new LossTally();
  readonly #absences = new Absences();
  readonly #cuts = new Cuts();
  readonly #steps: StepGuesses;
  #records = 0;
  #rollouts = 0;

  constructor(private readonly file: Pick<RolloutFile, 'name' | 'container' | 'dialect' | 'losses'>) {
    this.#steps = new StepGuesses(file.name);
  }

  add(entry: Entry): void {
    this.#records++;
    for (const loss of entry.losses ?? []) this.#tally.add(loss);
    this.#cuts.addRecord(entry);
    for (const rollout of entry.rollouts) {
      this.#rollouts++;
      this.#absences.add(rollout);
      this.#cuts.addRollout(rollout);
      this.#steps.add(entry.record, rollout);
    }
  }

  /** What was gathered so far. A file without rollouts has no absences. */
  report(): LossReport {
    const counted = this.#tally.lines(this.#records);
    const guessed = counted.filter(({ kind }) => kind === 'guessed');
    const cut = counted.filter(({ kind }) => kind === 'cut');
    const absent = counted.filter(({ kind }) => kind === 'absent');
    // A container that says where its step is from knows it better than the name does.
    const steps = guessed.some(({ what }) => what.includes('step')) ? [] : this.#steps.lines(this.#rollouts);
    const lines = [
      ...guessesOf(this.file, this.#rollouts),
      ...steps,
      ...guessed,
      ...cut,
      ...this.#cuts.lines(this.#records, this.#rollouts, cut),
      ...absent,
      ...this.#absences.lines(this.#rollouts, absent),
    ];
    return { records: this.#records, rollouts: this.#rollouts, lines };
  }
}
