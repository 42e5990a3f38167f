import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison, Filter } from '../../../../core/protocol/store';
import { checkFilter } from '../../../../core/store/filter/check';
import { formatFilter } from '../../../../core/store/filter/format';
import { sayable } from '../../../../core/store/filter/numbers';
import { parseFilter } from '../../../../core/store/filter/parse';
import { FILTER_COLUMNS } from './columns';

const filterOf = (text: string): Filter | null => {
  const { filter, fault } = parseFilter(text, FILTER_COLUMNS);
  if (fault) throw new Error(`${fault.message} at ${fault.start}–${fault.end}`);
  return filter;
};

const compare = (column: string, op: Comparison, value: number | string | boolean): Filter => ({
  kind: 'compare',
  column,
  op,
  value,
});
const word = (text: string): Filter => ({
  kind: 'or',
  of: [
    { kind: 'contains', column: 'question', text },
    { kind: 'contains', column: 'answer', text },
  ],
});

describe('a filter line', () => {
  it.each<[string, Filter | null]>([
    ['', null],
    ['  \t ', null],
    [
      'score < 0.5 and searches > 3 and finding:repeated-query',
      {
        kind: 'and',
        of: [
          compare('score', '<', 0.5),
          compare('searches', '>', 3),
          { kind: 'has', column: 'findings', value: 'repeated-query' },
        ],
      },
    ],
    ['answer ~ "paris"', { kind: 'contains', column: 'answer', text: 'paris' }],
    ['answer~paris', { kind: 'contains', column: 'answer', text: 'paris' }],
    [
      'question ~ /^who\\/what [a-z]+\\.$/',
      { kind: 'matches', column: 'question', pattern: '^who/what [a-z]+\\.$' },
    ],
    ['question matches "a/b"', { kind: 'matches', column: 'question', pattern: 'a/b' }],
    ['step in (1, 2,3)', { kind: 'one-of', column: 'step', values: [1, 2, 3] }],
    ['answer IN ("a b", c)', { kind: 'one-of', column: 'answer', values: ['a b', 'c'] }],
    ['not em', { kind: 'not', of: compare('em', '=', true) }],
    ['!em', { kind: 'not', of: compare('em', '=', true) }],
    ['em = false', compare('em', '=', false)],
    [
      'score<-1e-3 or not (step=1 or step==2)',
      {
        kind: 'or',
        of: [
          compare('score', '<', -0.001),
          { kind: 'not', of: { kind: 'or', of: [compare('step', '=', 1), compare('step', '=', 2)] } },
        ],
      },
    ],
    [
      'step = 1 or step = 2 and em',
      {
        kind: 'or',
        of: [
          compare('step', '=', 1),
          { kind: 'and', of: [compare('step', '=', 2), compare('em', '=', true)] },
        ],
      },
    ],
    ['known(score)', { kind: 'known', column: 'score' }],
    ['found(3)', { kind: 'found', search: 3 }],
    ['documents < searches', { kind: 'columns', column: 'documents', op: '<', other: 'searches' }],
    ['documents <> searches', { kind: 'columns', column: 'documents', op: '!=', other: 'searches' }],
    ['paris', word('paris')],
    ['"score"', word('score')],
    ["don't", word("don't")],
    ['known', word('known')],
    ['1987', word('1987')],
    ['capital of France', { kind: 'and', of: [word('capital'), word('of'), word('France')] }],
    [
      'paris em score > 1',
      { kind: 'and', of: [word('paris'), compare('em', '=', true), compare('score', '>', 1)] },
    ],
    ['recorded.acc > 0', compare('recorded.acc', '>', 0)],
    ['`recorded.my key` = "x"', compare('recorded.my key', '=', 'x')],
    ['"recorded.my key" = x', compare('recorded.my key', '=', 'x')],
    ['`recorded.tick``s` = 1', compare('recorded.tick`s', '=', 1)],
    ['answer = "say \\"hi\\"\\n\\u00e9"', compare('answer', '=', 'say "hi"\né')],
    ["answer = 'it is'", compare('answer', '=', 'it is')],
    ['findings has "a b"', { kind: 'has', column: 'findings', value: 'a b' }],
    ['step:3', compare('step', '=', 3)],
    // JSON has no infinite numbers, so filters name them by texts.
    ['score < Infinity', compare('score', '<', 'Infinity')],
    ['score != -inf', compare('score', '!=', '-inf')],
    ['score <= 1e999', compare('score', '<=', 'Infinity')],
    ['score in (-1e999, 1)', { kind: 'one-of', column: 'score', values: ['-Infinity', 1] }],
  ])('%s', (text, filter) => {
    expect(filterOf(text)).toEqual(filter);
  });
});

