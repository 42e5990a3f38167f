// A rollout that others wrote, explained; runs where the real corpora are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpora } from '../../corpora/corpora';
import { ModelServer } from '../../support/model-server';
import { allowAndPick, giveEndpoint } from './model-steps';
import { useWorkbench } from './workbench';

describe.runIf(corpora)('real files', () => {
  const workbench = useWorkbench({ open: corpora ?? '' });
  let server: ModelServer;
  beforeAll(async () => {
    server = await ModelServer.start();
  });
  afterAll(() => server.stop());

  test('a rollout of R1-Searcher reaches the model, and its answer the reader', async () => {
    const bench = workbench();
    await bench.openFile('r1-searcher/hotpotqa_qwen.jsonl');
    await bench.codeLenses();
    // The policy of record 11 asks for “Irish Home Rule Movement party campaigned”.
    await bench.goTo(12);
    await bench.runCommand('Tracehop: Explain This Rollout...');
    await giveEndpoint(bench, server.baseUrl, '');
    expect(await bench.page.locator('.monaco-dialog-box').innerText()).toContain('No key is sent');
    await allowAndPick(bench, 'tester');
    const page = await bench.webview('.answer p');
    await page.locator('.spent').waitFor();
    const answer = await page.locator('.answer').innerText();
    expect(answer).toMatch(/^You asked about “.+\?”\.\nI saw \d+ turns, \d+ documents and \d+ findings\.$/);
    expect(await page.locator('h1').innerText()).toContain('hotpotqa_qwen.jsonl#11');
    expect(server.chats).toHaveLength(1);
    expect(server.chats[0]?.headers.authorization).toBeUndefined();
    const body = server.chats[0]?.body ?? '';
    expect(body).toContain('Irish Home Rule Movement');
    await bench.screenshot('explain real file');
  });
});
