import type { Dialect } from '../trace/dialect';
import type { Finding, Severity } from '../trace/model';
import { evidenceOf } from './evidence';
import type { Rule, UncheckedRollout } from './rule';
import { answerFromPromptExample } from './rules/answer-from-prompt-example';
import { answerNotInEvidence } from './rules/answer-not-in-evidence';
import { emptyQuery } from './rules/empty-query';
import { forgedInformation } from './rules/forged-information';
import { goldNeverRetrieved } from './rules/gold-never-retrieved';
import { goldRetrievedAnswerWrong } from './rules/gold-retrieved-answer-wrong';
import { invalidAction } from './rules/invalid-action';
import { missingAnswer } from './rules/missing-answer';
import { multipleAnswers } from './rules/multiple-answers';
import { repeatedQuery } from './rules/repeated-query';
import { searchWithoutInformation } from './rules/search-without-information';
import { tooManyQueries } from './rules/too-many-queries';
import { truncated } from './rules/truncated';
import { unclosedTag } from './rules/unclosed-tag';

/** Every rule, in the order of the documentation. A new one is a file in `rules/` and a line here. */
export const rules: readonly Rule[] = [
  unclosedTag,
  missingAnswer,
  multipleAnswers,
  searchWithoutInformation,
  forgedInformation,
  invalidAction,
  emptyQuery,
  repeatedQuery,
  tooManyQueries,
  truncated,
  goldNeverRetrieved,
  goldRetrievedAnswerWrong,
  answerNotInEvidence,
  answerFromPromptExample,
];

/** A user's own severities, by rule id; `off` silences a rule. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** A rule that threw: a fault of ours, never of the trace. */
export interface RuleFailure {
  readonly rule: string;
  readonly rollout: string;
  readonly cause: unknown;
}

/** How a run may differ from the ordinary one. */
export interface FindingOptions {
  /**
   * Told of each rule that threw; the other rules' findings are returned. Left out, an `AggregateError` with every
   * failure is thrown once all rules have run, so that no caller loses one unawares.
   */
  readonly onFailure?: (failure: RuleFailure) => void;
  /** Rules to run in place of {@link rules}. */
  readonly rules?: readonly Rule[];
}

/** Runs every rule that is not off over one rollout. Findings come in the order of their position. */
export function findingsOf(
  rollout: UncheckedRollout,
  dialect: Dialect,
  severities: Severities = {},
  options: FindingOptions = {},
): Finding[] {
  const evidence = evidenceOf(rollout);
  const findings: Finding[] = [];
  const failures: RuleFailure[] = [];
  for (const rule of options.rules ?? rules) {
    const severity = severities[rule.id] ?? rule.severity;
    if (severity === 'off') continue;
    try {
      for (const { start, end, turn, message } of rule.check({ rollout, dialect, evidence })) {
        findings.push({ rule: rule.id, severity, turn, start, end, message });
      }
    } catch (cause) {
      failures.push({ rule: rule.id, rollout: rollout.id, cause });
    }
  }
  report(failures, options.onFailure);
  return findings.sort((left, right) => left.start - right.start || left.end - right.end);
}

function report(failures: readonly RuleFailure[], onFailure: FindingOptions['onFailure']): void {
  if (failures.length === 0) return;
  if (onFailure) {
    failures.forEach(onFailure);
    return;
  }
  const names = failures.map(({ rule, rollout }) => `${rule} (${rollout})`).join(', ');
  throw new AggregateError(
    failures.map(({ cause }) => cause),
    `Rules failed: ${names}`,
  );
}
