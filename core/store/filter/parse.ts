import { nearest } from '../../config/nearest';
import type { ColumnInfo, Comparison, Filter, Operand } from '../../protocol/store';
import { checkFilter } from './check';
import { name } from './format';
import { COMPARISONS, keywordOf, LONGEST_LINE, MOST_NESTED, WORD_COLUMNS, type Keyword } from './grammar';
import { sayable } from './numbers';
import { tokensOf, type Token } from './tokens';

/** What is wrong with a filter line, and where: UTF-16 offsets. The message is a sentence that says what to write. */
export interface FilterFault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** What was most likely meant, to be put in place of the range; null where nothing is near. */
  readonly suggestion: string | null;
}

export type ParsedFilter =
  /** Null for an empty line. */
  | { readonly filter: Filter | null; readonly fault: null }
  | { readonly filter: null; readonly fault: FilterFault };

/**
 * Reads a filter line: `score < 0.5 and searches > 3 and finding:repeated-query`. Columns that are not there, and operators
 * that do not fit them, are faults.
 */
export function parseFilter(text: string, columns: readonly ColumnInfo[]): ParsedFilter {
  try {
    if (text.length > LONGEST_LINE)
      throw new Fault(
        `A filter may have ${LONGEST_LINE.toLocaleString('en')} characters, and this has ${text.length.toLocaleString('en')}.`,
        { start: LONGEST_LINE, end: text.length },
      );
    return { filter: new Parser(tokensOf(text), columns).line(), fault: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, suggestion } = error;
    return { filter: null, fault: { message, start: error.at.start, end: error.at.end, suggestion } };
  }
}

const RECORDED = 'recorded.';

/** Caught where the line is read. */
class Fault extends Error {
  constructor(
    message: string,
    readonly at: Pick<Token, 'start' | 'end'>,
    readonly suggestion: string | null = null,
  ) {
    super(message);
  }
}

