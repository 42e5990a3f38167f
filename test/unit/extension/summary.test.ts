import { describe, expect, it, vi } from 'vitest';
import type { RolloutSummary } from '../../../core/protocol/server';
import { unmarked } from '../../../extension/common/unmarked';
import { outcomeOf } from '../../../extension/rollout-view/outcome';

vi.mock('vscode', () => ({
  env: { language: 'en' },
  l10n: {
    t: (text: string, ...values: readonly unknown[]) =>
      text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
  },
}));

const { pickItem } = await import('../../../extension/rollout-view/pick-item');
const { recordTitle } = await import('../../../extension/json-text/lens-title');

const base: RolloutSummary = {
  file: 'file:///runs/step.jsonl',
  index: 5,
  sample: 0,
  id: 'step.jsonl#5',
  question: 'Which river?',
  score: 0,
  turns: 3,
  searches: 2,
  documents: 6,
  answer: 'Lesser Hythe',
  golds: ['Melka', 'Melka River'],
  correct: false,
  opening: 'I need to find the river.',
  structured: true,
  errors: 0,
  warnings: 1,
  informations: 2,
  rules: ['repeated-query', 'answer-not-in-evidence'],
  fault: null,
};

describe('the outcome of a rollout', () => {
  it.each([
    [1, false, 'right'],
    [2, null, 'right'],
    [null, true, 'right'],
    [0.5, true, 'right'],
    [0, false, 'wrong'],
    [-1, null, 'wrong'],
    [null, false, 'wrong'],
    [0.5, false, 'unknown'],
    [0, true, 'unknown'],
    [null, null, 'unknown'],
  ] as const)('with score %s and match %s is %s', (score, correct, outcome) => {
    expect(outcomeOf({ score, correct })).toBe(outcome);
  });
});

describe('a rollout in the list', () => {
  it('says how it ended, what was expected and which rules noticed something', () => {
    expect(pickItem(base)).toMatchObject({
      label: '$(error) #5  Which river?',
      detail:
        'score 0 · EM 0 · 2 searches · answer “Lesser Hythe” · gold “Melka” · 1 warning, 2 information · ' +
        'repeated-query, answer-not-in-evidence',
    });
  });

  it('has no tick unless something says that it is right', () => {
    const silent = { ...base, score: null, correct: null, golds: [] };
    expect(pickItem(silent).label).toMatch(/^\$\(circle-large-outline\)/);
    expect(pickItem({ ...silent, errors: 1 }).label).toMatch(/^\$\(warning\)/);
    expect(pickItem({ ...base, score: 1, errors: 1 }).label).toMatch(/^\$\(pass\)/);
  });

  it('is told from others by its beginning where no question is recorded', () => {
    expect(pickItem({ ...base, question: null }).label).toContain(base.opening);
  });

  it('is numbered as its id is, also the first of several in a record', () => {
    expect(pickItem({ ...base, id: 'a#b.jsonl#5.0' }).label).toContain(' #5.0 ');
  });

  it('claims nothing of searches and answers where its dialect knows none', () => {
    const plain = { ...base, structured: false, searches: 0, answer: null, correct: null };
    expect(pickItem(plain).detail).toMatch(/^score 0 · gold/);
  });
});

describe('the lens above a record', () => {
  it('uses the same words', () => {
    expect(recordTitle(5, [{ ...base, warnings: 0, informations: 0 }])).toBe(
      'Rollout 5 · score 0 · EM 0 · 2 searches · answer “Lesser Hythe”',
    );
  });

  it('shows no marks of Markdown', () => {
    const fault = {
      ...base,
      turns: 0,
      question: null,
      answer: null,
      opening: '',
      fault: '`output` is empty',
    };
    expect(recordTitle(5, [fault])).toBe('Record 5 · output is empty');
  });
});

describe('unmarked', () => {
  it('leaves neither backticks nor entities', () => {
    expect(unmarked('`&lt;search&gt;` ×1 &amp;amp; “&quot;”')).toBe('<search> ×1 &amp; “"”');
  });
});
