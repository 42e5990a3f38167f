import { describe, expect, it } from 'vitest';
import { dialects, dialectOf } from '../../../core/trace/dialects';
import type { Segment, SegmentKind } from '../../../core/trace/model';
import { tagFinder } from '../../../core/trace/tag-places';
import { cpuTime } from '../cpu-time';

/** Tags of a text that is one segment, closers with a slash before. */
function tagsIn(dialect: string, text: string, kind: SegmentKind = 'text'): string[] {
  const find = tagFinder(dialectOf(dialect)?.tags ?? []);
  const segment: Segment = { kind, by: 'policy', start: 2, end: 2 + text.length, closed: true };
  const own = `> ${text} <`;
  return find(own, segment).map(({ start, end, closing }) => `${closing ? '/' : ''}${own.slice(start, end)}`);
}

describe('tags in a segment', () => {
  it.each(dialects.flatMap(({ id, tags }) => tags.map((tag) => [id, tag] as const)))(
    '%s: finds %o where a segment starts with it',
    (id, { open, close }) => {
      const text = `${open} Zorvia ${close ?? ''}`;
      for (const kind of ['search', 'information'] as const) {
        const found = tagsIn(id, text, kind);
        expect(found[0]).toBe(open);
        // What stands in a box may hold brackets, and it begins no element.
        if (close !== null && open !== '\\boxed{') expect(found.at(-1)).toBe(`/${close}`);
      }
    },
  );

  it('finds labels at the start of a line alone, numbers included', () => {
    const text = 'I said Thought: no.\nThought 12: yes.\r\n  Action: Search[Zorvia] or Action: none';
    expect(tagsIn('react', text)).toEqual(['Thought 12:', 'Action:']);
  });

  it('takes brackets of an action for its own where it is the element', () => {
    expect(tagsIn('react', 'Search[Zorvia [town]]', 'search')).toEqual(['Search[', '/]']);
    expect(tagsIn('react', 'Search[Zorvia', 'search')).toEqual(['Search[']);
    expect(tagsIn('react', 'I might Search[Zorvia] or read [1].')).toEqual([]);
  });

  it('gives a closer that several tags share to the one that was opened', () => {
    const find = tagFinder(dialectOf('rq-rag')?.tags ?? []);
    const own = '[A_Response]Melka[EOS]';
    const segment: Segment = { kind: 'answer', by: 'policy', start: 0, end: own.length, closed: true };
    expect(find(own, segment).map(({ tag }) => tag.open)).toEqual(['[A_Response]', '[A_Response]']);
  });

  it('leaves tags in retrieved text alone', () => {
    const text = '<information>Doc 1: <search> and </search></information>';
    expect(tagsIn('search-r1', text, 'information')).toEqual(['<information>', '/</information>']);
    expect(tagsIn('search-r1', text)).toHaveLength(4);
    expect(tagsIn('react', 'Observation 1: Zorvia\nThought 2: it says', 'information')).toEqual([
      'Observation 1:',
    ]);
  });

  it('takes time in proportion to the length', () => {
    const text = '['.repeat(200_000) + '<|'.repeat(100_000) + 'Thought'.repeat(50_000);
    const since = cpuTime();
    for (const { id } of dialects) tagsIn(id, text);
    expect(cpuTime() - since).toBeLessThan(2000);
  });
});
