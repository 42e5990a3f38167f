import { describe, expect, it } from 'vitest';
import { dialects } from '../../../core/trace/dialects';
import type { TagMeaning } from '../../../core/trace/dialect';
import { read } from './manifest';

interface Named {
  readonly name: string;
}

interface Pattern {
  readonly include?: string;
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Readonly<Record<string, Named>>;
  readonly beginCaptures?: Readonly<Record<string, Named>>;
  readonly patterns?: readonly Pattern[];
}

interface Grammar {
  readonly patterns: readonly Pattern[];
  readonly repository: Readonly<Record<string, Pattern>>;
}

const grammar = JSON.parse(read('syntaxes/rollout.tmLanguage.json')) as Grammar;

const rules = grammar.patterns.map(({ include = '' }) => grammar.repository[include.slice(1)]);
/** Rules that stand inside of others: modes of a query, snippets of an observation, citations of an answer. */
const inner = rules.flatMap((rule) => rule?.patterns ?? []);

/** The scope of a tag at the start of a line: of the first rule that matches there; null where none covers it. */
function scopeOf({ open, close }: TagMeaning, patterns: readonly (Pattern | undefined)[]): string | null {
  const action = close === ']';
  const line = action
    ? `Action 1: ${open}Zorvia]`
    : open.startsWith('<') && !open.endsWith('>')
      ? `${open} x>`
      : open;
  for (const rule of patterns) {
    const pattern = rule?.begin ?? rule?.match;
    const found = pattern === undefined ? null : new RegExp(pattern, 'dm').exec(line);
    if (!rule || !found || found.index > 0) continue;
    const captures = rule.beginCaptures ?? rule.captures ?? {};
    const named = found.flatMap((group, at) => (group === open ? (captures[at]?.name ?? []) : []));
    return named[0] ?? rule.name ?? null;
  }
  return null;
}

const ENVIRONMENT = 'entity.name.type.tag.environment.rollout';

describe('the TextMate grammar', () => {
  it.each(dialects.flatMap(({ id, tags }) => tags.map((tag) => [id, tag.open, tag] as const)))(
    'colours %s’s %s',
    (_id, _open, tag) => {
      const scope = scopeOf(tag, rules) ?? scopeOf(tag, inner);
      if (tag.by === 'environment') expect(scopeOf(tag, inner) ?? scope).toBe(ENVIRONMENT);
      else expect(scope).toMatch(/^entity\.name\.tag\./);
    },
  );

  it('colours labels with numbers, at the start of a line alone', () => {
    const label = new RegExp(grammar.repository['label']?.match ?? '', 'm');
    expect(label.exec('Thought 12: so')?.[0]).toBe('Thought 12:');
    expect(label.test('a Thought: so')).toBe(false);
  });

  it('ends queries and answers with their lines', () => {
    const action = new RegExp(grammar.repository['action']?.match ?? '', 'm');
    expect(action.exec('Action: Search[a [b]] now\nThought: c]')?.slice(2, 5)).toEqual([
      'Search[',
      'a [b]',
      ']',
    ]);
    const finish = new RegExp(grammar.repository['finish']?.match ?? '', 'm');
    expect(finish.exec('Action 3: finish[Melka')?.slice(2, 5)).toEqual(['finish[', 'Melka', '']);
    expect(finish.test('Action 3: Search[Melka]')).toBe(false);
  });

  it('has the elements of each dialect end where the dialect ends them', () => {
    const ends = rules.flatMap((rule) => (rule?.end === undefined ? [] : [new RegExp(rule.end, 'm')]));
    const closers = new Set(dialects.flatMap(({ tags }) => tags.flatMap(({ close }) => close ?? [])));
    const plain = ['</think>', '</reasoning>', '</snippet>', '</cite>', ']', '}'];
    for (const closer of closers)
      if (!plain.includes(closer))
        expect(
          ends.some((end) => end.exec(closer)?.[0] === closer),
          closer,
        ).toBe(true);
  });

  it('is read once with every rule of its repository', () => {
    const included = grammar.patterns.map(({ include = '' }) => include.slice(1));
    expect([...included].sort()).toEqual(Object.keys(grammar.repository).sort());
  });
});
