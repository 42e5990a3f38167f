import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fails, stream } from '../../support/model-behaviours';
import { ModelServer } from '../../support/model-server';
import { accessibilityFaults } from './axe';
import { allowAndPick, giveEndpoint } from './model-steps';
import { until } from './until';
import { themes, useWorkbench, type Theme } from './workbench';

const workbench = useWorkbench({
  settings: { 'tracehop.model.prices': { tester: { prompt: 1000, completion: 10_000 } } },
});
const KEY = 'sk-explain-0123456789';
const EXPLAIN = 'Tracehop: Explain This Rollout...';

// Record 27 of step_1.jsonl has two turns; a third one is not there.
const ANSWER = `## Cause
The policy **never looked** for the birthplace: see turn 1 and turn 3.

## Evidence
- In turns 1 and 2 it took \`Marivel\` for the place.
- <img src="http://evil.example/x.png" onerror="alert(1)"> and [a link](http://evil.example)

## What to change
1. Reward: pay for a second search.
${'More of the same, so that it takes a while. '.repeat(12)}
The end.`;

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start({ models: ['tester'], apiKey: KEY, text: () => ANSWER });
});
afterAll(() => server.stop());

/** What the answer says so far. */
async function answerOf(page: Frame): Promise<string> {
  return page.locator('.answer').innerText();
}

/** Something to wait for, and what ends the wait. */
function gate(): { readonly until: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const until = new Promise<void>((resolve) => (open = resolve));
  return { until, open };
}

async function press(page: Frame, button: string): Promise<void> {
  await page.locator('vscode-button', { hasText: button }).click();
}

/** Waits for the end of a run, and gives the line on what it took. */
async function spent(page: Frame): Promise<string> {
  const line = page.locator('.spent');
  await line.waitFor();
  return line.innerText();
}

/** Files of a folder, as text. */
function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));
}

test('without an endpoint it asks for one; a no to sending sends nothing and opens nothing', async () => {
  const bench = workbench();
  await bench.openFile('search-r1/step_1.jsonl');
  await bench.codeLenses();
  await bench.goTo(28);
  await bench.runCommand(EXPLAIN);
  await giveEndpoint(bench, server.baseUrl, KEY);
  const dialog = bench.page.locator('.monaco-dialog-box');
  expect(await dialog.innerText()).toContain('the reward it recomputed');
  await bench.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(server.requests).toEqual([]);
  expect(await bench.page.locator('.tab', { hasText: 'Explain' }).count()).toBe(0);
  expect(await bench.notifications()).toEqual([]);
});

