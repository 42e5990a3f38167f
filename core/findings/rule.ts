import type { Dialect } from '../trace/dialect';
import type { Range, Rollout, Severity } from '../trace/model';

/** A rollout whose findings are being worked out. */
export type UncheckedRollout = Omit<Rollout, 'findings'>;

/** What a rule may look at. */
export interface RuleContext {
  readonly rollout: UncheckedRollout;
  readonly dialect: Dialect;
  /** Evidence shared between rules, computed at most once a rollout. */
  readonly evidence: Evidence;
}

/** Where golds and the answer stand in the retrieved documents; every member is computed on first use. */
export interface Evidence {
  /** Whether the answer equals a gold after normalisation (N1); null without golds or answer. */
  readonly correct: boolean | null;
  /** First document that contains a gold, as indices; null when none does. */
  readonly gold: { readonly turn: number; readonly document: number } | null;
  /** First document that contains the answer, as indices; null when none does. */
  readonly answer: { readonly turn: number; readonly document: number } | null;
  /** Whether any turn brought documents. */
  readonly retrieved: boolean;
}

/** What a rule saw. */
export interface Sighting extends Range {
  readonly turn: number | null;
  /** Says what was seen, with the values: not "query repeated" but "repeats the query of turn 2". */
  readonly message: string;
}

/** One rule: a stable id, what it means, and how to see it. Its page is `docs/findings/<id>.md`. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  check(context: RuleContext): Iterable<Sighting>;
}
