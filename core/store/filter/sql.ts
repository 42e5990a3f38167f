import type { ColumnKind, Comparison, Filter, Operand } from '../../protocol/store';
import { LIST_SEPARATOR } from '../ingest/batch';
import { numberOf } from './numbers';

/** How a column is read: an expression of SQL, and what it holds. Numbers and flags are doubles, lists joined texts. */
export interface SqlColumn {
  readonly sql: string;
  readonly kind: ColumnKind;
}

/** What a filter may name. */
export interface SqlNames {
  /** Null where there is no such column. */
  column(id: string): SqlColumn | null;
  /** The condition for rows that a search found; null where there is no such search. */
  found(search: number): string | null;
}

/** A filter that names what is not there, or compares what cannot be compared. The message says what to do. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const OPERATORS: Readonly<Record<Comparison, string>> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/**
 * A condition of SQL that holds for the rows of a filter. A comparison with an unknown value is neither true nor false, so
 * that its opposite is no truer. Texts are quoted, names come from {@link SqlNames} alone. Fails with {@link FilterError}.
 */
export function toSql(filter: Filter, names: SqlNames): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      if (filter.of.length === 0) return filter.kind === 'and' ? 'true' : 'false';
      return `(${filter.of.map((each) => toSql(each, names)).join(` ${filter.kind.toUpperCase()} `)})`;
    case 'not':
      return `(NOT ${toSql(filter.of, names)})`;
    case 'compare': {
      const column = columnOf(filter.column, names);
      return `(${column.sql} ${operatorOf(filter.op)} ${operandSql(filter.column, column, filter.value)})`;
    }
    case 'columns': {
      const [one, other] = [columnOf(filter.column, names), columnOf(filter.other, names)];
      if (comparable(one.kind) !== comparable(other.kind) || one.kind === 'list')
        throw new FilterError(
          `${filter.column} (${one.kind}) cannot be compared with ${filter.other} (${other.kind})`,
        );
      return `(${one.sql} ${operatorOf(filter.op)} ${other.sql})`;
    }
    case 'one-of': {
      const column = columnOf(filter.column, names);
      if (filter.values.length === 0) return 'false';
      const values = filter.values.map((value) => operandSql(filter.column, column, value));
      return `(${column.sql} IN (${values.join(', ')}))`;
    }
    case 'contains': {
      const column = textColumn(filter.column, names);
      return known(column, `contains(lower(${column.sql}), lower(${textLiteral(filter.text)}))`);
    }
    case 'matches': {
      const column = textColumn(filter.column, names);
      const pattern = textLiteral(filter.pattern);
      if (column.kind === 'text') return `regexp_matches(${column.sql}, ${pattern})`;
      return known(
        column,
        `(len(list_filter(${listSql(column.sql)}, lambda each: regexp_matches(each, ${pattern}))) > 0)`,
      );
    }
    case 'has': {
      const column = columnOf(filter.column, names);
      if (column.kind !== 'list')
        throw new FilterError(`${filter.column} is no list; compare it with = instead of "has"`);
      const value = filter.value.replaceAll(LIST_SEPARATOR, '');
      return known(
        column,
        `contains(${column.sql}, ${textLiteral(LIST_SEPARATOR + value + LIST_SEPARATOR)})`,
      );
    }
    case 'known':
      return `(${columnOf(filter.column, names).sql} IS NOT NULL)`;
    case 'found': {
      const condition = names.found(filter.search);
      if (condition === null)
        throw new FilterError(
          `what search ${filter.search} found is not there any more; search again, or take found(${filter.search}) out of the filter`,
        );
      return condition;
    }
  }
}

/** The texts of a list column as a list of SQL; NULL for an empty one. */
export function listSql(sql: string): string {
  return `string_split(${sql}[2:-2], chr(31))`;
}

/** A text as an expression of SQL. Statements end at a NUL, which therefore never stands in one. */
export function textLiteral(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(' || chr(0) || ')})`;
}

/** An empty list is no unknown one: what is asked of its texts is false. */
function known({ kind }: SqlColumn, condition: string): string {
  return kind === 'list' ? `coalesce(${condition}, false)` : condition;
}

function columnOf(id: string, names: SqlNames): SqlColumn {
  const column = names.column(id);
  if (!column) throw new FilterError(`there is no column ${JSON.stringify(id)}`);
  return column;
}

function textColumn(id: string, names: SqlNames): SqlColumn {
  const column = columnOf(id, names);
  if (column.kind !== 'text' && column.kind !== 'list')
    throw new FilterError(`${id} holds no text (${column.kind}); compare it with = < > instead of ~`);
  return column;
}

/** Own, checked at run time: filters come from outside. */
function operatorOf(op: Comparison): string {
  if (!Object.hasOwn(OPERATORS, op)) throw new FilterError(`there is no comparison ${JSON.stringify(op)}`);
  return OPERATORS[op];
}

const comparable = (kind: ColumnKind): ColumnKind => (kind === 'integer' ? 'number' : kind);

function operandSql(id: string, { kind }: SqlColumn, value: Operand): string {
  if (kind === 'text') return textLiteral(String(value));
  if (kind === 'list') throw new FilterError(`${id} is a list; write ${id} has "…" or ${id} ~ "…"`);
  if (kind === 'flag') {
    if (typeof value !== 'boolean')
      throw new FilterError(`${id} is true or false, not ${JSON.stringify(value)}`);
    return value ? '1' : '0';
  }
  const number = numberOf(value);
  if (number === null) throw new FilterError(`${id} is a number, and ${JSON.stringify(value)} is none`);
  return Number.isFinite(number) ? `${number}::DOUBLE` : `'${number > 0 ? '' : '-'}inf'::DOUBLE`;
}
