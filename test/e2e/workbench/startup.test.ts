import { expect, test } from 'vitest';
import { useWorkbench } from './workbench';

const workbench = useWorkbench();

test('the extension under development runs', async () => {
  await workbench().runCommand('Developer: Show Running Extensions');
  const running = workbench().page.locator('.runtime-extensions-editor .name', { hasText: /^Tracehop$/i });
  await running.first().waitFor({ timeout: 30_000 });
  await workbench().screenshot('running extensions');
  expect(await workbench().isRestricted()).toBe(false);
});
