import type { Dialect } from '../trace/dialect';
import type { Finding, Severity } from '../trace/model';
import type { Rule, UncheckedRollout } from './rule';

/** Every rule, in the order of the documentation. A new one is a file in `rules/` and a line here. */
export const rules: readonly Rule[] = [];

/** A user's own severities, by rule id; `off` silences a rule. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** Runs every rule that is not off over one rollout. Findings come in the order of their position. */
export function findingsOf(
  _rollout: UncheckedRollout,
  _dialect: Dialect,
  _severities: Severities = {},
): Finding[] {
  return [];
}
