import { describe, expect, it } from 'vitest';
import { compareSearch } from '../../../core/retrieval/compare/compare';
import { documentKey, titleKey } from '../../../core/retrieval/titles';

const document = (title: string | null, text = ''): { title: string | null; text: string } => ({
  title,
  text,
});
const none = { titles: [], answers: [] };

describe('titles', () => {
  it('are compared without case, outer quotes and odd blanks', () => {
    expect(titleKey(' "Alien  (film)" ')).toBe('alien (film)');
    expect(titleKey('E\u0301mile')).toBe(titleKey('\u00e9mile'));
    expect(titleKey('"')).toBe('"');
    expect(titleKey('Alien (film)')).not.toBe(titleKey('Alien film'));
  });

  it('stand for documents, and texts for those without', () => {
    expect(documentKey(document(null, 'x'))).toBe(documentKey(document('', 'X ')));
    expect(documentKey(document('x', 'y'))).not.toBe(documentKey(document(null, 'x')));
  });
});

describe('two result lists', () => {
  it('stand side by side, rank by rank', () => {
    const { rows, overlap } = compareSearch(
      [document('A'), document('B'), document('C')],
      [document('c'), document('D')],
      none,
    );
    expect(
      rows.map(({ rank, recorded, replayed }) => [
        rank,
        recorded?.document.title,
        recorded?.otherRank,
        replayed?.document.title,
        replayed?.otherRank,
      ]),
    ).toEqual([
      [1, 'A', null, 'c', 3],
      [2, 'B', null, 'D', null],
      [3, 'C', 1, undefined, undefined],
    ]);
    expect(overlap).toBeCloseTo(1 / 3, 12);
  });

  it('overlap by what was recorded, each document once', () => {
    const twice = [document('A', '1'), document('A', '2'), document('B')];
    expect(compareSearch(twice, [document('A', '3')], none).overlap).toBe(0.5);
    expect(compareSearch([document('A')], [document('B'), document('A')], none).overlap).toBe(1);
    expect(compareSearch([], [document('A')], none)).toMatchObject({ overlap: null, goldRankRecorded: null });
    expect(compareSearch([document('A')], [], none).overlap).toBe(0);
  });

  it('know gold documents by the answers in them, in title or text, on word boundaries', () => {
    const golds = { titles: [], answers: ['Lake Mirin'] };
    const compared = compareSearch(
      [document('X', 'Lake Mirinsee'), document('Y', 'by the lake Mirin.')],
      [document('Lake Mirin', 'water')],
      golds,
    );
    expect(compared).toMatchObject({ goldPath: 'answer-in-text', goldRankRecorded: 2, goldRankReplayed: 1 });
    expect(compared.rows.map(({ recorded, replayed }) => [recorded?.gold, replayed?.gold])).toEqual([
      [false, true],
      [true, undefined],
    ]);
  });

  it('know them by title where titles are known, whatever stands in them', () => {
    const golds = { titles: ['Yes'], answers: ['Mirin'] };
    const compared = compareSearch([document('A', 'Mirin')], [document('B'), document('yes')], golds);
    expect(compared).toMatchObject({ goldPath: 'title', goldRankRecorded: null, goldRankReplayed: 2 });
  });

  it('say that nothing is known to decide by', () => {
    expect(compareSearch([document('A')], [document('A')], none)).toMatchObject({
      goldPath: null,
      goldRankRecorded: null,
      goldRankReplayed: null,
    });
  });
});
