import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needsConsent, granted, readConsents, revoked, warningsAbout } from '../../../core/agent/consent';
import {
  addSpent,
  type Counters,
  moneyOf,
  readCounters,
  readPrices,
  type Spent,
} from '../../../core/agent/cost';
import { endpointOf } from '../../../core/agent/endpoint';
import { askedWait, RETRIES, waitBefore } from '../../../core/agent/retry';
import { streamEvents, type StreamEvent } from '../../../core/agent/sse';
import { estimateTokens } from '../../../core/agent/tokens';

async function eventsOf(bytes: Uint8Array, cuts: readonly number[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
  for await (const event of streamEvents(Readable.from(pieces) as AsyncIterable<Uint8Array>))
    events.push(event);
  return events;
}

describe('a stream of events', () => {
  it('is read as the standard has it', async () => {
    const text =
      '\ufeff: comment\r\ndata: a\rdata:b\n\nevent: error\ndata:  c\nid: 1\nretry: 5\nunknown\n\ndata\n\n\n\nevent: x\n\ndata: é東👩\r\n';
    expect(await eventsOf(Buffer.from(text), [])).toEqual([
      { event: null, data: 'a\nb' },
      { event: 'error', data: ' c' },
      { event: null, data: '' },
      { event: null, data: 'é東👩' },
    ]);
  });

  it('is the same however its bytes are cut', async () => {
    const lines = fc.array(fc.constantFrom('data: é', 'data: 東👩', ': c', 'event: e', '', '', 'data:'), {
      maxLength: 12,
    });
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(lines, ends, fc.array(fc.nat(200), { maxLength: 20 }), async (all, end, cuts) => {
        const bytes = Buffer.from(all.join(end));
        expect(await eventsOf(bytes, cuts)).toEqual(await eventsOf(bytes, []));
      }),
    );
  });

  it('reads a line of many chunks in linear time, and none without end', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const many = async function* (count: number): AsyncGenerator<Uint8Array> {
      yield Buffer.from('data: ');
      for (let at = 0; at < count; at++) yield await Promise.resolve(chunk);
    };
    let length = 0;
    for await (const { data } of streamEvents(many(100))) length += data.length;
    expect(length).toBe(100 * 64 * 1024);
    await expect(async () => {
      for await (const event of streamEvents(many(1000))) void event;
    }).rejects.toThrow('16 million');
  });
});

describe('waiting', () => {
  const policy = { ...RETRIES, random: () => 0.5 };

  it('doubles up to the cap, with full jitter', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((failed) => waitBefore(policy, failed, null))).toEqual([
      250, 500, 1000, 2000, 4000, 4000, 4000,
    ]);
    expect(waitBefore({ ...policy, random: () => 0 }, 5, null)).toBe(0);
  });

  it('lasts at least as long as was asked', () => {
    expect(waitBefore(policy, 1, 3000)).toBe(3250);
    expect(waitBefore(policy, 1, 0)).toBe(0);
  });

  it.each([
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '9', 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-1' }, expect.any(Number)],
    [{}, null],
  ])('%j asks for %s ms', (headers, ms) => {
    const asked = askedWait(new Headers(headers), Date.UTC(2026, 0, 1));
    expect(asked).toEqual(ms);
    expect(asked ?? 0).toBeGreaterThanOrEqual(0);
  });
});

