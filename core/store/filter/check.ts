import type { ColumnInfo, ColumnKind, Comparison, Filter, Operand } from '../../protocol/store';
import { numberOf } from './numbers';

/** What does not fit the columns there are, as sentences; none where all fits. */
export function checkFilter(filter: Filter, columns: readonly ColumnInfo[]): string[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return problemsOf(filter, byId);
}

function problemsOf(filter: Filter, byId: ReadonlyMap<string, ColumnInfo>): string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap((each) => problemsOf(each, byId));
    case 'not':
      return problemsOf(filter.of, byId);
    case 'found':
      return [];
    case 'compare':
    case 'columns':
    case 'one-of':
    case 'contains':
    case 'matches':
    case 'has':
    case 'known': {
      const column = byId.get(filter.column);
      const problem = column ? problemWith(filter, column, byId) : missing(filter.column);
      return problem === null ? [] : [problem];
    }
  }
}

/** A condition on one column. */
type Condition = Extract<Filter, { readonly column: string }>;

function problemWith(
  filter: Condition,
  { id, kind }: ColumnInfo,
  byId: ReadonlyMap<string, ColumnInfo>,
): string | null {
  switch (filter.kind) {
    case 'known':
      return null;
    case 'compare':
      return ordered(id, kind, filter.op) ?? operandProblem(id, kind, filter.value);
    case 'one-of':
      return (
        filter.values.map((value) => operandProblem(id, kind, value)).find((each) => each !== null) ?? null
      );
    case 'columns': {
      const other = byId.get(filter.other);
      if (!other) return missing(filter.other);
      if (kind === 'list' || family(kind) !== family(other.kind))
        return `${id} (${nameOf(kind)}) cannot be compared with ${filter.other} (${nameOf(other.kind)}).`;
      return ordered(id, kind, filter.op);
    }
    case 'contains':
    case 'matches':
      return kind === 'text' || kind === 'list'
        ? null
        : `${id} is ${nameOf(kind)} and holds no text; compare it with = instead of ~.`;
    case 'has':
      return kind === 'list' ? null : `${id} is no list; compare it with = instead of “has”.`;
  }
}

function ordered(id: string, kind: ColumnKind, op: Comparison): string | null {
  return kind === 'flag' && op !== '=' && op !== '!='
    ? `${id} is true or false; compare it with = or !=.`
    : null;
}

function operandProblem(id: string, kind: ColumnKind, value: Operand): string | null {
  if (kind === 'list') return `${id} is a list; write ${id} has "…" or ${id} ~ "…".`;
  if (kind === 'flag')
    return typeof value === 'boolean' ? null : `${id} is true or false, not ${shown(value)}.`;
  if (kind === 'text') return null;
  return numberOf(value) === null ? `${id} is a number, not ${shown(value)}.` : null;
}

const missing = (id: string): string => `There is no column “${id}”.`;
const family = (kind: ColumnKind): ColumnKind => (kind === 'integer' ? 'number' : kind);
const shown = (value: Operand): string => JSON.stringify(value);

function nameOf(kind: ColumnKind): string {
  return { integer: 'a number', number: 'a number', text: 'a text', flag: 'true or false', list: 'a list' }[
    kind
  ];
}
