import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingsOf, rules } from '../../../core/findings';
import type { Rule } from '../../../core/findings/rule';
import { dialects } from '../../../core/trace/dialects';
import { searchR1 } from '../../../core/trace/dialects/search-r1';
import { answer, EXAMPLES, information, notice, prompt, rolloutOf, said, search, think } from './build';

const crowded = rolloutOf(
  [
    prompt(EXAMPLES),
    said('hm'),
    notice(),
    search('zorvia'),
    information('Zorvia lies on the Melka.'),
    search('Zorvia'),
    think('Nothing came.'),
    answer('Danube'),
    answer('Orso'),
  ],
  { golds: ['Melka'] },
);

describe('findings', () => {
  it('come in the order of their position, with the rule’s own severity', () => {
    expect(findingsOf(crowded, searchR1).map(({ rule, severity, turn }) => [rule, severity, turn])).toEqual([
      ['invalid-action', 'warning', 0],
      ['search-without-information', 'warning', 2],
      ['repeated-query', 'warning', 2],
      ['multiple-answers', 'warning', 3],
      ['gold-retrieved-answer-wrong', 'information', 3],
      ['answer-not-in-evidence', 'information', 3],
    ]);
  });

  it('take the severities a user chose, off included', () => {
    const found = findingsOf(crowded, searchR1, { 'repeated-query': 'hint', 'invalid-action': 'off' });
    expect(found.find(({ rule }) => rule === 'repeated-query')?.severity).toBe('hint');
    expect(found.some(({ rule }) => rule === 'invalid-action')).toBe(false);
  });
});

describe('a rule that throws', () => {
  const broken: Rule = {
    id: 'broken',
    title: 'Broken',
    severity: 'error',
    explanation: 'Always throws.',
    check() {
      throw new TypeError('not a turn');
    },
  };
  const among = { rules: [broken, ...rules] };

  it('leaves the others their findings and is reported', () => {
    const failures: string[] = [];
    const onFailure = ({ rule, rollout, cause }: { rule: string; rollout: string; cause: unknown }) =>
      failures.push(`${rule} ${rollout} ${String(cause)}`);
    expect(findingsOf(crowded, searchR1, {}, { ...among, onFailure })).toEqual(findingsOf(crowded, searchR1));
    expect(failures).toEqual(['broken made#0 TypeError: not a turn']);
  });

  it('is thrown where nobody listens', () => {
    expect(() => findingsOf(crowded, searchR1, {}, among)).toThrow('Rules failed: broken (made#0)');
  });
});

describe('on any text, findings', () => {
  const word = fc.constantFrom(
    ...dialects.flatMap(({ tags }) => tags.flatMap(({ open, close }) => [open, close ?? open])),
    'My previous action is invalid. If I want to search, I should put the query between <search> and </search>. ' +
      'If I want to give the final answer, I should put the answer between <answer> and </answer>. Let me try again.',
    '<|im_start|>assistant\n',
    '<|im_end|>',
    EXAMPLES,
    'Doc 1(Title: "Zorvia") on the Melka\n',
    '(1)Zorvia   on the Melka\n',
    'Melka',
    'zorvia river',
    'Beijing',
    '😀',
    '\ud83d',
    '\n\n',
    ' ',
  );
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));

  it.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
    'lie inside it, point at its turns and are the same twice (%s)',
    (_id, dialect) => {
      fc.assert(
        fc.property(text, fc.subarray(['Melka', 'Beijing', 'yes', '']), (own, golds) => {
          const parts = [{ start: 0, end: own.length, by: 'policy', path: null, rendered: false } as const];
          const rollout = { ...rolloutOf([], { golds }), text: own, parts, ...dialect.parse(own, parts) };
          const found = findingsOf(rollout, dialect);
          expect(findingsOf(rollout, dialect)).toEqual(found);
          for (const { start, end, turn, message } of found) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(own.length);
            expect(turn === null || turn < rollout.turns.length).toBe(true);
            expect(message).toMatch(/^\S[^\n]*\S$/);
          }
        }),
        { numRuns: 400 },
      );
    },
  );
});
