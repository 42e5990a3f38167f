import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { until } from './until';
import { useWorkbench } from './workbench';

const workbench = useWorkbench();

const records = ['Which river crosses Zorvia?', 'Who drew the map?'].map((q, at) => ({
  meta: { q, gold: at === 0 ? ['Melka'] : ['Ann'], points: at === 0 ? 0.25 : 0.5 },
  out: `I remember it.\nIt is the Melka.`,
  ok: at === 0,
}));

const configFile = (): string => join(workbench().folder, 'tracehop.yml');

/** Writes a file beside the examples. */
function write(name: string, text: string): void {
  const path = join(workbench().folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

beforeAll(() => {
  write('odd/odd.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  write('odd/whole.json', `${JSON.stringify(records, null, 2)}\n`);
});

const rows = () => workbench().page.locator('.quick-input-list .monaco-list-row');

/** The title of the list that is open. */
const title = async (): Promise<string> =>
  (await workbench().page.locator('.quick-input-title').allInnerTexts()).join('').trim();

/** Waits until the list with a title like this is open. */
const listed = (wanted: RegExp): Promise<string> =>
  until(`a list like ${wanted}`, async () => {
    const shown = await title();
    return wanted.test(shown) && (await rows().count()) > 0 ? shown : undefined;
  });

const lineWith = (text: string): Promise<string> =>
  until(`a line with ${text}`, async () =>
    (await workbench().editorLines()).find((line) => line.includes(text)),
  );

async function take(label: string): Promise<void> {
  const row = rows().filter({ hasText: label }).first();
  await row.waitFor();
  await workbench().page.waitForTimeout(200);
  await row.click();
}

test('a record that nobody recognises opens as a document with line breaks', async () => {
  await workbench().openFile('odd.jsonl');
  await workbench().runCommand('Tracehop: Open Rollout');
  await listed(/no rollout was recognised/);
  await workbench().screenshot('raw-menu');
  await take('Open a record');
  await listed(/^Records of odd\.jsonl/);
  await workbench().screenshot('raw-records');
  await take('Who drew the map?');
  await lineWith('q: Who drew the map?');
  expect(await lineWith('It is the Melka.')).toMatch(/^ {2}It is the Melka\.$/);
  await workbench().screenshot('raw-record');
});

test('Escape at a step of the guide keeps nothing', async () => {
  await workbench().openFile('odd.jsonl');
  await workbench().runCommand('Tracehop: Map Fields of This File...');
  await listed(/\(1\/8\)/);
  await workbench().press('Enter');
  await listed(/\(2\/8\)/);
  await workbench().press('Escape');
  await workbench().page.locator('.quick-input-title').first().waitFor({ state: 'hidden' });
  expect(existsSync(configFile())).toBe(false);
  expect(await workbench().notifications()).toEqual([]);
});

test('fields are mapped by keyboard, seen in a preview, and kept in tracehop.yml', async () => {
  await workbench().openFile('odd.jsonl');
  await workbench().runCommand('Tracehop: Map Fields of This File...');
  for (let step = 1; step <= 8; step++) {
    await listed(new RegExp(`\\(${step}/8\\)`));
    const focused = rows().and(workbench().page.locator('.focused'));
    await focused.first().waitFor();
    if (step === 1) {
      expect((await focused.first().innerText()).split('\n')[0]).toContain('out');
      await workbench().screenshot('map-fields');
    }
    await workbench().press('Enter');
  }
  await listed(/Preview/);
  const preview = workbench().page.locator('.monaco-editor .view-line', {
    hasText: 'Which river crosses Zorvia?',
  });
  await preview.first().waitFor();
  await workbench().screenshot('map-preview');
  await take('Save in tracehop.yml');
  const text = await until('tracehop.yml', () =>
    Promise.resolve(existsSync(configFile()) ? readFileSync(configFile(), 'utf8') || undefined : undefined),
  );
  expect(text).toBe(
    'version: 1\ncontainers:\n  ./odd/odd.jsonl:\n    fields:\n      text: out\n      question: meta.q\n      golds: meta.gold\n      score: ok\n',
  );
  await until('lenses', async () => {
    const titles = await workbench().codeLenses();
    return titles.find((each) => /^Rollout 0 · score 1/.test(each));
  });
  expect(await workbench().page.locator('.tab', { hasText: 'Preview of' }).count()).toBe(0);
  await workbench().screenshot('map-saved');
});

test('a file without tags that tracehop.yml maps has its lenses when it is opened', async () => {
  write(
    'tracehop.yml',
    `${readFileSync(configFile(), 'utf8')}  ./odd/whole.json:\n    fields:\n      text: out\n      score: ok\n`,
  );
  await workbench().openFile('whole.json');
  await until('lenses', async () =>
    (await workbench().codeLenses()).find((each) => /^Rollout 0 · score 1/.test(each)),
  );
});

test('rewards on show are read again when tracehop.yml maps another field', async () => {
  await workbench().openFile('whole.json');
  await workbench().runCommand('Tracehop: Show Rewards');
  const page = await workbench().webview('.summary');
  const rewards = page.locator('.list .row .number').first();
  const first = async (): Promise<string> => (await rewards.innerText()).replace(/^[a-z ]+/, '').trim();
  await until('the reward', async () => ((await first()) === '1' ? true : undefined));
  write('tracehop.yml', readFileSync(configFile(), 'utf8').replace(/score: ok\n$/, 'score: meta.points\n'));
  await until('the other reward', async () => ((await first()) === '0.25' ? true : undefined));
  write('tracehop.yml', readFileSync(configFile(), 'utf8').replace(/ {2}\.\/odd\/whole[^]*$/, ''));
});

test('what is wrong with tracehop.yml is a problem, while it is written', async () => {
  const text = readFileSync(configFile(), 'utf8');
  if (!text.endsWith('dialect: {}\n')) write('tracehop.yml', `${text}dialect: {}\n`);
  await workbench().openFile('tracehop.yml');
  const problems = await until('the problem', async () => {
    const found = await workbench().problems();
    return found.find(({ message }) => message.includes('did you mean dialects'));
  });
  expect(problems).toMatchObject({ severity: 'error', line: 9, column: 1, source: 'tracehop' });
  await workbench().screenshot('tracehop-yml');
});

test('the clipboard is opened as a rollout, with what its record says', async () => {
  const { page } = workbench();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = (text: string): Promise<void> =>
    page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  const trace =
    '<think>I look <img src=x onerror=alert(1)> it up.</think>\n<search> river of Zorvia </search>\n\n<information>Doc 1(Title: "Zorvia") It lies on the Melka.</information>\n\n<answer> Melka </answer>';
  await copy(JSON.stringify({ question: 'Which river?', text: trace, golds: ['Melka'], score: 1 }));
  await workbench().runCommand('Tracehop: Open Clipboard as Rollout');
  await lineWith('<search> river of Zorvia');
  // Lenses that only say something are no links.
  await until('what the record says', async () => {
    const titles = await page.locator('.editor-group-container.active .codelens-decoration').allInnerTexts();
    return (
      /score 1 · EM 1[^]*Question: Which river\?/.test(titles.join(' ').replaceAll('\u00a0', ' ')) ||
      undefined
    );
  });
  expect(await workbench().hover('river of Zorvia')).toContain('Melka');
  await workbench().screenshot('clipboard');

  await copy('no rollout at all');
  await workbench().runCommand('Tracehop: Open Clipboard as Rollout');
  const notice = await until('notice', async () =>
    (await workbench().notifications()).find((each) => each.startsWith('The clipboard')),
  );
  expect(notice).toMatch(/^The clipboard holds no rollout: no tag of a rollout/);
});