class Parser {
  #at = 0;
  #depth = 0;
  readonly #byId: ReadonlyMap<string, ColumnInfo>;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly columns: readonly ColumnInfo[],
  ) {
    this.#byId = new Map(columns.map((column) => [column.id, column]));
  }

  line(): Filter | null {
    if (this.#peek().kind === 'end') return null;
    const filter = this.#or();
    if (this.#peek().kind !== 'end') throw this.#unexpected('“and”, “or” or the end');
    return filter;
  }

  #or(): Filter {
    const of = [this.#and()];
    while (this.#takeWord('or') || this.#take('||')) of.push(this.#and());
    return joined('or', of);
  }

  /** Words that stand beside each other are all looked for. */
  #and(): Filter {
    const of = [this.#not()];
    while (this.#takeWord('and') || this.#take('&&') || this.#begins()) of.push(this.#not());
    return joined('and', of);
  }

  /** Whether another condition begins without a word between. */
  #begins(): boolean {
    const { kind, text } = this.#peek();
    if (kind === 'operator') return text === '(' || text === '!';
    if (kind === 'word') return !['and', 'or', 'in', 'has', 'matches'].includes(keywordOf(text) ?? '');
    return kind !== 'end' && kind !== 'regex';
  }

  #not(): Filter {
    return this.#nested(() => {
      if (this.#takeWord('not') || this.#take('!')) return { kind: 'not', of: this.#not() };
      if (!this.#take('(')) return this.#condition();
      const inside = this.#or();
      this.#expect(')', 'a closing parenthesis');
      return inside;
    });
  }

  #nested(work: () => Filter): Filter {
    if (++this.#depth > MOST_NESTED)
      throw new Fault(
        `Conditions may be nested ${MOST_NESTED} deep; take some parentheses out.`,
        this.#peek(),
      );
    const filter = work();
    this.#depth--;
    return filter;
  }

  #condition(): Filter {
    const token = this.#peek();
    const keyword = token.kind === 'word' ? keywordOf(token.text) : null;
    if (keyword === 'known' || keyword === 'found') {
      const called = this.tokens[this.#at + 1];
      if (called?.kind === 'operator' && called.text === '(') return this.#call(keyword);
    } else if (
      keyword !== null ||
      token.kind === 'end' ||
      token.kind === 'operator' ||
      token.kind === 'regex'
    )
      throw this.#unexpected('a column, a word or a parenthesis');
    this.#advance();
    const operator = this.#operator();
    if (operator === null) return this.#alone(token);
    if (operator === ':') return this.#colon(token);
    const column = this.#column(token);
    return this.#checked(this.#compared(column.id, operator), token);
  }

  /** `known(score)`, `found(3)`. */
  #call(keyword: 'known' | 'found'): Filter {
    this.#advance();
    this.#advance();
    const inside = this.#peek();
    if (keyword === 'known') {
      if (!['word', 'name', 'string', 'number'].includes(inside.kind)) throw this.#unexpected('a column');
      this.#advance();
      const { id } = this.#column(inside);
      this.#expect(')', 'a closing parenthesis');
      return { kind: 'known', column: id };
    }
    if (inside.kind !== 'number' || !/^\d{1,15}$/.test(inside.text))
      throw this.#unexpected('the number of a search');
    this.#advance();
    this.#expect(')', 'a closing parenthesis');
    return { kind: 'found', search: Number(inside.text) };
  }

  /** The operator that comes next, taken; null for none. */
  #operator(): string | null {
    const { kind, text } = this.#peek();
    const word = kind === 'word' ? keywordOf(text) : null;
    const operator =
      kind === 'operator' && [...COMPARISONS, '~', ':'].includes(text)
        ? text
        : word === 'in' || word === 'has' || word === 'matches'
          ? word
          : null;
    if (operator !== null) this.#advance();
    return operator;
  }

  #compared(column: string, operator: string): Filter {
    const token = this.#peek();
    switch (operator) {
      case 'in':
        return { kind: 'one-of', column, values: this.#list() };
      case 'has':
        return { kind: 'has', column, value: this.#text('a text') };
      case 'matches':
        return { kind: 'matches', column, pattern: this.#text('a regular expression in quotes') };
      case '~':
        if (token.kind !== 'regex')
          return { kind: 'contains', column, text: this.#text('a text or /a pattern/') };
        this.#advance();
        return { kind: 'matches', column, pattern: token.text };
      default: {
        const op = operator as Comparison;
        const other =
          token.kind === 'name'
            ? this.#column(token)
            : token.kind === 'word' && keywordOf(token.text) === null
              ? this.#byId.get(token.text)
              : undefined;
        if (!other) return { kind: 'compare', column, op, value: this.#operand() };
        this.#advance();
        return { kind: 'columns', column, op, other: other.id };
      }
    }
  }

  #list(): Operand[] {
    this.#expect('(', 'a list in parentheses: (1, 2)');
    if (this.#take(')')) return [];
    const values = [this.#operand()];
    while (this.#take(',')) values.push(this.#operand());
    this.#expect(')', '“,” or a closing parenthesis');
    return values;
  }

  #operand(): Operand {
    const token = this.#peek();
    const keyword = token.kind === 'word' ? keywordOf(token.text) : null;
    if (token.kind === 'number') {
      this.#advance();
      return sayable(Number(token.text));
    }
    if (keyword === 'true' || keyword === 'false') {
      this.#advance();
      return keyword === 'true';
    }
    return this.#text('a value');
  }

  /** A text in quotes, or a word. */
  #text(wanted: string): string {
    const token = this.#peek();
    const reserved = token.kind === 'word' && ['and', 'or', 'not', 'in'].includes(token.text.toLowerCase());
    if (reserved || !['string', 'word', 'number'].includes(token.kind)) throw this.#unexpected(wanted);
    this.#advance();
    return token.text;
  }

  /** `finding:repeated-query`: short for “findings has repeated-query”; of other columns, for “=”. */
  #colon(token: Token): Filter {
    const plural = this.#byId.get(`${token.text}s`);
    const column = this.#byId.get(token.text) ?? (plural?.kind === 'list' ? plural : this.#column(token));
    if (column.kind !== 'list') return this.#checked(this.#compared(column.id, '='), token);
    return { kind: 'has', column: column.id, value: this.#text(`one of ${column.id}`) };
  }

  /** A flag, or a word that is looked for. */
  #alone(token: Token): Filter {
    const column = token.kind === 'string' ? undefined : this.#byId.get(token.text);
    if (column?.kind === 'flag') return { kind: 'compare', column: column.id, op: '=', value: true };
    if (column && token.kind !== 'number')
      throw new Fault(
        `An operator is missing behind ${column.id}: write ${example(column)}, or "${column.id}" in quotes to look for the word.`,
        token,
      );
    if (token.kind === 'name') this.#column(token);
    const looked = WORD_COLUMNS.filter((id) => this.#byId.get(id)?.kind === 'text');
    if (looked.length === 0)
      throw new Fault('There is no question and no answer to look for a word in; name a column.', token);
    return joined(
      'or',
      looked.map((id): Filter => ({ kind: 'contains', column: id, text: token.text })),
    );
  }

  #column(token: Token): ColumnInfo {
    const column = this.#byId.get(token.text);
    if (column) return column;
    const near = nearestColumn(token.text, this.columns);
    const meant = near === null ? ' The columns are listed where they are chosen.' : ` Is ${near} meant?`;
    throw new Fault(`There is no column “${shortened(token.text)}”.${meant}`, token, near && name(near));
  }

  #checked(filter: Filter, token: Token): Filter {
    const [problem] = checkFilter(filter, this.columns);
    const last = this.tokens[this.#at - 1] ?? token;
    if (problem !== undefined) throw new Fault(problem, { start: token.start, end: last.end });
    return filter;
  }

  #peek(): Token {
    const token = this.tokens[this.#at] ?? this.tokens.at(-1);
    if (!token) throw new Error('a line has at least its end');
    if (token.fault !== null) throw new Fault(`${capital(token.fault)}; write one at the end.`, token);
    return token;
  }

  #advance(): void {
    this.#at++;
  }

  #take(operator: string): boolean {
    const { kind, text } = this.#peek();
    if (kind !== 'operator' || text !== operator) return false;
    this.#advance();
    return true;
  }

  #takeWord(keyword: Keyword): boolean {
    const { kind, text } = this.#peek();
    if (kind !== 'word' || keywordOf(text) !== keyword) return false;
    this.#advance();
    return true;
  }

  #expect(operator: string, wanted: string): void {
    if (!this.#take(operator)) throw this.#unexpected(wanted);
  }

  #unexpected(wanted: string): Fault {
    const { kind, text } = this.#peek();
    const found = kind === 'end' ? 'the filter ends' : `“${shortened(text)}” stands`;
    return new Fault(`Here ${found} where ${wanted} is expected.`, this.#peek());
  }
}

function joined(kind: 'and' | 'or', of: readonly Filter[]): Filter {
  const [only] = of;
  return of.length === 1 && only ? only : { kind, of };
}

/** Keys of files are mistyped without `recorded.` in front, too. */
function nearestColumn(written: string, columns: readonly ColumnInfo[]): string | null {
  const ids = columns.map(({ id }) => id);
  const keys = ids.filter((id) => id.startsWith(RECORDED)).map((id) => id.slice(RECORDED.length));
  const key = nearest(written, keys);
  return nearest(written, ids) ?? (key === null ? null : RECORDED + key);
}

function example({ id, kind }: ColumnInfo): string {
  if (kind === 'list') return `${id} has "…"`;
  return kind === 'text' ? `${id} ~ "…"` : `${id} > 1`;
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
