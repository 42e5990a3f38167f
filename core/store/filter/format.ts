import type { Filter, Operand } from '../../protocol/store';
import { keywordOf } from './grammar';

/** Binding strength: what is weaker than where it stands needs parentheses. */
const OR = 1;
const AND = 2;
const NOT = 3;

/** A filter as a line that {@link parseFilter} reads as the same filter; empty for none. */
export function formatFilter(filter: Filter | null): string {
  return filter === null ? '' : format(filter, OR);
}

function format(filter: Filter, around: number): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [only] = filter.of;
      // One condition alone is that condition; none is a filter that no line can say.
      if (filter.of.length < 2) return only ? format(only, around) : '';
      const strength = filter.kind === 'or' ? OR : AND;
      const line = filter.of.map((each) => format(each, strength + 1)).join(` ${filter.kind} `);
      return around > strength ? `(${line})` : line;
    }
    case 'not':
      return `not ${format(filter.of, NOT)}`;
    case 'compare':
      return `${name(filter.column)} ${filter.op} ${operand(filter.value)}`;
    case 'columns':
      return `${name(filter.column)} ${filter.op} ${name(filter.other)}`;
    case 'one-of':
      return `${name(filter.column)} in (${filter.values.map(operand).join(', ')})`;
    case 'contains':
      return `${name(filter.column)} ~ ${quoted(filter.text)}`;
    case 'matches':
      return isPlain(filter.pattern)
        ? `${name(filter.column)} ~ /${filter.pattern.replaceAll('/', '\\/')}/`
        : `${name(filter.column)} matches ${quoted(filter.pattern)}`;
    case 'has':
      if (
        filter.column === 'findings' &&
        /^[a-z\d]+(?:-[a-z\d]+)*$/.test(filter.value) &&
        !keywordOf(filter.value)
      )
        return `finding:${filter.value}`;
      return `${name(filter.column)} has ${quoted(filter.value)}`;
    case 'known':
      return `known(${name(filter.column)})`;
    case 'found':
      return `found(${filter.search})`;
  }
}

/** A column as it is written: as it is, or in backticks. */
export function name(id: string): string {
  if (/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(id) && keywordOf(id) === null) return id;
  return `\`${id.replaceAll('`', '``')}\``;
}

function operand(value: Operand): string {
  if (typeof value === 'number') return String(value);
  // As a word it is read as the same text, which a number's column takes for the number.
  return typeof value === 'string' && !/^-?Infinity$/.test(value) ? quoted(value) : String(value);
}

/** Line breaks and other controls are escaped: the line stays one. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Whether slashes and backslashes stand so that a pattern between slashes is read back the same. */
function isPlain(pattern: string): boolean {
  return !/\\\/|[\n\r]/.test(pattern) && !/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern);
}
