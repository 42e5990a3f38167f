import { expect, it } from 'vitest';
import { Hands } from '../../../../core/store/process/hands';

/** Pieces of work that a test ends when it likes. */
function pieces(): {
  readonly begun: number[];
  work: (n: number) => () => Promise<void>;
  end: (n: number, error?: Error) => void;
} {
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  return {
    begun,
    work: (n) => () => {
      begun.push(n);
      return new Promise((resolve, reject) => ends.set(n, (error) => (error ? reject(error) : resolve())));
    },
    end: (n, error) => ends.get(n)?.(error),
  };
}

it('gives as many pieces as there are hands and one more, and ends when all are done', async () => {
  const { begun, work, end } = pieces();
  const hands = new Hands(2);
  const giving = (async () => {
    for (let n = 0; n < 5; n++) await hands.give(work(n));
  })();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  end(1);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (const n of [0, 2]) end(n);
  await giving;
  let done = false;
  const ended = hands.end().then(() => (done = true));
  end(3);
  expect(done).toBe(false);
  end(4);
  await ended;
});

it('tells of the first failure once nothing runs any more', async () => {
  const { work, end } = pieces();
  const hands = new Hands(3);
  for (const n of [0, 1, 2]) await hands.give(work(n));
  end(1, new Error('first'));
  await expect.poll(() => hands.failed).toBe(true);
  let told: unknown = null;
  const ended = hands.end().catch((error: unknown) => (told = error));
  end(0, new Error('second'));
  expect(told).toBeNull();
  end(2);
  await ended;
  expect(told).toEqual(new Error('first'));
});
