import { expect, test } from 'vitest';
import { until } from './until';
import { themes, useWorkbench, type Theme } from './workbench';

const workbench = useWorkbench();

/** Colours of the tokens that are drawn, by the text they begin with. */
async function colours(): Promise<Set<string>> {
  const found = await workbench().page.evaluate(() =>
    [...document.querySelectorAll('.editor-group-container.active .view-line span[class^="mtk"]')].map(
      (token) => getComputedStyle(token).color,
    ),
  );
  return new Set(found);
}

test.each(Object.keys(themes) as Theme[])('a rollout can be read in the %s theme', async (theme) => {
  await workbench().setTheme(theme);
  await workbench().openFile('step_1.jsonl');
  await until('lenses', () => workbench().codeLenses());
  await workbench().screenshot(`theme-${theme}-jsonl`);
  await workbench().clickCodeLens('Rollout 2 ');
  await until('lenses', async () => {
    const titles = await workbench().codeLenses();
    return titles.some((title) => title.startsWith('Rollout')) ? undefined : titles;
  });
  await workbench().page.waitForTimeout(1500);
  await workbench().screenshot(`theme-${theme}`);
  expect((await colours()).size).toBeGreaterThanOrEqual(5);
});
