import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceFor } from '../../../core/rollouts/choice-by-path';
import { choiceOf, patternOf, withChoice, withoutChoice } from '../../../extension/describe/choices';

describe('a choice for one file', () => {
  it('leaves those for other files as they are, and wins over more general ones', () => {
    const before = { 'runs/a.jsonl': 'plain', 'runs/**': 'search-r1' };
    const after = withChoice(before, 'runs/a.jsonl', 'r1-searcher');
    expect(Object.keys(after)).toEqual(['runs/**', 'runs/a.jsonl']);
    expect(choiceFor('/w/runs/a.jsonl', after)).toBe('r1-searcher');
    expect(choiceFor('/w/runs/b.jsonl', after)).toBe('search-r1');
  });

  it('goes without leaving an empty object behind', () => {
    expect(withoutChoice({ 'a/b.jsonl': 'plain' }, 'a/b.jsonl')).toBeUndefined();
    expect(withoutChoice(undefined, 'a/b.jsonl')).toBeUndefined();
    expect(withoutChoice({ x: 'plain', y: 'plain' }, 'x')).toEqual({ y: 'plain' });
  });

  it('is not there where the settings say to detect', () => {
    expect(choiceOf('/w/a/b', {}, 'auto')).toBeNull();
    expect(choiceOf('/w/a/b', {}, 'plain')).toBe('plain');
    expect(choiceOf('/w/a/b', { 'a/b': 'auto' }, 'plain')).toBeNull();
    expect(choiceOf('/w/a/b', { 'a/c': 'plain' }, 'auto')).toBeNull();
  });

  it('matches its own path, whatever stands in its name, and no other', () => {
    const name = fc
      .array(
        fc.constantFrom('a', 'b', '[', ']', '{', '}', '(', ')', '*', '?', '!', '+', '@', ',', ' ', '.'),
        {
          minLength: 1,
          maxLength: 12,
        },
      )
      .map((parts) => `${parts.join('')}x`);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const choices = { [patternOf(`runs/${one}`)]: 'plain' };
        expect(choiceFor(`/w/runs/${one}`, choices)).toBe('plain');
        if (other !== one) expect(choiceFor(`/w/runs/${other}`, choices)).toBeNull();
      }),
    );
  });
});
