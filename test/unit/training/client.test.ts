import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canonicalJson } from '../../../core/training/canonical';
import { backoff } from '../../../core/training/client/backoff';
import { Cursors } from '../../../core/training/client/cursors';
import type { ChannelReply } from '../../../core/protocol/bridge/messages';
import { LogReader, textOfLog, type LogChunk, type LogWire } from '../../../core/training/client/log-reader';
import { PendingRequests } from '../../../core/training/client/requests';
import { watchSleep } from '../../../core/training/client/sleep-watch';
import { readMetricLine } from '../../../core/training/metric-line';
import { ProgressMeter } from '../../../core/training/progress-meter';

describe('waiting', () => {
  it('is anywhere in a span that doubles, up to half a minute', () => {
    expect([0, 1, 2, 6, 50].map((n) => backoff(n, 0.999999))).toEqual([500, 1000, 2000, 30_000, 30_000]);
    expect([0, 5, 50].map((n) => backoff(n, 0))).toEqual([0, 0, 0]);
  });
});

describe('sleep', () => {
  afterEach(() => void vi.useRealTimers());

  it('is noticed by either clock, and only then', () => {
    vi.useFakeTimers();
    let wall = 0;
    let monotonic = 0;
    const slept: number[] = [];
    const watch = watchSleep({ wall: () => wall, monotonic: () => monotonic }, (ms) => void slept.push(ms));
    const pass = (byWall: number, byMonotonic: number): void => {
      wall += byWall;
      monotonic += byMonotonic;
      watch.look();
    };
    pass(5000, 5000);
    pass(-3_600_000, 5000);
    pass(3_605_000, 5000);
    expect(slept).toEqual([3_600_000]);
    pass(5000, 60_000);
    pass(30_000, 30_000);
    expect(slept).toEqual([3_600_000, 55_000]);
    watch.stop();
    vi.advanceTimersByTime(60_000);
    expect(slept).toHaveLength(2);
  });
});

describe('cursors', () => {
  it('tell what is next, seen, or leaves a hole, and survive JSON', () => {
    const cursors = new Cursors({ a: 4 });
    const order = (q: number) => cursors.order({ s: 'a', q });
    expect([order(3), order(4), order(5), order(6)]).toEqual(['seen', 'seen', 'next', 'hole']);
    cursors.set('a', 5);
    expect(new Cursors(JSON.parse(JSON.stringify(cursors)) as Record<string, number>).get('a')).toBe(5);
  });
});

describe('pending requests', () => {
  it('are rejected with the connection unless they may be sent again', async () => {
    const pending = new PendingRequests();
    const once = pending.add('1', 'one', false, () => undefined);
    const again = pending.add('2', 'two', true, () => undefined);
    pending.lost('gone');
    await expect(once).rejects.toThrow('gone');
    expect(pending.frames()).toEqual(['two']);
    pending.resolve('2', { a: 1 });
    pending.resolve('2', { a: 2 });
    expect(await again).toEqual({ a: 1 });
    expect(pending.frames()).toEqual([]);
  });
});

function reader(lossy = false) {
  const closed: number[] = [];
  const credits: number[] = [];
  const opened: number[] = [];
  const wire: LogWire = {
    open: ({ offset }, tell) => {
      opened.push(offset);
      const reply = { channel: opened.length, generation: 1, offset, size: 0 };
      tell(reply);
      return Promise.resolve(reply);
    },
    credit: (_channel, bytes) => void credits.push(bytes),
    close: (channel) => void closed.push(channel),
  };
  const log = new LogReader(wire, { offset: 0, generation: null }, lossy, () => undefined);
  const send = (offset: number, payload: Uint8Array, last = false): void =>
    log.take({
      kind: 'log',
      last,
      truncated: false,
      replayed: false,
      channel: 1,
      offset: BigInt(offset),
      payload,
    });
  return { log, send, credits, opened, closed };
}

