import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { InOrder } from '../../../../core/store/process/in-order';

it('gives turns in the order in which they were asked for, whoever is ready first', async () => {
  const order = new InOrder();
  const turns = [order.next(), order.next(), order.next()];
  const seen: number[] = [];
  const all = turns.map(async (turn, number) => {
    await turn.come;
    seen.push(number);
    await sleep(0);
    turn.pass();
  });
  await Promise.all(all.reverse());
  expect(seen).toEqual([0, 1, 2]);
});

it('waits for those before where one has nothing to do', async () => {
  const order = new InOrder();
  const [first, second, third] = [order.next(), order.next(), order.next()];
  second.pass();
  let came = false;
  void third.come.then(() => (came = true));
  await sleep(5);
  expect([came, second.has]).toEqual([false, false]);
  first.pass();
  await third.come;
  expect(second.has).toBe(true);
});
