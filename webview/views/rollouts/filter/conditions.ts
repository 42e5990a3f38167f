import { formatFilter } from '../../../../core/store/filter/format';
import type { Filter } from '../../../../core/protocol/store';

/** The conditions of a filter that must all hold: one chip each. */
export function conditionsOf(filter: Filter | null): readonly Filter[] {
  if (filter === null) return [];
  return filter.kind === 'and' ? filter.of : [filter];
}

/** The line of some conditions that must all hold. */
export function lineOf(conditions: readonly Filter[]): string {
  return formatFilter(conditions.length === 0 ? null : { kind: 'and', of: conditions });
}

/** The line with one more condition; the same line where it has it already. */
export function lineWith(filter: Filter | null, condition: Filter): string {
  const conditions = conditionsOf(filter);
  const added = conditionsOf(condition).filter((each) => !conditions.some((held) => isEqual(held, each)));
  return lineOf([...conditions, ...added]);
}

/** The line with another condition in place of one. */
export function lineWhere(filter: Filter | null, at: number, condition: Filter): string {
  return lineOf(conditionsOf(filter).map((held, place) => (place === at ? condition : held)));
}

export function lineWithout(filter: Filter | null, at: number): string {
  return lineOf(conditionsOf(filter).filter((_, place) => place !== at));
}

/** The line with what a search found, in place of what an earlier one did. */
export function lineFound(filter: Filter | null, search: number): string {
  const others = conditionsOf(filter).filter(({ kind }) => kind !== 'found');
  return lineOf([...others, { kind: 'found', search }]);
}

/** A condition for the reader: as the line has it, but for what a search found. */
export function conditionWords(condition: Filter, searches: ReadonlyMap<number, string>): string {
  if (condition.kind !== 'found') return formatFilter(condition);
  const text = searches.get(condition.search);
  return text === undefined ? `found by search ${condition.search}` : `texts hold “${text}”`;
}

function isEqual(a: Filter, b: Filter): boolean {
  return formatFilter(a) === formatFilter(b);
}
