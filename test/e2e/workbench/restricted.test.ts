import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBulk } from '../../make/bulk';
import { until } from './until';
import { useWorkbench } from './workbench';

const workbench = useWorkbench({ trusted: false });

test('in restricted mode rollouts are read and explained all the same', async () => {
  await until('restricted mode', async () => ((await workbench().isRestricted()) ? true : undefined));
  await workbench().openFile('step_1.jsonl');
  const lenses = await workbench().codeLenses();
  expect(lenses[0]).toMatch(/^Rollout 0 /);
  await workbench().clickCodeLens('Rollout 0 ', () => workbench().showsRollout());
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

test('in restricted mode the table of rollouts is there too, and one rollout beside it', async () => {
  await workbench().openFile('step_1.jsonl');
  await workbench().runCommand('Tracehop: Open as Rollouts');
  const page = await workbench().webview('[role="grid"] [role="row"]');
  await page.locator('[role="grid"]').focus();
  await page.locator('[role="grid"]').press('o');
  await page.locator('section.detail h2', { hasText: 'step_1.jsonl#0' }).waitFor();
  await page.locator('section.detail [role="tabpanel"]').waitFor();
  await workbench().runCommand('View: Close All Editors');
});

/** Above it VS Code gives extensions no document: they know the file by its tab alone. */
const MOST_SYNCED = 50 * 1024 * 1024;

test('a file that VS Code does not give to extensions opens as a table all the same', async () => {
  const path = join(workbench().folder, 'large.jsonl');
  writeBulk(path, 1e6, 11);
  const million = readFileSync(path);
  for (let bytes = million.length; bytes <= MOST_SYNCED; bytes += million.length)
    appendFileSync(path, million);
  await workbench().openFile('large.jsonl');
  await workbench().runCommand('Tracehop: Open as Rollouts');
  const page = await workbench().webview(
    '[role="grid"] [role="row"][aria-rowindex="2"]:not([aria-busy="true"])',
  );
  await page.locator('.counts', { hasText: /rollouts$/ }).waitFor();
  await page.locator('[role="grid"]').press('o');
  await page.locator('section.detail h2', { hasText: 'large.jsonl#0' }).waitFor();
});
