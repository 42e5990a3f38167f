import { stepOf } from '../../containers/fields/step';
import { noticedBy, type Noticed, type RuleFailure, type Severities } from '../../findings';
import { evidenceOf } from '../../findings/evidence';
import type { Evidence } from '../../findings/rule';
import { answerFit } from '../../reward/answer-match';
import { totalBy } from '../../reward/score';
import type { Entry, RolloutFile } from '../../rollouts/rollout-file';
import type { Rollout } from '../../trace/model';
import type { RowSource } from '../columns/column';
import { TOO_LONG } from '../columns/unread';
import { shapeOf, type Shape } from '../columns/shape-of';
import type { StretchFault } from './batch';

/** What rows are made with, of whichever file. */
export interface RowChoices {
  readonly severities: Severities;
  /** Id of a reward profile, or `auto`. */
  readonly profile: string;
}

/**
 * Makes the sources of rows from the entries of one file, which was opened without findings: rules, reward and columns
 * then look at the same evidence, and each document is normalised once.
 */
export class RowReader {
  readonly #namedStep: number | null;
  readonly #score: ReturnType<typeof totalBy>;
  readonly #findings: ReturnType<typeof noticedBy>;

  /** Fails with `UsageError` where the profile is unknown. */
  constructor(
    private readonly file: Pick<RolloutFile, 'name' | 'dialect'>,
    { severities, profile }: RowChoices,
  ) {
    this.#findings = noticedBy(severities);
    this.#namedStep = stepOf(file.name);
    this.#score = totalBy(profile);
  }

  /** The rows of an entry, one a rollout, and what is wrong with its record: the record's own fault, or a rule that threw. */
  rows(entry: Entry): { readonly sources: readonly RowSource[]; readonly fault: StretchFault | null } {
    let fault: StretchFault | null = entry.fault;
    const onFailure = ({ rule }: RuleFailure): void => {
      fault ??= { byte: entry.place.byteStart, message: `the rule \`${rule}\` failed; please report it` };
    };
    const sources: RowSource[] = [];
    for (const rollout of entry.rollouts) {
      const evidence = evidenceOf(rollout);
      const findings = entry.sketched
        ? [TOO_LONG]
        : this.#findings(rollout, this.file.dialect.chosen, { evidence, onFailure });
      sources.push(new Source(rollout, entry, this.#namedStep, findings, evidence, this.#score));
    }
    return { sources, fault };
  }
}

/** What a row is made of. What several columns ask for is worked out once. */
class Source implements RowSource {
  #shape: Shape | null = null;
  #fit: RowSource['fit'] | null = null;
  #reward: number | null | undefined;

  constructor(
    readonly rollout: Rollout,
    readonly entry: Entry,
    readonly namedStep: number | null,
    readonly findings: readonly Noticed[],
    readonly evidence: Evidence,
    private readonly score: ReturnType<typeof totalBy>,
  ) {}

  get shape(): Shape {
    return (this.#shape ??= shapeOf(this.rollout));
  }

  get fit(): RowSource['fit'] {
    return (this.#fit ??= answerFit(this.rollout.answer?.text ?? null, this.rollout.golds));
  }

  get reward(): number | null {
    if (this.#reward === undefined) this.#reward = this.score(this.rollout);
    return this.#reward;
  }
}
