import { describe, expect, it } from 'vitest';
import { LongTurn } from '../../../../core/store/ingest/long-turn';
import { Turns } from '../../../../core/store/ingest/turns';

describe('turns', () => {
  it('are given one at a time, in the order in which they were asked for', () => {
    const turns = new Turns<object>();
    const seen: string[] = [];
    const [a, b, c] = [{}, {}, {}];
    turns.ask(a, () => seen.push('a'));
    turns.ask(b, () => seen.push('b'));
    turns.ask(c, () => seen.push('c'));
    expect(seen).toEqual(['a']);
    turns.leave(a);
    expect(seen).toEqual(['a', 'b']);
    // One that waits no longer is passed over; one that has none changes nothing.
    turns.leave(c);
    turns.leave(a);
    turns.leave(b);
    expect(seen).toEqual(['a', 'b']);
    turns.ask(a, () => seen.push('again'));
    expect(seen.at(-1)).toBe('again');
  });
});

describe('the turn of a thread', () => {
  const never = new AbortController().signal;

  it('is waited for until the crew gives it', async () => {
    const told: unknown[] = [];
    const turn = new LongTurn({ postMessage: (message: unknown) => void told.push(message) });
    let has = false;
    const taken = turn.take(never).then((reading) => ((has = true), reading));
    await Promise.resolve();
    expect([told, has]).toEqual([[{ kind: 'long' }], false]);
    turn.granted();
    (await taken).end();
    expect(told).toEqual([{ kind: 'long' }, { kind: 'short' }]);
  });

  it('is no longer wanted by who gave up, also when it comes late', async () => {
    const told: unknown[] = [];
    const turn = new LongTurn({ postMessage: (message: unknown) => void told.push(message) });
    const controller = new AbortController();
    const taken = turn.take(controller.signal);
    controller.abort(new Error('enough'));
    await expect(taken).rejects.toThrow('enough');
    expect(told).toEqual([{ kind: 'long' }, { kind: 'short' }]);
    turn.granted();
    await expect(turn.take(controller.signal)).rejects.toThrow('enough');
    expect(told).toHaveLength(2);
  });
});
