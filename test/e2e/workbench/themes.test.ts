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
  await workbench().openFile('one.rollout');
  await workbench().setTheme(theme);
  await until('lenses', () => workbench().codeLenses());
  await workbench().page.waitForTimeout(1500);
  await workbench().screenshot(`theme-${theme}`);
  expect((await colours()).size).toBeGreaterThanOrEqual(5);
});
