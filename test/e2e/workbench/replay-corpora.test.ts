// Replay over rollouts and a corpus that others wrote; runs where the real corpora are.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpora } from '../../corpora/corpora';
import { until } from './until';
import { useWorkbench } from './workbench';

describe.runIf(corpora)('real files', () => {
  const workbench = useWorkbench({ open: corpora ?? '' });

  test('a search of R1-Searcher is replayed on a corpus of HippoRAG', async () => {
    const bench = workbench();
    await bench.runCommand('Tracehop: Build Index...');
    const corpus = bench.page.locator('.quick-input-list .monaco-list-row', {
      hasText: join('hipporag', 'hotpotqa_train_corpus.json'),
    });
    await corpus.click();
    await until('the index', async () => {
      const status = await bench.page.locator('.statusbar').innerText();
      return status.includes('Indexed 994 passages of hotpotqa_train_corpus.json') || undefined;
    });
    await bench.openFile('r1-searcher/hotpotqa_qwen.jsonl');
    await bench.codeLenses();
    // The first records never searched; record 11 asks “Irish Home Rule Movement party campaigned”.
    await bench.goTo(12);
    await bench.runCommand('Tracehop: Open Rollout');
    await until('the lens', async () => ((await bench.codeLenses()).includes('Replay') ? true : undefined));
    await bench.clickCodeLens('Replay', () => bench.shows('.compared'));
    const page = await bench.webview('.compared');
    const form = await page.locator('header').innerText();
    expect(form).toContain('in hotpotqa_qwen.jsonl#11');
    expect(form).toContain('bm25 on hotpotqa_train_corpus.json (994 passages)');
    expect(await page.locator('.compared tbody td:nth-child(2) .document').count()).toBeGreaterThan(0);
    expect(await page.locator('.compared tbody td:nth-child(3) .document').count()).toBeGreaterThan(0);
    await bench.screenshot('replay real files');
  }, 120_000);
});
