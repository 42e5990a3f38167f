import type { ColumnInfo, ColumnKind, Operand } from '../../protocol/store';
import { name, quoted } from './format';
import { keywordOf } from './grammar';
import { tokensOf, type Token } from './tokens';

export interface Completion {
  readonly kind: 'column' | 'operator' | 'value' | 'word';
  /** What is put in place of the range. */
  readonly text: string;
  /** A clause that says what it is; empty where the text says it. */
  readonly detail: string;
}

/** What may stand at a place of a filter line. */
export interface Completions {
  /** UTF-16 range that a completion replaces. */
  readonly start: number;
  readonly end: number;
  readonly items: readonly Completion[];
  /** Values of this column fit too, those that hold the text: the store knows them. Null where none fit. */
  readonly values: { readonly column: string; readonly text: string } | null;
}

type Operator = readonly [text: string, detail: string];

const OF_NUMBERS: readonly Operator[] = [
  ['=', ''],
  ['!=', ''],
  ['<', ''],
  ['<=', ''],
  ['>', ''],
  ['>=', ''],
  ['in', 'one of some'],
];

const OPERATORS: Readonly<Record<ColumnKind, readonly Operator[]>> = {
  integer: OF_NUMBERS,
  number: OF_NUMBERS,
  flag: [
    ['=', ''],
    ['!=', ''],
  ],
  text: [
    ['~', 'holds a text, or matches /a pattern/'],
    ['=', 'is'],
    ['!=', 'is not'],
    ['in', 'is one of some'],
  ],
  list: [
    ['has', 'one of the list is'],
    ['~', 'one of the list holds a text, or matches /a pattern/'],
  ],
};

/** What the tokens before a place ask for next. */
type Wanted =
  | { readonly kind: 'condition' | 'joint' | 'nothing' }
  | { readonly kind: 'operator'; readonly column: ColumnInfo }
  | { readonly kind: 'value'; readonly column: ColumnInfo; readonly listed: boolean }
  | { readonly kind: 'known' };

/**
 * What may stand at an offset. `rules` are the ids of findings, which `finding:` is completed with. Never fails: where the
 * line is wrong before the offset, nothing is offered.
 */
export function completionsAt(
  text: string,
  offset: number,
  columns: readonly ColumnInfo[],
  rules: readonly string[] = [],
): Completions {
  const tokens = tokensOf(text.slice(0, offset)).filter(({ kind }) => kind !== 'end');
  const last = tokens.at(-1);
  // The token that is being written is replaced; an operator, or a closed text, is done.
  const open =
    last && last.end === offset && (last.kind === 'word' || last.kind === 'number' || last.fault !== null)
      ? last
      : null;
  const wanted = wantedAfter(open ? tokens.slice(0, -1) : tokens, columns);
  const written = open?.text ?? '';
  const range = { start: open?.start ?? offset, end: offset + (open ? rest(text, offset) : 0) };
  const items = fitting(itemsFor(wanted, columns, rules), written.toLowerCase());
  const asks =
    wanted.kind === 'value' && wanted.column.kind !== 'flag'
      ? { column: wanted.column.id, text: written }
      : null;
  return { ...range, items, values: asks };
}

/** A value of the store as it is written in a filter line. */
export function valueText(value: Operand, columns: readonly ColumnInfo[]): string {
  if (typeof value !== 'string') return String(value);
  const plain = /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(value) && keywordOf(value) === null;
  // A word that names a column is read as that column.
  return plain && columns.every(({ id }) => id !== value) ? value : quoted(value);
}

/** UTF-16 units of the word that goes on behind an offset. */
function rest(text: string, offset: number): number {
  return /^[\p{L}\p{N}_.-]*/u.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
}

/** Those that hold what is written, those that begin with it first. */
function fitting(items: readonly Completion[], written: string): Completion[] {
  const at = ({ text }: Completion): number => text.toLowerCase().indexOf(written);
  const begin = items.filter((item) => at(item) === 0);
  return [...begin, ...items.filter((item) => at(item) > 0)];
}

function wantedAfter(tokens: readonly Token[], columns: readonly ColumnInfo[]): Wanted {
  const byId = new Map(columns.map((column) => [column.id, column]));
  let wanted: Wanted = { kind: 'condition' };
  for (const token of tokens) wanted = step(wanted, token, byId);
  return wanted;
}

function step(wanted: Wanted, token: Token, byId: ReadonlyMap<string, ColumnInfo>): Wanted {
  const keyword = token.kind === 'word' ? keywordOf(token.text) : null;
  const sign = token.kind === 'operator' ? token.text : keyword;
  switch (wanted.kind) {
    case 'nothing':
      return wanted;
    case 'joint':
      if (sign === ')') return wanted;
      if (sign === 'and' || sign === 'or' || sign === '&&' || sign === '||') return { kind: 'condition' };
      return step({ kind: 'condition' }, token, byId);
    case 'known':
      return sign === '(' ? wanted : sign === ')' ? { kind: 'joint' } : wanted;
    case 'condition': {
      if (sign === '(' || sign === 'not' || sign === '!') return wanted;
      if (keyword === 'known' || keyword === 'found') return { kind: 'known' };
      if (sign !== null) return { kind: 'nothing' };
      const plural = byId.get(`${token.text}s`);
      const column = byId.get(token.text) ?? (plural?.kind === 'list' ? plural : undefined);
      return column && token.kind !== 'number' ? { kind: 'operator', column } : { kind: 'joint' };
    }
    case 'operator':
      if (sign === null) return step({ kind: 'joint' }, token, byId);
      if (sign === 'and' || sign === 'or' || sign === ')') return step({ kind: 'joint' }, token, byId);
      return { kind: 'value', column: wanted.column, listed: false };
    case 'value':
      if (sign === '(') return { ...wanted, listed: true };
      if (wanted.listed) return sign === ')' ? { kind: 'joint' } : wanted;
      return { kind: 'joint' };
  }
}

function itemsFor(wanted: Wanted, columns: readonly ColumnInfo[], rules: readonly string[]): Completion[] {
  const word = (text: string, detail: string): Completion => ({ kind: 'word', text, detail });
  const named = (each: readonly ColumnInfo[]): Completion[] =>
    each.map(({ id, title }) => ({ kind: 'column', text: name(id), detail: title === id ? '' : title }));
  switch (wanted.kind) {
    case 'nothing':
      return [];
    case 'joint':
      return [word('and', 'both'), word('or', 'one of both')];
    case 'known':
      return named(columns);
    case 'condition':
      return [...named(columns), word('not', 'the opposite'), word('known(', 'has a value')];
    case 'operator': {
      const { kind } = wanted.column;
      const operators = OPERATORS[kind].map(([text, detail]): Completion => ({
        kind: 'operator',
        text,
        detail,
      }));
      return kind === 'flag' ? [...operators, ...itemsFor({ kind: 'joint' }, columns, rules)] : operators;
    }
    case 'value': {
      const { kind, id } = wanted.column;
      const value = (text: string): Completion => ({ kind: 'value', text, detail: '' });
      if (kind === 'flag') return [value('true'), value('false')];
      if (kind === 'list') return id === 'findings' ? rules.map(value) : [];
      if (wanted.listed) return [];
      const numeric = (each: ColumnKind): boolean => each === 'integer' || each === 'number';
      return named(columns.filter((each) => each.id !== id && numeric(each.kind) && numeric(kind)));
    }
  }
}