describe('a wrong filter line', () => {
  it.each<[string, string, number, number, string | null]>([
    ['scor < 0.5', 'There is no column “scor”. Is score meant?', 0, 4, 'score'],
    ['em and acc > 1', 'There is no column “acc”. Is recorded.acc meant?', 7, 10, 'recorded.acc'],
    ['blah = 1', 'There is no column “blah”. The columns are listed where they are chosen.', 0, 4, null],
    ['finding:not', 'Here “not” stands where one of findings is expected.', 8, 11, null],
    ['score <', 'Here the filter ends where a value is expected.', 7, 7, null],
    ['score < and em', 'Here “and” stands where a value is expected.', 8, 11, null],
    ['(em', 'Here the filter ends where a closing parenthesis is expected.', 3, 3, null],
    ['em)', 'Here “)” stands where “and”, “or” or the end is expected.', 2, 3, null],
    ['step in 3', 'Here “3” stands where a list in parentheses: (1, 2) is expected.', 8, 9, null],
    ['step in (3', 'Here the filter ends where “,” or a closing parenthesis is expected.', 10, 10, null],
    ['answer = "open', 'The text has no closing "; write one at the end.', 9, 14, null],
    ['answer ~ /open', 'The regular expression has no closing /; write one at the end.', 9, 14, null],
    ['`open', 'The name has no closing `; write one at the end.', 0, 5, null],
    [
      'score',
      'An operator is missing behind score: write score > 1, or "score" in quotes to look for the word.',
      0,
      5,
      null,
    ],
    ['and', 'Here “and” stands where a column, a word or a parenthesis is expected.', 0, 3, null],
    ['score = high', 'score is a number, not "high".', 0, 12, null],
    ['score ~ x', 'score is a number and holds no text; compare it with = instead of ~.', 0, 9, null],
    ['em > true', 'em is true or false; compare it with = or !=.', 0, 9, null],
    ['findings = x', 'findings is a list; write findings has "…" or findings ~ "…".', 0, 12, null],
    ['answer has x', 'answer is no list; compare it with = instead of “has”.', 0, 12, null],
    ['score < answer', 'score (a number) cannot be compared with answer (a text).', 0, 14, null],
    ['known(scor)', 'There is no column “scor”. Is score meant?', 6, 10, 'score'],
  ])('%s', (text, message, start, end, suggestion) => {
    expect(parseFilter(text, FILTER_COLUMNS)).toEqual({
      filter: null,
      fault: { message, start, end, suggestion },
    });
  });

  it('is not taken down by depth or length', () => {
    expect(parseFilter('('.repeat(5000), FILTER_COLUMNS).fault?.message).toMatch(
      /^Conditions may be nested 100 deep/,
    );
    expect(parseFilter('not '.repeat(4000), FILTER_COLUMNS).fault?.message).toMatch(
      /^Conditions may be nested/,
    );
    expect(parseFilter('a'.repeat(30_000), FILTER_COLUMNS).fault?.message).toMatch(/20,000 characters/);
    const wide = parseFilter('em '.repeat(6000), FILTER_COLUMNS).filter;
    expect(wide).toMatchObject({ kind: 'and' });
  });

  it('has a fault or a filter, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'score',
              'em',
              'and',
              'or',
              'not',
              '(',
              ')',
              '<',
              '~',
              '/',
              '"',
              '`',
              ':',
              'in',
              ',',
              '1',
              '!',
              'known',
              '\\',
            ),
            fc.string({ maxLength: 4 }),
          ),
        ),
        (parts) => {
          const text = parts.join(' ');
          const { filter, fault } = parseFilter(text, FILTER_COLUMNS);
          if (fault) {
            expect(fault.start).toBeGreaterThanOrEqual(0);
            expect(fault.end).toBeLessThanOrEqual(text.length);
          } else if (filter) expect(checkFilter(filter, FILTER_COLUMNS)).toEqual([]);
        },
      ),
    );
  });
});

const ids = (...kinds: string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...FILTER_COLUMNS.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
const number = fc.double({ noNaN: true }).map((value) => sayable(value + 0));
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('/', '\\', '\\/', 'a\\', '"', 'and', '1'),
);
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    column: ids('integer', 'number'),
    op: fc.constantFrom(
      '=' as const,
      '!=' as const,
      '<' as const,
      '<=' as const,
      '>' as const,
      '>=' as const,
    ),
    value: number,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    column: ids('text'),
    op: fc.constantFrom('=' as const, '<' as const),
    value: text,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    column: ids('flag'),
    op: fc.constant('!=' as const),
    value: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('columns' as const),
    column: ids('integer', 'number'),
    op: fc.constant('<=' as const),
    other: ids('integer', 'number'),
  }),
  fc.record({
    kind: fc.constant('one-of' as const),
    column: ids('text'),
    values: fc.array(text, { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('contains' as const), column: ids('text', 'list'), text }),
  fc.record({ kind: fc.constant('matches' as const), column: ids('text', 'list'), pattern: text }),
  fc.record({
    kind: fc.constant('has' as const),
    column: ids('list'),
    value: fc.oneof(text, fc.constant('repeated-query')),
  }),
  fc.record({
    kind: fc.constant('known' as const),
    column: ids('integer', 'number', 'text', 'flag', 'list'),
  }),
  fc.record({ kind: fc.constant('found' as const), search: fc.nat() }),
);
const { filter: anyFilter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('filter') }),
  ),
}));

describe('a filter as text', () => {
  it('is read back as the same filter', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const line = formatFilter(filter);
        expect(filterOf(line), line).toEqual(filter);
        expect(line).not.toMatch(/[\n\r]/);
      }),
      { numRuns: 500 },
    );
  });

  it('reads well', () => {
    const line =
      'score < 0.5 and (finding:repeated-query or not known(step)) and answer ~ "paris" and score != -Infinity';
    expect(formatFilter(filterOf(line))).toBe(line);
    expect(formatFilter(null)).toBe('');
  });
});
