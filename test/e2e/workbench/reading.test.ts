import { expect, test } from 'vitest';
import { until } from './until';
import { useWorkbench } from './workbench';

const workbench = useWorkbench();

/** The file name and number that the active tab shows. */
async function activeTab(): Promise<string> {
  return (await workbench().page.locator('.tab.active .label-name').first().innerText()).trim();
}

test('a JSONL file stays text, with a lens above each record', async () => {
  await workbench().openFile('step_40.jsonl');
  const lenses = await until('lenses of searches', async () => {
    const titles = await workbench().codeLenses();
    // A lens that is still being resolved is not drawn, and leaves its place to the next.
    const whole = titles[0]?.startsWith('Rollout') && titles.some((title) => title.startsWith('1: '));
    return whole ? titles : undefined;
  });
  expect(lenses[0]).toMatch(/^Rollout 0 · score 1 · EM 1 · 1 search · answer “Bjørnsund”/);
  await workbench().screenshot('jsonl');
});

test('a click on a lens opens the rollout, and the file stays open', async () => {
  await workbench().clickCodeLens(
    'Rollout 4 ',
    async () => (await activeTab()) === 'step_40.jsonl#4.rollout',
  );
  await until('its lenses', () => workbench().codeLenses());
  await workbench().page.waitForTimeout(1500);
  await workbench().screenshot('rollout');
  const tabs = await workbench().page.locator('.tab .label-name').allInnerTexts();
  expect(tabs.map((tab) => tab.trim())).toEqual(['step_40.jsonl', 'step_40.jsonl#4.rollout']);
});

test('a hover over a query shows the documents, gold in bold', async () => {
  const line = (await workbench().editorLines()).find((text) => /^<search> /.test(text));
  const search = /^<search> .* <\/search>/.exec(line ?? '')?.[0] ?? '';
  expect(search).not.toBe('');
  expect(await workbench().hover(search)).toMatch(/^Turn 1, search/);
  const bold = workbench().page.locator('.monaco-hover:not(.hidden) .hover-contents strong');
  expect((await bold.allInnerTexts()).length).toBeGreaterThan(0);
  await workbench().screenshot('hover-query');
});

test('a lens over a search shows its documents', async () => {
  await workbench().press('Escape');
  const hover = workbench().page.locator('.monaco-hover:not(.hidden) .hover-contents');
  await workbench().clickCodeLens('gold at', () => hover.first().isVisible());
  await workbench().screenshot('lens-documents');
  expect((await hover.allInnerTexts()).join('\n')).toMatch(/^Turn 1, search/);
});

test('a hover over the answer says how it was scored', async () => {
  await workbench().press('Escape');
  await workbench().press('Control+End');
  await workbench().page.waitForTimeout(800);
  const answer = (await workbench().editorLines()).findLast((text) => text.startsWith('<answer>'));
  expect(answer).toBeDefined();
  expect(await workbench().hover(answer ?? '')).toMatch(/EM|F1|gold/);
  await workbench().screenshot('hover-answer');
  await workbench().press('Escape');
});

test('keys step through the rollouts of the file, in one tab', async () => {
  await workbench().press('Alt+]');
  await until('the next rollout', async () =>
    (await activeTab()).includes('#5.rollout') ? true : undefined,
  );
  await workbench().press('Alt+[');
  await until('the one before', async () => ((await activeTab()).includes('#4.rollout') ? true : undefined));
  expect(await workbench().page.locator('.tab').count()).toBe(2);
});

test('the outline lists the turns', async () => {
  await workbench().runCommand('Explorer: Focus on Outline View');
  const rows = workbench().page.locator('.outline-pane .monaco-list-row, .outline-tree .monaco-list-row');
  await rows.first().waitFor();
  await workbench().page.waitForTimeout(500);
  await workbench().screenshot('outline');
  expect(await rows.count()).toBeGreaterThan(3);
});

test('the list of rollouts is filtered as one types', async () => {
  await workbench().runCommand('Tracehop: Go to Rollout...');
  const rows = workbench().page.locator('.quick-input-list .monaco-list-row');
  await rows.first().waitFor();
  await workbench().page.waitForTimeout(500);
  await workbench().screenshot('pick');
  await workbench().page.keyboard.type('river');
  await workbench().page.waitForTimeout(500);
  await workbench().screenshot('pick-filtered');
  expect((await rows.allInnerTexts()).every((row) => /river/i.test(row))).toBe(true);
  await workbench().press('Escape');
});

test('the file is described, with what speaks for it', async () => {
  await workbench().runCommand('Tracehop: Describe File...');
  const rows = workbench().page.locator('.quick-input-list .monaco-list-row');
  await rows.first().waitFor();
  await workbench().page.waitForTimeout(300);
  await workbench().screenshot('describe');
  expect((await rows.allInnerTexts()).join('\n')).toContain('Search-R1');
  await workbench().press('Escape');
});

test('the language status names container, dialect and server', async () => {
  await workbench().page.locator('#status\\.languageStatus').first().hover();
  const hover = workbench().page.locator('.hover-language-status');
  await hover.first().waitFor();
  const said = (await hover.allInnerTexts()).join('\n');
  await workbench().screenshot('status');
  expect(said).toContain('Search-R1');
  expect(said).toContain('Language server running');
  await workbench().page.mouse.move(700, 300);
  await workbench().press('Escape');
});

test('a reload brings the rollout back', async () => {
  await workbench().reload();
  await until('the rollout', async () => ((await activeTab()).includes('#4.rollout') ? true : undefined));
  await until('its lenses', () => workbench().codeLenses());
  await workbench().screenshot('reloaded');
});

test('the view leads back to the place in the file', async () => {
  await workbench().goTo(12, 5);
  await workbench().runCommand('Tracehop: Reveal in Source');
  await until('the file', async () => ((await activeTab()) === 'step_40.jsonl' ? true : undefined));
  await workbench().page.waitForTimeout(800);
  await workbench().screenshot('reveal');
});

test('findings stand in the Problems view', async () => {
  await workbench().openFile('step_1.jsonl');
  await until('lenses', () => workbench().codeLenses());
  const problems = await workbench().problems();
  await workbench().screenshot('problems');
  expect(problems.length).toBeGreaterThan(10);
  expect(problems.every(({ source, code }) => source === 'tracehop' && code !== '')).toBe(true);
});

test('a finding leads to the page about its rule', async () => {
  const link = workbench().page.locator('.markers-panel a', { hasText: 'missing-answer' });
  await link.first().click({ modifiers: ['Control'] });
  const page = await workbench().webview('h1');
  await workbench().page.waitForTimeout(500);
  await workbench().screenshot('finding-help');
  expect(await page.locator('h1').innerText()).toContain('missing-answer');
});

test('nothing ever popped up', async () => {
  expect(await workbench().notifications()).toEqual([]);
});
