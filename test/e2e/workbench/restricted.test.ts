import { expect, test } from 'vitest';
import { until } from './until';
import { useWorkbench } from './workbench';

const workbench = useWorkbench({ trusted: false });

test('in restricted mode rollouts are read and explained all the same', async () => {
  await until('restricted mode', async () => ((await workbench().isRestricted()) ? true : undefined));
  await workbench().openFile('step_1.jsonl');
  const lenses = await workbench().codeLenses();
  expect(lenses[0]).toMatch(/^Rollout 0 /);
  await workbench().clickCodeLens('Rollout 0 ');
  await until('its lenses', async () => {
    const titles = await workbench().codeLenses();
    return titles.some((title) => title.startsWith('Rollout')) ? undefined : titles;
  });
  await workbench().screenshot('restricted');
  expect(await workbench().notifications()).toEqual([]);
});

test('in restricted mode no training is offered', async () => {
  const title = 'Tracehop: Run Training...';
  expect(await workbench().commands(title)).not.toContain(title);
  expect(await workbench().commands('Tracehop: Show Log')).toContain('Tracehop: Show Log');
});

test('in restricted mode no model is asked', async () => {
  await workbench().runCommand('Tracehop: Set Model Endpoint...');
  const notices = await until('a notice', async () => {
    const shown = await workbench().notifications();
    return shown.length > 0 ? shown : undefined;
  });
  expect(notices.join()).toContain('Models are not asked in a workspace that is not trusted.');
  await workbench().runCommand('Notifications: Clear All Notifications');
  await workbench().runCommand('Tracehop: Explain This Rollout...');
  await until('another notice', async () =>
    (await workbench().notifications()).join().includes('Models are not asked') ? true : undefined,
  );
  expect(await workbench().page.locator('.quick-input-widget:visible, .monaco-dialog-box').count()).toBe(0);
});
