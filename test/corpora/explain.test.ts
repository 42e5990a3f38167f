/** Questions were read off the files with other tools; the model server says what reached it. */
import { describe, expect, it } from 'vitest';
import { run } from '../unit/cli/run';
import { ModelServer } from '../support/model-server';
import { corpora, corpus } from './corpora';

describe.skipIf(corpora === null)('explaining real rollouts', () => {
  it.each([
    {
      file: 'r1-searcher/hotpotqa_qwen.jsonl',
      index: '27',
      question:
        'In the 1973 NFL season, the Pro Bowl took place at what football stadium that is part of the Truman Sports Complex, along with what other stadium?',
      // Two queries with five documents each, then the answer.
      saw: '3 turns, 10 documents',
    },
    {
      file: 'search-r1/case.txt',
      index: '0',
      question: 'paul walkers cars in fast and furious list?',
      // Two searches with three documents each, then the answer.
      saw: '3 turns, 6 documents',
    },
  ])('$file', async ({ file, index, question, saw }) => {
    const server = await ModelServer.start();
    try {
      const target = ['--base-url', server.baseUrl, '--model', 'tester'];
      const { code, out, err } = await run('/', 'explain', corpus(file), '--rollout', index, ...target);
      expect(code, err).toBe(0);
      expect(out).toContain(`You asked about “${question}”.\nI saw ${saw} and `);
    } finally {
      await server.stop();
    }
  });
});
