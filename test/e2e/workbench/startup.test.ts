import { expect, test } from 'vitest';
import { useWorkbench } from './workbench';

const workbench = useWorkbench();

test('the palette offers the commands of the extension under development', async () => {
  expect(await workbench().commands('Tracehop: ')).not.toEqual([]);
  expect(await workbench().isRestricted()).toBe(false);
  await workbench().screenshot('startup');
});
