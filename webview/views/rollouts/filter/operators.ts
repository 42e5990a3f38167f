import type { ColumnInfo, ColumnKind, Comparison, Filter, Operand } from '../../../../core/protocol/store';
import { numberOf, sayable } from '../../../../core/store/filter/numbers';

/** How a condition on a column is made in the menu, and which conditions it can change. */
export interface Operator {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly ColumnKind[];
  /** How many values it takes. */
  readonly takes: 'none' | 'one' | 'some';
  /** Whether values of the column are suggested. */
  readonly suggests: boolean;
  /** The condition; a sentence where the values make none. */
  readonly build: (column: ColumnInfo, values: readonly string[]) => Filter | string;
  /** The values of a condition that it made; null for any other. */
  readonly read: (condition: Filter) => readonly string[] | null;
}

const NUMBERS: readonly ColumnKind[] = ['integer', 'number'];
const TEXTS: readonly ColumnKind[] = ['text', 'list'];

const compares = (op: Comparison, title: string, kinds: readonly ColumnKind[]): Operator => ({
  id: op,
  title,
  kinds,
  takes: 'one',
  suggests: op === '=' || op === '!=',
  build: (column, [value = '']) => {
    const operand = operandOf(column, value);
    return operand === null
      ? noOperand(column, value)
      : { kind: 'compare', column: column.id, op, value: operand };
  },
  read: (condition) =>
    condition.kind === 'compare' && condition.op === op && typeof condition.value !== 'boolean'
      ? [String(condition.value)]
      : null,
});

const flagged = (value: boolean): Operator => ({
  id: value ? 'true' : 'false',
  title: value ? 'is true' : 'is false',
  kinds: ['flag'],
  takes: 'none',
  suggests: false,
  build: ({ id }) => ({ kind: 'compare', column: id, op: '=', value }),
  read: (condition) =>
    condition.kind === 'compare' && condition.op === '=' && condition.value === value ? [] : null,
});

const known = (is: boolean): Operator => ({
  id: is ? 'known' : 'unknown',
  title: is ? 'is known' : 'is unknown',
  kinds: ['integer', 'number', 'text', 'flag', 'list'],
  takes: 'none',
  suggests: false,
  build: ({ id }) => {
    const condition: Filter = { kind: 'known', column: id };
    return is ? condition : { kind: 'not', of: condition };
  },
  read: (condition) => {
    const held = is ? condition : condition.kind === 'not' ? condition.of : null;
    return held?.kind === 'known' ? [] : null;
  },
});

/** What can be said of a column, in the order of the menu: the first of a kind is the usual one. */
export const operators: readonly Operator[] = [
  {
    id: 'contains',
    title: 'holds the text',
    kinds: ['text'],
    takes: 'one',
    suggests: false,
    build: ({ id }, [text = '']) =>
      text === '' ? 'Write the text to look for.' : { kind: 'contains', column: id, text },
    read: (condition) => (condition.kind === 'contains' ? [condition.text] : null),
  },
  {
    id: 'has',
    title: 'has',
    kinds: ['list'],
    takes: 'one',
    suggests: true,
    build: ({ id }, [value = '']) =>
      value === '' ? 'Choose or write a value.' : { kind: 'has', column: id, value },
    read: (condition) => (condition.kind === 'has' ? [condition.value] : null),
  },
  {
    id: 'has-not',
    title: 'has not',
    kinds: ['list'],
    takes: 'one',
    suggests: true,
    build: ({ id }, [value = '']) =>
      value === '' ? 'Choose or write a value.' : { kind: 'not', of: { kind: 'has', column: id, value } },
    read: (condition) =>
      condition.kind === 'not' && condition.of.kind === 'has' ? [condition.of.value] : null,
  },
  {
    id: 'list-contains',
    title: 'one holds the text',
    kinds: ['list'],
    takes: 'one',
    suggests: false,
    build: ({ id }, [text = '']) =>
      text === '' ? 'Write the text to look for.' : { kind: 'contains', column: id, text },
    read: (condition) => (condition.kind === 'contains' ? [condition.text] : null),
  },
  compares('=', 'is', ['integer', 'number', 'text']),
  compares('!=', 'is not', ['integer', 'number', 'text']),
  compares('<', 'is less than', NUMBERS),
  compares('<=', 'is at most', NUMBERS),
  compares('>', 'is more than', NUMBERS),
  compares('>=', 'is at least', NUMBERS),
  {
    id: 'one-of',
    title: 'is one of',
    kinds: ['integer', 'number', 'text'],
    takes: 'some',
    suggests: true,
    build: (column, values) => {
      const operands = values.map((value) => operandOf(column, value));
      const wrong = operands.indexOf(null);
      if (wrong >= 0) return noOperand(column, values[wrong] ?? '');
      return values.length === 0
        ? 'Choose some values.'
        : { kind: 'one-of', column: column.id, values: operands.filter((each) => each !== null) };
    },
    read: (condition) => (condition.kind === 'one-of' ? condition.values.map(String) : null),
  },
  {
    id: 'matches',
    title: 'matches the pattern',
    kinds: TEXTS,
    takes: 'one',
    suggests: false,
    build: ({ id }, [pattern = '']) =>
      pattern === '' ? 'Write a regular expression.' : { kind: 'matches', column: id, pattern },
    read: (condition) => (condition.kind === 'matches' ? [condition.pattern] : null),
  },
  flagged(true),
  flagged(false),
  known(true),
  known(false),
];

export function operatorsFor({ kind }: Pick<ColumnInfo, 'kind'>): readonly Operator[] {
  return operators.filter(({ kinds }) => kinds.includes(kind));
}

/** What the menu would say of a condition; null for one that only a line can say. */
export function menuOf(
  condition: Filter,
  columns: readonly ColumnInfo[],
): { readonly column: ColumnInfo; readonly operator: Operator; readonly values: readonly string[] } | null {
  const subject = condition.kind === 'not' ? condition.of : condition;
  if (!('column' in subject)) return null;
  const column = columns.find(({ id }) => id === subject.column);
  if (!column) return null;
  for (const operator of operatorsFor(column)) {
    const values = operator.read(condition);
    if (values) return { column, operator, values };
  }
  return null;
}

/** A value as it was written; null for what is no value of the column. */
function operandOf({ kind }: ColumnInfo, written: string): Operand | null {
  if (kind !== 'integer' && kind !== 'number') return written;
  const number = numberOf(written.trim()) ?? Number(written);
  return written.trim() === '' || Number.isNaN(number) ? null : sayable(number);
}

function noOperand({ title }: ColumnInfo, written: string): string {
  return written.trim() === '' ? `Write a number to compare ${title} with.` : `“${written}” is no number.`;
}
