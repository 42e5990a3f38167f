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

/** The colour of a tag below the prompt, where it is drawn last: red, green and blue from 0 to 255. */
async function colourOf(tag: string): Promise<readonly number[]> {
  const colour = await until(`a ${tag}`, () =>
    workbench().page.evaluate((text) => {
      const spans = document.querySelectorAll('.editor-group-container.active .view-line span[class^="mtk"]');
      const span = [...spans]
        .filter((each) => each.textContent?.trim() === text)
        .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .at(-1);
      return span && getComputedStyle(span).color;
    }, tag),
  );
  return (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
}

/** Contrast of two colours as WCAG 2 defines it, from 1 to 21. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const luminance = (colour: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds: Readonly<Record<Theme, readonly number[]>> = {
  dark: [31, 31, 31],
  light: [255, 255, 255],
  'high contrast': [0, 0, 0],
  'high contrast light': [255, 255, 255],
};

test.each(Object.keys(themes) as Theme[])('a rollout can be read in the %s theme', async (theme) => {
  await workbench().setTheme(theme);
  await workbench().openFile('step_1.jsonl');
  await until('lenses', () => workbench().codeLenses());
  await workbench().screenshot(`theme-${theme}-jsonl`);
  await workbench().clickCodeLens('Rollout 2 ', () => workbench().showsRollout());
  await workbench().page.waitForTimeout(1500);
  await workbench().screenshot(`theme-${theme}`);
  expect((await colours()).size).toBeGreaterThanOrEqual(5);
  const policy = await colourOf('<search>');
  const environment = await colourOf('<information>');
  expect(environment).not.toEqual(policy);
  const needed = theme.startsWith('high contrast') ? 7 : 4.5;
  for (const colour of [policy, environment])
    expect(contrast(colour, backgrounds[theme])).toBeGreaterThanOrEqual(needed);
});