test('the answer comes bit by bit, as text, with what it took', async () => {
  const bench = workbench();
  const thoughts = 'Hm. <b>Marivel</b>? '.repeat(5);
  const { until: seen, open } = gate();
  const hold = { at: 80, until: seen };
  server.next(stream({ step: 8, hold, reasoning: { field: 'reasoning', text: thoughts } }));
  await bench.runCommand(EXPLAIN);
  await giveEndpoint(bench, server.baseUrl, KEY);
  await allowAndPick(bench, 'tester');
  const page = await bench.webview('.answer');
  // The server says no more until this was seen: what is on the page came before the end.
  await until('the beginning', async () => (await answerOf(page)).includes('The policy') || undefined);
  expect(await page.locator('[data-phase=asking]').innerText()).toContain('The answer is coming');
  expect(await page.locator('.spent').count()).toBe(0);
  await bench.screenshot('explain streaming');
  open();
  await until('the end', async () => (await answerOf(page)).endsWith('The end.') || undefined);

  const line = await spent(page);
  // What the server says in its last event; 1.234 + 0.56 at the prices above.
  expect(line).toContain('1,234 prompt tokens · 56 completion tokens · 1 request');
  expect(line).toContain('costs 1.79 at your prices');
  expect(server.chats).toHaveLength(1);
  expect(server.chats[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  const body = JSON.parse(server.chats[0]?.body ?? '') as { messages: { content: string }[] };
  expect(body.messages[1]?.content).toContain('"fact_from_scoring":"exact-match: 0 (weighs 1)');
  expect(await page.locator('h1').innerText()).toBe('Why step_1.jsonl#27 got its reward');

  // Hostile text stays text; turns that are there are buttons, others are not.
  expect(await answerOf(page)).toContain('<img src="http://evil.example/x.png" onerror="alert(1)">');
  expect(await page.locator('img, a, iframe').count()).toBe(0);
  expect(await page.locator('.answer button').allInnerTexts()).toEqual(['turn 1', 'turns 1', '2']);
  expect(await page.locator('.answer strong').innerText()).toBe('never looked');
  await page.locator('.thoughts summary').click();
  expect(await page.locator('.thoughts p').innerText()).toContain('<b>Marivel</b>?');
  await page.locator('.sent summary').click();
  expect(await page.locator('.sent pre').last().innerText()).toBe(body.messages[1]?.content);
  await bench.screenshot('explain sent');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator('.sent summary').click();
  await page.locator('.thoughts summary').click();
  await page.locator('.counters summary').click();
  const row = await page.locator('.counters tbody tr').last().innerText();
  expect(row.split('\t').slice(1, 5)).toEqual(['1', '1,234', '56', '1']);
  await bench.screenshot('explain answered');
});

test('a turn that the answer names is shown in the rollout', async () => {
  const page = await workbench().webview('.answer');
  await page.locator('.answer button', { hasText: /^2$/ }).click();
  const selected = workbench().page.locator('.monaco-editor[data-uri^="rollout:"] .selected-text');
  await until('the selection', async () => ((await selected.count()) > 0 ? true : undefined));
  await workbench().screenshot('explain turn');
});

test('Stop closes the connection and keeps what came', async () => {
  const page = await workbench().webview('.answer');
  server.next(stream({ step: 8, hold: { at: 80, until: new Promise(() => undefined) } }));
  await press(page, 'Ask Again');
  await until('some text', async () => ((await answerOf(page)).includes('Cause') ? true : undefined));
  await press(page, 'Stop');
  await until('the server to see it', () => Promise.resolve(server.chats[1]?.aborted || undefined));
  const notice = page.locator('.notice', { hasText: 'Stopped.' });
  await notice.waitFor();
  const text = await answerOf(page);
  expect(text).toContain('Cause');
  expect(text).not.toContain('The end.');
  expect(await spent(page)).toContain('estimated');
});

test('a wait for another attempt is shown, and counted', async () => {
  const page = await workbench().webview('.answer');
  server.next(fails(429, 'slow down', { 'retry-after': '2' }), stream());
  await press(page, 'Ask Again');
  const waiting = page.locator('[data-phase=waiting]');
  await waiting.waitFor();
  const first = await waiting.innerText();
  expect(first).toContain('has too many requests (429): slow down.');
  expect(first).toMatch(/Attempt 2 in \d\.\d s/);
  await workbench().screenshot('explain waiting');
  await until('the count to go on', async () => {
    const now = await waiting.innerText().catch(() => first);
    return now === first ? undefined : true;
  });
  await until('the answer', async () => (await answerOf(page)).endsWith('The end.') || undefined);
  expect(await spent(page)).toContain('2 requests · 1 of them repeated');
});

test('an answer that breaks off stays, and says so', async () => {
  const page = await workbench().webview('.answer');
  server.next(stream({ until: 60, delayMs: 15, then: 'drop' }));
  await press(page, 'Ask Again');
  const notice = page.locator('.notice.failed');
  await notice.waitFor();
  expect(await notice.innerText()).toMatch(
    /The answer broke off\. The connection to .* \d+ characters of the answer/,
  );
  expect(await answerOf(page)).toContain('The policy');
  await workbench().screenshot('explain broken');
  expect(await accessibilityFaults(page)).toEqual([]);

  server.next(fails(404, 'no such model'));
  await press(page, 'Try Again');
  await until(
    'another failure',
    async () =>
      (
        await page
          .locator('.notice.failed')
          .innerText()
          .catch(() => '')
      ).includes('No answer.') || undefined,
  );
});

test('a page that was hidden shows the answer again, and what comes after', async () => {
  const bench = workbench();
  const page = await bench.webview('.explain');
  const { until: shown, open } = gate();
  server.next(stream({ hold: { at: 80, until: shown } }));
  await press(page, 'Ask Again');
  await until('some text', async () => ((await answerOf(page)).includes('Cause') ? true : undefined));
  await bench.openFile('search-r1/step_20.jsonl');
  await bench.page.waitForTimeout(300);
  await bench.runCommand('View: Close Editor');
  const again = await bench.webview('.answer');
  const before = await answerOf(again);
  expect(before).toContain('Cause');
  expect(before).not.toContain('The end.');
  open();
  await until('the answer', async () => (await answerOf(again)).endsWith('The end.') || undefined);
  expect(await answerOf(again)).toContain('see turn 1 and turn 3.');
});

test('the button above a rollout asks at once', async () => {
  const bench = workbench();
  await bench.openFile('search-r1/step_1.jsonl');
  await bench.codeLenses();
  await bench.goTo(2);
  await bench.runCommand('Tracehop: Open Rollout');
  const button = bench.page.locator('.editor-actions a[aria-label^="Explain This Rollout"]');
  await button.waitFor();
  const since = performance.now();
  await button.click();
  let first: number | null = null;
  while (first === null && performance.now() - since < 20_000) {
    for (const frame of bench.page.frames()) {
      const said = frame.getByText('Why step_1.jsonl#1 got its reward');
      const there =
        (await said.count().catch(() => 0)) > 0 && (await frame.locator('.answer h2').count()) > 0;
      if (there) first = performance.now() - since;
    }
    await bench.page.waitForTimeout(10);
  }
  expect(first).not.toBeNull();
  process.stdout.write(`from the click to the first text: ${Math.round(first ?? 0)} ms\n`);
  await bench.runCommand('View: Close Editor');

  // For a rollout that was explained the command shows what is there in place of asking once more.
  const chats = server.chats.length;
  await bench.openFile('search-r1/step_1.jsonl');
  await bench.codeLenses();
  await bench.goTo(28);
  await bench.runCommand(EXPLAIN);
  await until('the first panel', async () => {
    const page = await bench.webview('.answer');
    return (await page.locator('h1').innerText()).includes('#27') || undefined;
  });
  expect(server.chats).toHaveLength(chats);
});

test('after a reload the answer is there and nothing is sent', async () => {
  const bench = workbench();
  const chats = server.chats.length;
  await bench.reload();
  const page = await bench.webview('.answer');
  expect(await answerOf(page)).toContain('never looked');
  await until('the turns', async () =>
    (await page.locator('.answer button').count()) === 3 ? true : undefined,
  );
  expect(await spent(page)).toContain('1,234 prompt tokens');
  expect(server.chats).toHaveLength(chats);
  // Seven were asked: one stopped, two failed, four whole ones.
  const row = await page.locator('.counters tbody tr').last().innerText();
  expect(row.split('\t')[1]).toBe('7 (2 failed, 1 stopped)');
  expect(row.split('\t')[4]).toBe(`${chats} (1 repeated)`);
  await page.locator('button.link', { hasText: 'Reset Counters' }).click();
  await page.locator('.counters').waitFor({ state: 'detached' });
});

test('the key is in no page, no log and no setting', async () => {
  const page = await workbench().webview('.answer');
  expect(await page.content()).not.toContain(KEY);
  const { userData } = inject('server');
  const texts = textsIn(userData);
  expect(texts.some((text) => text.includes(server.baseUrl))).toBe(true);
  // The log is among them, with the failures of the tests above.
  expect(texts.some((text) => text.includes('explain: ') && text.includes('slow down'))).toBe(true);
  for (const text of texts) expect(text).not.toContain(KEY);
});

test.each(Object.keys(themes) as Theme[])('it is legible in %s', async (theme) => {
  const bench = workbench();
  await bench.setTheme(theme);
  const page = await bench.webview('.answer');
  expect(await accessibilityFaults(page)).toEqual([]);
  await bench.screenshot(`explain ${theme}`);
});
