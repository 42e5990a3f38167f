import { stepOf } from '../../containers/fields/step';
import { noticedBy, type Noticed, type Severities } from '../../findings';
import { evidenceOf } from '../../findings/evidence';
import { totalsBy, type Totals } from '../../reward/score';
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
  readonly #score: ReturnType<typeof totalsBy>;
  readonly #findings: ReturnType<typeof noticedBy>;

  /** Fails with `UsageError` where the profile is unknown. */
  constructor(
    private readonly file: Pick<RolloutFile, 'name' | 'dialect'>,
    { severities, profile }: RowChoices,
  ) {
    this.#findings = noticedBy(severities);
    this.#namedStep = stepOf(file.name);
    this.#score = totalsBy(profile);
  }

  /** The rows of an entry, one a rollout, and what is wrong with its record: the record's own fault, or a rule that threw. */
  rows(entry: Entry): { readonly sources: readonly RowSource[]; readonly fault: StretchFault | null } {
    let fault: StretchFault | null = entry.fault;
    const sources = entry.rollouts.map((rollout) => {
      const evidence = evidenceOf(rollout);
      const failed = (rule: string): void => {
        fault ??= { byte: entry.place.byteStart, message: `the rule \`${rule}\` failed; please report it` };
      };
      if (entry.sketched) return this.#sourceOf(entry, rollout, [TOO_LONG], evidence);
      const findings = this.#findings(rollout, this.file.dialect.chosen, {
        evidence,
        onFailure: ({ rule }) => failed(rule),
      });
      return this.#sourceOf(entry, rollout, findings, evidence);
    });
    return { sources, fault };
  }

  #sourceOf(
    entry: Entry,
    rollout: Rollout,
    findings: readonly Noticed[],
    evidence: RowSource['evidence'],
  ): RowSource {
    let score: Totals | null = null;
    let shape: Shape | null = null;
    return {
      rollout,
      entry,
      namedStep: this.#namedStep,
      findings,
      evidence,
      shape: () => (shape ??= shapeOf(rollout)),
      score: () => (score ??= this.#score(rollout)),
    };
  }
}
