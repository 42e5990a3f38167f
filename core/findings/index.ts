import type { Dialect } from '../trace/dialect';
import type { Finding, Range, Severity } from '../trace/model';
import { evidenceOf } from './evidence';
import type { Evidence, Rule, Sighting, UncheckedRollout } from './rule';
import { answerFromPromptExample } from './rules/answer-from-prompt-example';
import { answerInThought } from './rules/answer-in-thought';
import { answerNotInEvidence } from './rules/answer-not-in-evidence';
import { boxedAnswer } from './rules/boxed-answer';
import { brokenCall } from './rules/broken-call';
import { callResponseMismatch } from './rules/call-response-mismatch';
import { emptyDocuments } from './rules/empty-documents';
import { emptyListItem } from './rules/empty-list-item';
import { emptyQuery } from './rules/empty-query';
import { forbiddenText } from './rules/forbidden-text';
import { forgedInformation } from './rules/forged-information';
import { functionCall } from './rules/function-call';
import { goldNeverRetrieved } from './rules/gold-never-retrieved';
import { goldRetrievedAnswerWrong } from './rules/gold-retrieved-answer-wrong';
import { halted } from './rules/halted';
import { invalidAction } from './rules/invalid-action';
import { longAnswer } from './rules/long-answer';
import { missingAnswer } from './rules/missing-answer';
import { missingEndMark } from './rules/missing-end-mark';
import { multipleAnswers } from './rules/multiple-answers';
import { nothingNew } from './rules/nothing-new';
import { queryOperators } from './rules/query-operators';
import { refinementBlocks } from './rules/refinement-blocks';
import { reflectionConflict } from './rules/reflection-conflict';
import { reflectionMissing } from './rules/reflection-missing';
import { reflectionUnknown } from './rules/reflection-unknown';
import { repeatedQuery } from './rules/repeated-query';
import { retrievalMode } from './rules/retrieval-mode';
import { searchAndAnswer } from './rules/search-and-answer';
import { searchInThought } from './rules/search-in-thought';
import { searchWithoutInformation } from './rules/search-without-information';
import { severalSearches } from './rules/several-searches';
import { strippedTags } from './rules/stripped-tags';
import { textAfterAnswer } from './rules/text-after-answer';
import { textBetweenElements } from './rules/text-between-elements';
import { tooManyQueries } from './rules/too-many-queries';
import { truncated } from './rules/truncated';
import { unclosedTag } from './rules/unclosed-tag';
import { unknownAction } from './rules/unknown-action';
import { unknownCitation } from './rules/unknown-citation';

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
  searchInThought,
  searchAndAnswer,
  severalSearches,
  textBetweenElements,
  textAfterAnswer,
  answerInThought,
  emptyListItem,
  queryOperators,
  retrievalMode,
  nothingNew,
  brokenCall,
  callResponseMismatch,
  boxedAnswer,
  missingEndMark,
  functionCall,
  longAnswer,
  forbiddenText,
  emptyDocuments,
  strippedTags,
  reflectionMissing,
  reflectionConflict,
  reflectionUnknown,
  refinementBlocks,
  unknownAction,
  halted,
  unknownCitation,
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
  /** The rollout's evidence, for a caller that asks it too; made anew when left out. */
  readonly evidence?: Evidence;
}

/** Runs every rule that is not off over one rollout. Findings come in the order of their position. */
export function findingsOf(
  rollout: UncheckedRollout,
  dialect: Dialect,
  severities: Severities = {},
  options: FindingOptions = {},
): Finding[] {
  return findingsBy(severities, options.rules)(rollout, dialect, options);
}

/** Runs rules over one rollout. */
type Finder<Found> = (rollout: UncheckedRollout, dialect: Dialect, options?: FindingOptions) => Found[];

/** The same for many rollouts: which rules are run is settled once for each dialect. */
export function findingsBy(severities: Severities, among: readonly Rule[] = rules): Finder<Finding> {
  return finderBy(severities, among, ({ rule: { id }, severity }, { start, end, turn, message }) => ({
    rule: id,
    severity,
    turn,
    start,
    end,
    message,
  }));
}

/** A finding without its words. */
export type Noticed = Omit<Finding, 'message'>;

/** The same without messages, which take longer to put together than many a rule takes to look. */
export function noticedBy(severities: Severities): Finder<Noticed> {
  return finderBy(severities, rules, ({ rule: { id }, severity }, { start, end, turn }) => ({
    rule: id,
    severity,
    turn,
    start,
    end,
  }));
}

function finderBy<Found extends Range>(
  severities: Severities,
  among: readonly Rule[],
  found: (check: Check, sighting: Sighting) => Found,
): Finder<Found> {
  let known: { readonly dialect: Dialect; readonly checks: readonly Check[] } | null = null;
  return (rollout, dialect, options = {}) => {
    known = known?.dialect === dialect ? known : { dialect, checks: checksFor(dialect, severities, among) };
    const context = { rollout, dialect, evidence: options.evidence ?? evidenceOf(rollout) };
    const findings: Found[] = [];
    const failures: RuleFailure[] = [];
    let [running] = known.checks;
    const see = (sighting: Sighting): void => {
      if (running) findings.push(found(running, sighting));
    };
    for (const check of known.checks) {
      running = check;
      try {
        check.rule.check(context, see);
      } catch (cause) {
        failures.push({ rule: check.rule.id, rollout: rollout.id, cause });
      }
    }
    report(failures, options.onFailure);
    return findings.length < 2 ? findings : findings.sort(byPlace);
  };
}

function byPlace(left: Range, right: Range): number {
  return left.start - right.start || left.end - right.end;
}

/** A rule that is run, and what its findings weigh. */
interface Check {
  readonly rule: Rule;
  readonly severity: Severity;
}

function checksFor(dialect: Dialect, severities: Severities, among: readonly Rule[]): readonly Check[] {
  return among.flatMap((rule) => {
    const severity = severities[rule.id] ?? rule.severity;
    if (severity === 'off' || rule.dialects?.includes(dialect.id) === false) return [];
    return [{ rule, severity }];
  });
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
