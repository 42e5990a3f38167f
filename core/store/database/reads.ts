import type { DuckDBValue } from '@duckdb/node-api';
import type { Cell, ColumnKind, Filter, Operand } from '../../protocol/store';
import { sayable } from '../filter/numbers';
import { FilterError, toSql, type SqlColumn, type SqlNames } from '../filter/sql';
import { LIST_SEPARATOR } from '../ingest/batch';
import type { TableState } from './state';

/** The table as of its last commit. */
export interface Moment extends SqlNames {
  readonly generation: number;
  readonly state: TableState;
}

/** How the parts that answer questions reach the table. Reads run beside each other and beside the writer. */
export interface Reads {
  now(): Moment;
  /** All rows of a query. */
  select(sql: string, signal?: AbortSignal): Promise<DuckDBValue[][]>;
  /** The one INTEGER column of a query, which yields at most so many rows. */
  integers(sql: string, most: number, signal?: AbortSignal): Promise<Int32Array>;
}

/** `WHERE` and the conditions, or nothing. */
export function where(...conditions: readonly (string | null)[]): string {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? '' : `WHERE ${given.join(' AND ')}`;
}

/** Null where every row passes. */
export function filterSql(filter: Filter | null, names: SqlNames): string | null {
  return filter === null ? null : toSql(filter, names);
}

export function columnNamed(id: string, names: SqlNames): SqlColumn {
  const column = names.column(id);
  if (!column) throw new FilterError(`there is no column ${JSON.stringify(id)}`);
  return column;
}

/** A stored value as one of its kind. */
export function cellOf(kind: ColumnKind, value: DuckDBValue | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (kind === 'list') return String(value).slice(1, -1).split(LIST_SEPARATOR);
  return operandOf(kind, value);
}

export function operandOf(kind: ColumnKind, value: DuckDBValue): Operand {
  if (kind === 'flag') return Number(value) !== 0;
  return kind === 'text' || kind === 'list' ? String(value) : sayable(Number(value));
}

export function numberOrNull(value: DuckDBValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** A whole number from a message, within bounds. */
export function bounded(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(0, Math.trunc(value))) : 0;
}