describe('counters', () => {
  const one: Spent = {
    endpoint: 'http://a',
    model: 'm',
    requests: 3,
    retries: 1,
    ms: 500,
    outcome: 'done',
    promptTokens: 1000,
    completionTokens: 200,
    estimated: false,
  };
  const all: Counters = [
    one,
    { ...one, model: 'n', outcome: 'failed' as const, promptTokens: 0, completionTokens: 0 },
    { ...one, endpoint: 'http://b' },
    { ...one, outcome: 'cancelled' as const, estimated: true, promptTokens: 10, completionTokens: 1 },
  ].reduce<Counters>(addSpent, []);

  it('sum by endpoint and model', () => {
    expect(all.map(({ endpoint, model, chats }) => [endpoint, model, chats])).toEqual([
      ['http://a', 'm', 2],
      ['http://a', 'n', 1],
      ['http://b', 'm', 1],
    ]);
    expect(all[0]).toEqual({
      endpoint: 'http://a',
      model: 'm',
      chats: 2,
      failed: 0,
      cancelled: 1,
      requests: 6,
      retries: 2,
      ms: 1000,
      promptTokens: 1010,
      completionTokens: 201,
      estimatedTokens: 11,
    });
  });

  it('are JSON, and what is no counter is left out', () => {
    expect(readCounters(JSON.parse(JSON.stringify(all)))).toEqual(all);
    expect(readCounters([...all, { ...all[0], ms: -1 }, null, { endpoint: 'x' }])).toEqual(all);
    expect(readCounters('broken')).toEqual([]);
  });

  it('have a price where the user gave one', () => {
    const prices = readPrices({
      m: { prompt: 0.4, completion: 1.6 },
      bad: { prompt: -1, completion: 1 },
      worse: 3,
    });
    expect(Object.keys(prices)).toEqual(['m']);
    // (1000 · 0.4 + 200 · 1.6) / 10⁶
    expect(moneyOf(one, prices)).toBeCloseTo(0.00072, 12);
    expect(moneyOf({ ...one, model: 'n' }, prices)).toBeNull();
    expect(moneyOf({ ...one, model: 'constructor' }, prices)).toBeNull();
    expect(moneyOf({ ...one, model: 'n' }, { '*': { prompt: 1, completion: 0 } })).toBeCloseTo(0.001, 12);
  });
});

describe('consent', () => {
  const now = new Date('2026-01-02T03:04:05Z');
  const local = endpointOf('http://127.0.0.1:8000/v1');

  it('is asked for once an origin, this machine included', () => {
    expect(needsConsent([], local)).toBe(true);
    const consents = granted([], local, now);
    expect(consents).toEqual([
      { origin: 'http://127.0.0.1:8000', version: 1, at: '2026-01-02T03:04:05.000Z' },
    ]);
    expect(needsConsent(consents, local)).toBe(false);
    expect(needsConsent(consents, endpointOf('http://127.0.0.1:8000/other'))).toBe(false);
    for (const other of ['http://127.0.0.1:8001/v1', 'https://127.0.0.1:8000/v1', 'http://localhost:8000/v1'])
      expect(needsConsent(consents, endpointOf(other))).toBe(true);
  });

  it('can be taken back, and is asked for again when more is sent', () => {
    const consents = granted(granted([], local, now), local, now);
    expect(consents).toHaveLength(1);
    expect(revoked(consents, local.origin)).toEqual([]);
    expect(needsConsent([{ origin: local.origin, version: 0, at: '' }], local)).toBe(true);
  });

  it('is asked for again where what was stored is broken', () => {
    expect(readConsents({ origin: local.origin })).toEqual([]);
    expect(readConsents([{ origin: local.origin, version: '1', at: '' }, null])).toEqual([]);
    expect(readConsents(granted([], local, now))).toHaveLength(1);
  });

  it('warns of what is not encrypted', () => {
    expect(warningsAbout(endpointOf('http://gpu-7:8000/v1'))).toEqual(['unencrypted']);
    expect(warningsAbout(endpointOf('https://gpu-7/v1'))).toEqual([]);
    expect(warningsAbout(local)).toEqual(['tunnel']);
  });
});

describe('estimated tokens', () => {
  it('are four ASCII characters each, and one for each other character', () => {
    expect(['', 'a', 'abcd', 'abcde', 'é', '東京', '👩🏽‍🚀', 'ab東'].map(estimateTokens)).toEqual([
      0, 1, 1, 2, 1, 2, 4, 2,
    ]);
  });

  it('of a whole are no more than of its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(estimateTokens(one + other)).toBeLessThanOrEqual(estimateTokens(one) + estimateTokens(other));
      }),
    );
  });
});
