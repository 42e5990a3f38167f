import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ModelServer } from '../../support/model-server';
import { until } from './until';
import { useWorkbench } from './workbench';

const workbench = useWorkbench();
const KEY = 'sk-workbench-0123456789';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start({ models: ['qwen3-8b', '$(alert) llama'], apiKey: KEY });
});
afterAll(() => server.stop());

const title = (): Promise<string> =>
  workbench().page.locator('.quick-input-widget .quick-input-title').innerText();
const step = (name: string): Promise<true> =>
  until(name, async () => ((await title()).includes(name) ? true : undefined));

/** Fills the box of the step that is shown, by the keyboard alone. */
async function type(text: string): Promise<void> {
  await workbench().press('ControlOrMeta+A');
  await workbench().page.keyboard.insertText(text);
}

const message = (): Promise<string> =>
  workbench()
    .page.locator('.quick-input-widget .quick-input-message, .quick-input-widget .quick-input-message *')
    .first()
    .innerText();

/** Every file that VS Code keeps for its user, as text. */
function userFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));
}

test('Escape at any step keeps nothing and asks nobody', async () => {
  await workbench().runCommand('Tracehop: Set Model Endpoint...');
  await step('(1/3)');
  await type('localhost:8000');
  await until('the fault', async () => ((await message()).includes('begins with http') ? true : undefined));
  await type(server.baseUrl);
  await workbench().press('Enter');
  await step('(2/3)');
  await workbench().press('Escape');
  await workbench().runCommand('Tracehop: Set Model Endpoint...');
  await step('(1/3)');
  await workbench().press('Escape');
  expect(server.requests).toEqual([]);
});

test('base URL, key, permission and model are asked for, and a yes is remembered', async () => {
  const { page } = workbench();
  await workbench().runCommand('Tracehop: Set Model Endpoint...');
  await step('(1/3)');
  await type(server.baseUrl);
  await workbench().press('Enter');
  await step('(2/3)');
  const box = page.locator('.quick-input-widget input[type=password]');
  await box.waitFor();
  await type(KEY);
  await workbench().press('Enter');

  const dialog = page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  const said = await dialog.innerText();
  expect(said).toContain(`Send rollouts to ${server.origin}?`);
  for (const word of [
    'question',
    'gold answers',
    'retrieved documents',
    'findings',
    'Your key',
    server.baseUrl,
  ])
    expect(said).toContain(word);
  expect(server.requests).toEqual([]);
  await workbench().screenshot('model-consent');
  await dialog.getByRole('button', { name: 'Allow' }).press('Enter');

  await step('(3/3)');
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await rows.filter({ hasText: 'qwen3-8b' }).waitFor();
  expect((await rows.allInnerTexts()).join()).toContain('$(alert) llama');
  await workbench().screenshot('model-pick');
  await page.keyboard.insertText('qwen');
  await workbench().press('Enter');
  // The end of the command: everything is kept by then.
  await page.locator('.statusbar-item', { hasText: 'Rollouts are explained by qwen3-8b' }).waitFor();
  const kept = userFiles(inject('server').userData);
  expect(kept.some((text) => text.includes('"tracehop.model.name": "qwen3-8b"'))).toBe(true);
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models']);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  for (const text of kept) expect(text).not.toContain(KEY);

  // The second time there is no dialog, and the stored key can be kept.
  await workbench().runCommand('Tracehop: Set Model Endpoint...');
  await step('(1/3)');
  await workbench().press('Enter');
  await step('(2/3)');
  await rows.filter({ hasText: 'Keep the stored key' }).waitFor();
  await workbench().press('Enter');
  await step('(3/3)');
  expect(await dialog.count()).toBe(0);
  await until('a second list', () => Promise.resolve(server.requests.length === 2 ? true : undefined));
  await workbench().press('Escape');
});

test('keys and permissions are forgotten', async () => {
  const { page } = workbench();
  await workbench().runCommand('Tracehop: Forget Model Keys');
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: server.origin });
  await row.waitFor();
  expect(await row.innerText()).toContain('key, permission to send');
  await workbench().press('Enter');
  await workbench().runCommand('Tracehop: Set Model Endpoint...');
  await step('(1/3)');
  await workbench().press('Enter');
  await step('(2/3)');
  await page.locator('.quick-input-widget input[type=password]').waitFor();
  await workbench().press('Enter');
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain('No key is sent');
  await workbench().press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(server.requests).toHaveLength(2);
  expect(await workbench().notifications()).toEqual([]);
});

test('what a workspace sets is ignored', async () => {
  const folder = join(workbench().folder, '.vscode');
  mkdirSync(folder, { recursive: true });
  const evil = { 'tracehop.model.baseUrl': 'http://evil.example/v1', 'window.title': 'settings were read' };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(evil));
  await workbench().configure({ 'tracehop.model.baseUrl': server.baseUrl });
  await until('a title out of the same file', async () =>
    (await workbench().page.title()).includes('settings were read') ? true : undefined,
  );
  await workbench().runCommand('Tracehop: Set Model Endpoint...');
  await step('(1/3)');
  expect(await workbench().page.locator('.quick-input-widget .quick-input-box input').inputValue()).toBe(
    server.baseUrl,
  );
  await workbench().press('Escape');
});