describe('a log reader', () => {
  it('grants more only for what was taken', async () => {
    const { log, send, credits } = reader();
    await log.connect();
    for (let at = 0; at < 4; at++) send(at * 1048576, new Uint8Array(1048576), at === 3);
    const read: number[] = [];
    for await (const { offset } of log) {
      read.push(offset);
      // Two are taken when the third is looked at.
      expect(credits).toEqual(read.length < 3 ? [] : [2097152]);
    }
    expect(read).toHaveLength(4);
    expect(log.position).toEqual({ offset: 4194304, generation: 1 });
  });

  it('goes on behind what it received on another connection, and fails for a hole', async () => {
    const { log, send, opened } = reader();
    await log.connect();
    send(0, new Uint8Array(10));
    log.lost();
    await log.connect();
    expect(opened).toEqual([0, 10]);
    send(12, new Uint8Array(1));
    const chunks = log[Symbol.asyncIterator]();
    expect(await chunks.next()).toMatchObject({
      done: false,
      value: { offset: 0, bytes: new Uint8Array(10) },
    });
    await expect(chunks.next()).rejects.toThrow('the log goes on at byte 12, not at 10');
  });

  it('leaves no channel open: not where it is closed before it came, nor where its reading is left', async () => {
    const late: number[] = [];
    let answer: (reply: ChannelReply) => void = () => undefined;
    const log = new LogReader(
      {
        open: (_order, tell) => {
          answer = tell;
          return new Promise(() => undefined);
        },
        credit: () => undefined,
        close: (channel) => void late.push(channel),
      },
      { offset: 0, generation: null },
      false,
      () => undefined,
    );
    void log.connect();
    log.close();
    answer({ channel: 7, generation: 1, offset: 0, size: 0 });
    expect(late).toEqual([7]);
    const left = reader();
    await left.log.connect();
    left.send(0, new Uint8Array(3));
    for await (const chunk of left.log) {
      expect(chunk.offset).toBe(0);
      break;
    }
    expect(left.closed).toEqual([1]);
  });

  it('puts characters together that are cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(30)), async (text, cuts) => {
        const bytes = new TextEncoder().encode(text);
        const borders = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
          (a, b) => a - b,
        );
        async function* chunks(): AsyncGenerator<LogChunk> {
          for (const [at, start] of borders.slice(0, -1).entries())
            yield { bytes: bytes.subarray(start, borders[at + 1]), offset: start, generation: 1, gap: 0 };
          await Promise.resolve();
        }
        let got = '';
        for await (const piece of textOfLog(chunks())) got += piece;
        expect(got).toBe(new TextDecoder().decode(bytes));
      }),
    );
  });
});

describe('metric lines', () => {
  it.each([
    [
      '{"step": 1, "loss": NaN, "b": -Infinity}',
      [
        ['loss', NaN],
        ['b', -Infinity],
      ],
    ],
    [
      '{"step": 1, "loss": "nan", "b": "Infinity", "c": "x"}',
      [
        ['loss', NaN],
        ['b', Infinity],
      ],
    ],
    ['{"step": 1, "loss": 1e400}', [['loss', Infinity]]],
    ['{"step": 1, "loss": null, "ok": true, "list": [1]}', []],
    ['{"step": 1, "wall_ms": 5, "total": 9, "epoch": 1, "a": 2}', [['a', 2]]],
  ])('%s', (line, values) => {
    expect(readMetricLine(line, 'step')?.values).toEqual(values);
  });

  it.each(['', '[1]', '{"loss": 1}', '{"step": "1"}', '{"step": NaN}', '{"step": 1', 'step 1 loss 2'])(
    '%j is none',
    (line) => {
      expect(readMetricLine(line, 'step')).toBeNull();
    },
  );
});

describe('progress', () => {
  it('has a rate and a time left, never below zero', () => {
    const meter = new ProgressMeter(null);
    expect(meter.read()).toBeNull();
    meter.note(1, 0, 100, null);
    expect(meter.read()).toMatchObject({ step: 1, total: 100, rate: null, eta_s: null });
    meter.note(11, 5000, null, 2);
    expect(meter.read()).toEqual({ step: 11, total: 100, epoch: 2, rate: 2, eta_s: 44.5 });
    meter.note(5, 6000, null, null);
    meter.note(120, 7000, null, null);
    expect(meter.read()).toMatchObject({ step: 120, eta_s: 0 });
  });
});

it('equal values have equal canonical texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const shuffled = JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? Object.fromEntries(Object.entries(each).reverse())
          : each,
      ) as unknown;
      expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ b: [1, { d: 1, c: 2 }], a: 'x' })).toBe('{"a":"x","b":[1,{"c":2,"d":1}]}');
});
