import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  CALL_TIMEOUT_MS,
  CallFailed,
  CallGivenUp,
  Channel,
  readFrame,
  type Call,
  type CallContext,
  type Frame,
} from '../../../core/protocol/panels/channel';

interface Questions {
  readonly double: Call<number, number>;
  readonly slow: Call<string, string, number>;
  readonly broken: Call<null, never>;
}
type None = Record<never, never>;

/** Both ends, with messages copied as `postMessage` copies them and delivered one turn later. */
function pair(slow: (text: string, context: CallContext<number>) => Promise<string>) {
  const sent: Frame[] = [];
  const deliver = (to: () => Channel<never, never> | Channel<Questions, None>) => (frame: Frame) => {
    sent.push(frame);
    const copy = structuredClone(frame);
    queueMicrotask(() => to().receive(copy));
  };
  const host: Channel<Questions, None> = new Channel<Questions, None>(
    deliver(() => page as unknown as Channel<never, never>),
    {
      double: (n) => Promise.resolve(n * 2),
      slow,
      broken: () => Promise.reject(new Error('inner words')),
    },
    (error) => ({ message: error instanceof CallFailed ? error.message : 'It broke.', user: true }),
    7,
  );
  const page: Channel<None, Questions> = new Channel<None, Questions>(
    deliver(() => host),
    {},
    () => ({ message: '', user: false }),
    7,
  );
  return { host, page, sent };
}

const never = () => new Promise<string>(() => undefined);

describe('calls', () => {
  test('are answered, each its own', async () => {
    const { page } = pair(never);
    expect(await Promise.all([1, 2, 3].map((n) => page.call('double', n)))).toEqual([2, 4, 6]);
  });

  test('fail with the words of the other side, not with its stack', async () => {
    const { page, sent } = pair(never);
    const error: unknown = await page.call('broken', null).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CallFailed);
    expect(error).toMatchObject({ message: 'It broke.', user: true });
    expect(JSON.stringify(sent)).not.toContain('inner words');
  });

  test('of unknown names fail, also of names that every object has', async () => {
    const { page } = pair(never);
    for (const name of ['nothing', 'constructor', '__proto__', 'toString']) {
      await expect(page.call(name as 'double', 1)).rejects.toThrow(`There is no call named ${name}.`);
    }
  });

  test('bring progress before the result', async () => {
    const { page } = pair((text, { progress }) => {
      [1, 2, 3].forEach(progress);
      return Promise.resolve(text);
    });
    const seen: number[] = [];
    expect(await page.call('slow', 'done', { onProgress: (n) => seen.push(n) })).toBe('done');
    expect(seen).toEqual([1, 2, 3]);
  });

  test('are cancelled on both sides', async () => {
    const aborted = vi.fn();
    const { page } = pair((_, { signal }) => {
      signal.addEventListener('abort', aborted);
      return never();
    });
    const controller = new AbortController();
    const call = page.call('slow', '', { signal: controller.signal });
    await Promise.resolve();
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(CallGivenUp);
    await Promise.resolve();
    expect(aborted).toHaveBeenCalledOnce();
    await expect(page.call('slow', '', { signal: controller.signal })).rejects.toBeInstanceOf(CallGivenUp);
  });

  test('marked latest give up earlier ones of their name, and no others', async () => {
    const { page } = pair((text) => (text === 'late' ? Promise.resolve('late') : never()));
    const first = page.call('slow', 'early', { latest: true });
    const other = page.call('double', 4);
    const second = page.call('slow', 'late', { latest: true });
    await expect(first).rejects.toBeInstanceOf(CallGivenUp);
    expect(await Promise.all([other, second])).toEqual([8, 'late']);
  });

  test('end when a channel closes', async () => {
    const { host, page } = pair(never);
    const call = page.call('slow', '');
    page.close();
    await expect(call).rejects.toBeInstanceOf(CallGivenUp);
    await expect(page.call('double', 1)).rejects.toBeInstanceOf(CallGivenUp);
    host.close();
  });
});

describe('time', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('runs out without a reply, and progress starts it anew', async () => {
    let tell: (value: number) => void = () => undefined;
    const { page } = pair((_, { progress }) => {
      tell = progress;
      return never();
    });
    const call = page.call('slow', '').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
    tell(1);
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
    let over = false;
    void call.then(() => (over = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({ message: 'No answer came within 30 seconds.', user: true });
  });
});

describe('generations', () => {
  test('a page made anew gets nothing that was meant for the old one', async () => {
    let finish: (text: string) => void = () => undefined;
    const { host, page, sent } = pair(() => new Promise((resolve) => (finish = resolve)));
    const call = page.call('slow', '');
    await Promise.resolve();
    host.renew(8);
    finish('late');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(sent.map(({ kind }) => kind)).toEqual(['request']);
    page.renew(8);
    await expect(call).rejects.toBeInstanceOf(CallGivenUp);
    expect(await page.call('double', 5)).toBe(10);
  });

  test('messages of another generation are dropped', async () => {
    const { host, sent } = pair(never);
    host.receive({ v: 1, generation: 6, kind: 'request', id: 1, name: 'double', params: 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(sent).toEqual([]);
  });
});

test('anything that is not a message is no message', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readFrame(value)).toBeNull();
    }),
  );
  const frame = { v: 1, generation: 1, kind: 'request', id: 1, name: 'x', params: null };
  expect(readFrame(frame)).toBe(frame);
  expect(readFrame({ ...frame, v: 2 })).toBeNull();
  expect(readFrame({ ...frame, kind: 'other' })).toBeNull();
  expect(readFrame({ ...frame, name: 1 })).toBeNull();
});
