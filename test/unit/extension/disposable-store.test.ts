import { expect, it } from 'vitest';
import { DisposableStore } from '../../../extension/common/disposable-store';

it('lets go in reverse order, and at once of what comes too late', () => {
  const gone: number[] = [];
  const store = new DisposableStore();
  const owned = (number: number) => ({ dispose: () => gone.push(number) });
  store.add(owned(1));
  store.add(owned(2));
  store.dispose();
  store.add(owned(3));
  store.dispose();
  expect(gone).toEqual([2, 1, 3]);
});
