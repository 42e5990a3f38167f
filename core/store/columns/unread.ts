import type { Noticed } from '../../findings';
import type { Cell } from '../../protocol/store';
import type { Column, RowSource } from './column';

/** What stands among the findings of a rollout whose record is too long to be read. No rule notices it: none can look. */
export const TOO_LONG: Noticed = { rule: 'too-long', severity: 'warning', turn: null, start: 0, end: 0 };

/** Columns that do not depend on the texts of a rollout: these are cut in a sketch. */
const RECORDED = new Set(['identity', 'recorded', 'cost']);
const OTHERS = new Set(['golds', 'bytes', 'findings']);

/** The value of a column where the record is too long to be read: unknown for what its texts would tell. */
export function unreadCell({ id, family, of }: Column, source: RowSource): Cell {
  return RECORDED.has(family) || OTHERS.has(id) ? of(source) : null;
}
