import { describe, expect, it } from 'vitest';
import type { ColumnInfo, ColumnKind, Filter } from '../../../../core/protocol/store';
import { formatFilter } from '../../../../core/store/filter/format';
import { parseFilter } from '../../../../core/store/filter/parse';
import {
  explicit,
  movedTo,
  resized,
  shownColumns,
  toggled,
} from '../../../../webview/views/rollouts/columns/choice';
import {
  conditionsOf,
  conditionWords,
  lineFound,
  lineOf,
  lineWhere,
  lineWith,
  lineWithout,
} from '../../../../webview/views/rollouts/filter/conditions';
import { menuOf, operators, operatorsFor } from '../../../../webview/views/rollouts/filter/operators';

const column = (id: string, kind: ColumnKind, shown = true): ColumnInfo => ({
  id,
  title: id,
  kind,
  family: 'shape',
  explanation: '',
  shown,
  width: 80,
});
const columns = [
  column('score', 'number'),
  column('searches', 'integer'),
  column('question', 'text'),
  column('closed', 'flag', false),
  column('findings', 'list'),
  column('recorded.data source', 'text', false),
];

const parsed = (text: string): Filter | null => {
  const { filter, fault } = parseFilter(text, columns);
  expect(fault).toBeNull();
  return filter;
};

describe('conditions and the line', () => {
  const line = 'score < 0.5 and (searches > 3 or closed = true) and finding:repeated-query';
  const filter = parsed(line);

  it('a condition is what must hold beside the others', () => {
    expect(conditionsOf(filter).map(formatFilter)).toEqual([
      'score < 0.5',
      'searches > 3 or closed = true',
      'finding:repeated-query',
    ]);
    expect(conditionsOf(null)).toEqual([]);
    expect(conditionsOf(parsed('score < 1 or score > 2'))).toHaveLength(1);
  });

  it('the line of the conditions is the same filter', () => {
    expect(parsed(lineOf(conditionsOf(filter)))).toEqual(filter);
    expect(lineOf([])).toBe('');
  });

  it('adds, changes, takes out', () => {
    const more = parsed('not closed = true');
    expect(more && lineWith(filter, more)).toBe(`${line} and not closed = true`);
    expect(more && lineWith(null, more)).toBe('not closed = true');
    const same = parsed('finding:repeated-query');
    expect(same && lineWith(filter, same)).toBe(line);
    const two = parsed('score < 0.5 and searches = 2');
    expect(two && lineWith(parsed('score < 0.5'), two)).toBe('score < 0.5 and searches = 2');
    expect(more && lineWhere(filter, 1, more)).toBe(
      'score < 0.5 and not closed = true and finding:repeated-query',
    );
    expect(lineWithout(filter, 0)).toBe('(searches > 3 or closed = true) and finding:repeated-query');
    expect(lineWithout(parsed('score < 0.5'), 0)).toBe('');
  });

  it('a condition that is “or” keeps its meaning beside others', () => {
    const either = parsed('score < 1 or score > 2');
    const text = either && lineWith(parsed('searches = 1'), either);
    expect(text).toBe('searches = 1 and (score < 1 or score > 2)');
    expect(either && lineWithout(parsed(text ?? ''), 0)).toBe('score < 1 or score > 2');
  });

  it('what a search found takes the place of what one before found', () => {
    expect(lineFound(parsed('found(2) and score < 1'), 3)).toBe('score < 1 and found(3)');
    expect(lineFound(null, 3)).toBe('found(3)');
    const [condition] = conditionsOf(parsed('found(3)'));
    expect(condition && conditionWords(condition, new Map([[3, 'a river']]))).toBe('texts hold “a river”');
    expect(condition && conditionWords(condition, new Map())).toBe('found by search 3');
  });
});

describe.each(columns)('what the menu says of $id ($kind)', (info) => {
  const written: Readonly<Record<ColumnKind, readonly string[]>> = {
    integer: ['3', '-1', '0'],
    number: ['0.5', '1e-7', '-2.25'],
    text: ['where is "it"?', 'a/b\\c', '42', 'true'],
    list: ['repeated-query', 'a, "b"'],
    flag: [],
  };

  it.each(operatorsFor(info).map((operator) => [operator.title, operator] as const))('%s', (_, operator) => {
    const samples: readonly (readonly string[])[] =
      operator.takes === 'none'
        ? [[]]
        : operator.takes === 'some'
          ? [written[info.kind]]
          : written[info.kind].map((value) => [value]);
    expect(samples.length).toBeGreaterThan(0);
    for (const values of samples) {
      const built = operator.build(info, values);
      if (typeof built === 'string') throw new Error(built);
      // The line holds it, and the menu opens it again as it was made.
      const back = parsed(formatFilter(built));
      expect(back).toEqual(built);
      const menu = menuOf(built, columns);
      expect(menu?.column.id).toBe(info.id);
      expect(menu?.operator.build(info, menu.values)).toEqual(built);
    }
  });

  it('refuses what is no value', () => {
    for (const operator of operatorsFor(info)) {
      if (operator.takes === 'none') continue;
      if (info.kind === 'integer' || info.kind === 'number') {
        expect(operator.build(info, ['many'])).toBe('“many” is no number.');
        expect(operator.build(info, ['NaN'])).toBe('“NaN” is no number.');
        expect(operator.build(info, ['1e999'])).toEqual(operator.build(info, ['Infinity']));
        expect(typeof operator.build(info, [' '])).toBe('string');
      }
      if (operator.takes === 'some') expect(typeof operator.build(info, [])).toBe('string');
    }
  });
});

it('every kind of column can be asked about', () => {
  for (const info of columns) expect(operatorsFor(info).length).toBeGreaterThan(2);
  expect(new Set(operators.map(({ id }) => id)).size).toBe(operators.length);
});

it('the menu leaves to the line what only the line can say', () => {
  for (const text of ['score < searches', 'score < 1 or score > 2', 'found(1)', 'not (score < 1)']) {
    const filter = parsed(text);
    expect(filter && menuOf(filter, columns)).toBeNull();
  }
});

describe('columns', () => {
  const ids = (choice: Parameters<typeof shownColumns>[1]) =>
    shownColumns(columns, choice).map(({ info }) => info.id);
  const usual = explicit(columns, null);

  it('those that are shown by themselves, or those chosen that are there', () => {
    expect(ids(null)).toEqual(['score', 'searches', 'question', 'findings']);
    expect(ids({ columns: ['findings', 'gone', 'score'], widths: {} })).toEqual(['findings', 'score']);
    expect(ids(usual)).toEqual(ids(null));
  });

  it('are added behind, taken out, moved to either side, and no wider than can be', () => {
    expect(ids(toggled(usual, 'closed'))).toEqual(['score', 'searches', 'question', 'findings', 'closed']);
    expect(ids(toggled(usual, 'searches'))).toEqual(['score', 'question', 'findings']);
    expect(ids(movedTo(usual, 'score', 'question'))).toEqual(['searches', 'question', 'score', 'findings']);
    expect(ids(movedTo(usual, 'findings', 'score'))).toEqual(['findings', 'score', 'searches', 'question']);
    expect(movedTo(usual, 'score', 'closed')).toBe(usual);
    const widths = [3, 123.4, 1e9].map(
      (width) => shownColumns(columns, resized(usual, 'score', width))[0]?.width,
    );
    expect(widths).toEqual([40, 123, 1200]);
  });
});
