import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExplainArrival, Explained } from '../../../core/protocol/panels/explain';
import { keptOf, LONGEST_KEPT, MOST_KEPT, readKept, withKept } from '../../../extension/explain/kept';
import { TextBatch } from '../../../extension/explain/text-batch';

describe('text in batches', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function batch(): { readonly made: TextBatch; readonly got: ExplainArrival[] } {
    const got: ExplainArrival[] = [];
    return { made: new TextBatch(3, (arrival) => got.push(arrival)), got };
  }

  it('hands the first piece on at once, and then at most one message a frame', () => {
    const { made, got } = batch();
    made.addText('a');
    expect(got).toEqual([{ run: 3, text: { at: 0, add: 'a' }, reasoning: { at: 0, add: '' } }]);
    for (let piece = 0; piece < 1000; piece++) {
      made.addText('b');
      vi.advanceTimersByTime(1);
    }
    made.flush();
    // A second has 62.5 frames of 16 ms.
    expect(got.length).toBeLessThanOrEqual(64);
    expect(got.length).toBeGreaterThan(50);
    expect(got.map(({ text }) => text.add).join('')).toBe(`a${'b'.repeat(1000)}`);
    expect(made.text).toBe(`a${'b'.repeat(1000)}`);
  });

  it('hands everything on at the end, once', () => {
    const { made, got } = batch();
    made.addReasoning('x');
    made.addReasoning('y');
    made.addText('z');
    made.flush();
    made.flush();
    vi.advanceTimersByTime(100);
    expect(got).toEqual([
      { run: 3, text: { at: 0, add: '' }, reasoning: { at: 0, add: 'x' } },
      { run: 3, text: { at: 0, add: 'z' }, reasoning: { at: 1, add: 'y' } },
    ]);
  });
});

describe('answers over a reload', () => {
  const explained: Explained = {
    run: 4,
    id: 'a.jsonl#1',
    phase: { kind: 'done', remark: null },
    endpoint: 'http://127.0.0.1:1/v1',
    model: 'tester',
    sent: { messages: [{ role: 'user', content: 'secret' }], cutTexts: ['cut'], characters: 6, tokens: 2 },
    text: 'Because.',
    reasoning: 'Hm.',
    keptFrom: null,
    turns: [{ start: 0, end: 9 }],
    spent: null,
    session: [],
    totals: [],
  };
  const now = new Date('2026-01-02T03:04:05Z');
  const kept = (key = 'k', more: Partial<Explained> = {}) => {
    const made = keptOf(key, { ...explained, ...more }, now);
    if (!made) throw new Error('nothing was kept');
    return made;
  };

  it('are read as they were written, without the messages', () => {
    const read = readKept(JSON.parse(JSON.stringify([kept()])));
    expect(read).toEqual([kept()]);
    expect(read[0]).toMatchObject({ at: '2026-01-02T03:04:05.000Z', text: 'Because.' });
    expect(JSON.stringify(read)).not.toContain('secret');
  });

  it('are kept neither while they come, nor empty, nor where they are long', () => {
    expect(keptOf('k', { ...explained, phase: { kind: 'asking', elapsedMs: 1 } }, now)).toBeNull();
    expect(keptOf('k', { ...explained, text: '' }, now)).toBeNull();
    expect(keptOf('k', { ...explained, text: 'x'.repeat(LONGEST_KEPT + 1) }, now)).toBeNull();
    expect(kept('k', { reasoning: 'x'.repeat(LONGEST_KEPT) })).toMatchObject({
      text: 'Because.',
      reasoning: '',
    });
    expect(kept('k', { phase: { kind: 'failed', message: 'It broke.' } }).phase.kind).toBe('failed');
  });

  it('are a bounded number, one a rollout, the newest', () => {
    let list = withKept([], kept('first'));
    for (let at = 0; at < MOST_KEPT; at++) list = withKept(list, kept(`k${at}`));
    list = withKept(list, kept('k3', { text: 'Another.' }));
    expect(list).toHaveLength(MOST_KEPT);
    expect(list.map(({ key }) => key)).not.toContain('first');
    expect(list.at(-1)).toMatchObject({ key: 'k3', text: 'Another.' });
  });

  it.each([
    ['nothing', undefined],
    ['no list', { key: 'k' }],
    ['no object', [3, null, 'x']],
    ['an unknown phase', [{ ...kept(), phase: { kind: 'asking' } }]],
    ['a failure without words', [{ ...kept(), phase: { kind: 'failed' } }]],
    ['a text that is none', [{ ...kept(), text: 7 }]],
    ['numbers that are none', [{ ...kept(), spent: { promptTokens: 'x' } }]],
    ['messages', [{ ...kept(), sent: { ...kept().sent, messages: [{ role: 'user', content: 3 }] } }]],
    ['a text that is too long', [{ ...kept(), text: 'x'.repeat(LONGEST_KEPT + 1) }]],
  ])('of %s nothing is read', (_, stored) => expect(readKept(stored)).toEqual([]));
});
