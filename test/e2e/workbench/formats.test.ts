// Files that no text editor shows: tables, archives, packed dumps. They are opened from the explorer, as a person does.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { corpora } from '../../corpora/corpora';
import { until } from './until';
import { useWorkbench } from './workbench';

const root = resolve(import.meta.dirname, '../../..');

/** A folder with what is opened; it is there before the window, so that the explorer lists it. */
const folder = mkdtempSync(join(tmpdir(), 'tracehop-formats-'));
const tables = join(root, 'test/fixtures/tables');
copyFileSync(join(tables, 'completions_00010.parquet'), join(folder, 'completions_00010.parquet'));
const dump = readFileSync(join(root, 'examples/search-r1/step_40.jsonl'));
writeFileSync(join(folder, 'packed_40.jsonl.gz'), gzipSync(dump));
const REAL = [
  ['inspect/2025-09-23T08-09-58-04-00_popularity_DN2wbX2ZvACsBpjwptzBRo.eval', 'popularity.eval'],
  ['reflexion/react_base_base_react_thought_log.txt', 'reflexion.txt'],
  ['dr-tulu/0ddfcbd4323ccafa1256f9fbf58ba127.json', 'tulu.json'],
] as const;
if (corpora) for (const [from, to] of REAL) copyFileSync(join(corpora, from), join(folder, to));

const workbench = useWorkbench({ open: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Chooses *Go to Rollout...* in the menu of a file in the explorer, and returns the entries it offers. */
async function entriesOf(file: string): Promise<string[]> {
  const { page } = workbench();
  const item = page.locator('.explorer-folders-view .monaco-list-row', { hasText: file }).first();
  await until(`${file} in the explorer`, async () => ((await item.isVisible()) ? true : undefined));
  const rows = page.locator('.quick-input-list .monaco-list-row:visible');
  // A menu takes no click in the moment it opens.
  await until('the list of rollouts', async () => {
    await item.click({ button: 'right' });
    await page.waitForTimeout(400);
    await page.locator('.monaco-menu .action-item', { hasText: 'Go to Rollout...' }).first().click();
    const shown = rows.first().waitFor({ timeout: 8_000 });
    return shown
      .then(() => true)
      .catch(() =>
        workbench()
          .press('Escape')
          .then(() => undefined),
      );
  });
  return rows.allInnerTexts();
}

/** Takes the first entry, and returns the lines of the rollout that opens. */
async function openFirst(wanted: RegExp): Promise<string> {
  await workbench().press('Enter');
  return until(`a rollout like ${wanted}`, async () => {
    const text = (await workbench().editorLines()).join('\n');
    return wanted.test(text) ? text : undefined;
  });
}

test('completions of TRL are read out of Parquet', async () => {
  const entries = await entriesOf('completions_00010.parquet');
  // Four questions, two completions each, as pyarrow lists them.
  expect(entries).toHaveLength(8);
  await workbench().screenshot('formats-parquet-list');
  const text = await openFirst(/<search>|<answer>|assistant/);
  await workbench().screenshot('formats-parquet');
  expect(text.length).toBeGreaterThan(0);
});

test('a packed dump is read like the dump', async () => {
  const entries = await entriesOf('packed_40.jsonl.gz');
  expect(entries[0]).toContain('#0');
  expect(entries[0]).toContain('Bjørnsund');
  await openFirst(/<search>/);
  await workbench().screenshot('formats-gzip');
});

describe.runIf(corpora)('real files', () => {
  test('a sample of an Inspect archive opens as a chat', async () => {
    const entries = await entriesOf('popularity.eval');
    expect(entries.length).toBeGreaterThan(5);
    await openFirst(/<\|im_start\|>assistant/);
    await workbench().screenshot('formats-eval');
  });

  test('an agent of Reflexion has its searches', async () => {
    const bench = workbench();
    await bench.openFile('reflexion.txt');
    // Line 6 is `Action 1: Search[Jonny Craig]`, of the first agent; the heading above it is a record of its own.
    await bench.goTo(6);
    await bench.runCommand('Tracehop: Open Rollout');
    await bench.page.locator('.tab.active', { hasText: 'reflexion.txt#1.rollout' }).first().waitFor();
    await until('lenses of searches', async () => {
      const titles = await bench.codeLenses();
      return titles.filter((title) => title.startsWith('1 document')).length >= 2 ? true : undefined;
    });
    expect(await bench.hover('Jonny Craig]')).toContain('Jonathan Monroe Craig');
    await bench.screenshot('formats-react');
  });

  test('a citation of DR Tulu stands in its trace', async () => {
    await workbench().openFile('tulu.json');
    await workbench().runCommand('Tracehop: Open Rollout');
    await until('the trace', async () =>
      (await workbench().editorLines()).some((line) => line.includes('<call_tool')) ? true : undefined,
    );
    await workbench().screenshot('formats-tulu');
    const said = await workbench().hover('<call_tool');
    expect(said).toMatch(/\S/);
    await workbench().screenshot('formats-tulu-hover');
  });
});
