import { expect, test } from 'vitest';
import { accessibilityFaults } from './axe';
import { useWorkbench } from './workbench';

const workbench = useWorkbench();

test('draft', async () => {
  const bench = workbench();
  bench.page.on('console', (m) => { if (m.type() === 'error') console.log(m.text().slice(0, 600)); });
  await bench.openFile('search-r1/step_1.jsonl');
  await bench.goTo(11, 1);
  await bench.page.waitForTimeout(1500);
  const since = performance.now();
  await bench.runCommand('Tracehop: Show Rollout Graph');
  const page = await bench.webview('.graph .overlay');
  console.log('drawn', performance.now() - since);
  await bench.page.waitForTimeout(1500);
  await bench.screenshot('graph-first');
  await page.locator('[role=tree]').focus();
  for (let i = 0; i < 4; i++) await bench.press('ArrowDown');
  await bench.page.waitForTimeout(800);
  await bench.screenshot('graph-list');
  await bench.press('Enter');
  await bench.page.waitForTimeout(1500);
  await bench.screenshot('graph-revealed');
  console.log(await accessibilityFaults(page));
  await bench.runCommand('View: Close Other Editors in Group');
}, 120_000);
