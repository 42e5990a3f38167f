import { describe, expect, it } from 'vitest';
import { completionsAt, valueText } from '../../../../core/store/filter/complete';
import { FILTER_COLUMNS } from './columns';

const RULES = ['repeated-query', 'nothing-new'];

/** Completions where `|` stands. */
function at(marked: string): ReturnType<typeof completionsAt> & { readonly texts: readonly string[] } {
  const offset = marked.indexOf('|');
  const found = completionsAt(marked.replace('|', ''), offset, FILTER_COLUMNS, RULES);
  return { ...found, texts: found.items.map(({ text }) => text) };
}

describe('completions', () => {
  it('where a condition begins are columns, as they are written', () => {
    for (const line of ['|', 'em and |', 'not |', '(|', 'score < 1 or (em and |'])
      expect(at(line).texts, line).toEqual([
        'step',
        'searches',
        'documents',
        'score',
        'question',
        'answer',
        'em',
        'findings',
        'recorded.acc',
        '`recorded.my key`',
        '`recorded.tick``s`',
        '`true`',
        'recorded.f1-score',
        'not',
        'known(',
      ]);
  });

  it('take the place of the word that is being written', () => {
    expect(at('em and sco| < 1')).toMatchObject({ start: 7, end: 10, texts: ['score', 'recorded.f1-score'] });
    expect(at('em and sc|or')).toMatchObject({ start: 7, end: 11 });
    expect(at('known(st|').texts).toEqual(['step', 'question']);
  });

  it('behind a column are the operators of its kind', () => {
    expect(at('score |').texts).toEqual(['=', '!=', '<', '<=', '>', '>=', 'in']);
    expect(at('answer |').texts).toEqual(['~', '=', '!=', 'in']);
    expect(at('findings |').texts).toEqual(['has', '~']);
    expect(at('em |').texts).toEqual(['=', '!=', 'and', 'or']);
    expect(at('`recorded.my key` |').texts).toEqual(['~', '=', '!=', 'in']);
  });

  it('behind an operator are values: asked of the store, known, or other columns', () => {
    expect(at('em = |')).toMatchObject({ texts: ['true', 'false'], values: null });
    expect(at('answer = par|')).toMatchObject({ texts: [], values: { column: 'answer', text: 'par' } });
    expect(at('answer = "new yo|')).toMatchObject({ start: 9, values: { column: 'answer', text: 'new yo' } });
    expect(at('documents < |').texts).toEqual([
      'step',
      'searches',
      'score',
      'recorded.acc',
      '`recorded.tick``s`',
      '`true`',
      'recorded.f1-score',
    ]);
    expect(at('step in (1, |')).toMatchObject({ texts: [], values: { column: 'step', text: '' } });
  });

  it('behind finding: are the rules', () => {
    expect(at('finding:|')).toMatchObject({ texts: RULES, values: { column: 'findings', text: '' } });
    expect(at('score < 1 and finding:repe|')).toMatchObject({ texts: ['repeated-query'], start: 22 });
  });

  it('behind a condition are the words that go on', () => {
    for (const line of ['score < 1 |', 'paris |', 'known(score) |', 'step in (1, 2) |', '(em = true) |'])
      expect(at(line).texts, line).toEqual(['and', 'or']);
  });

  it('are none where the line is wrong', () => {
    expect(at('= 3 |').texts).toEqual([]);
  });
});

it('writes a value as the line needs it', () => {
  expect(
    ['paris', 'new york', 'not', 'a"b', 'score', 3, true].map((value) => valueText(value, FILTER_COLUMNS)),
  ).toEqual(['paris', '"new york"', '"not"', '"a\\"b"', '"score"', '3', 'true']);
});
