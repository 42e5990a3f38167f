/** Files of ReAct agents, Self-RAG and RQ-RAG: values of another shape are told, long logs end. */
import { describe, expect, it } from 'vitest';
import { RolloutPositions } from '../../../core/rollouts/positions';
import type { RolloutFile } from '../../../core/rollouts/rollout-file';
import { expectCovered } from '../trace/support';
import { opened } from '../rollouts/opened';
import { cpuTime } from '../cpu-time';

const LOG =
  '------------- BEGIN CORRECT AGENTS -------------\n\nQuestion: Which river, é 😀?\nThought 1: x\nAction 1: Search[Zorvia]\n' +
  'Observation 1: The Melka.\n\nA paragraph.\nThought 2: y\nAction 2: Finish[Melka]\nObservation 2: Answer is CORRECT\nCorrect answer: Melka\n\n' +
  '------------- BEGIN HALTED AGENTS --------------\n\nQuestion: q\nThought 1: x\nAction 1: Lookup[a]\nObservation 1: No Results\n';
const TIME = '2024-03-21 20:13:37,532 - INFO - ';
const TREE =
  `${TIME}PROMPT: \nSolve.\n\nQuestion: Which river?\nThought 1: a\nAction 1: Search[A]\nObservation 1: b.Thought 2: \n\n` +
  `${TIME}SAMPLED ACTION: ["Thought 2: x\\nAction 2: Search[B]"]\n` +
  `${TIME}NEW NODE: Node(depth=2, value=0.00, visits=0, thought=x, action=Search[B], observation=The\nMelka.)\n`;
/** Containers whose records are JSON values. */
const IDS = [
  'react-jsonl',
  'fireact',
  'self-rag-train',
  'self-rag-short',
  'self-rag-long',
  'self-rag-factscore',
  'rq-rag',
];

async function expectSound(file: RolloutFile): Promise<void> {
  for await (const { rollouts, record } of file.entries()) {
    for (const rollout of rollouts) {
      expectCovered(rollout, rollout.text);
      let end = 0;
      for (const part of rollout.parts) {
        expect(part.start).toBe(end);
        end = part.end;
      }
      expect(end).toBe(rollout.text.length);
      new RolloutPositions(record, rollout).toFile(0);
    }
  }
}

describe.each(IDS)('%s', (id) => {
  it('says what is wrong with a value of another shape', async () => {
    for (const value of [
      [],
      'x',
      { traj: 1, prompt: 1, output: 1, all_results: 1, data: 1, intermediate: 1 },
    ]) {
      const file = await opened('x.jsonl', `${JSON.stringify(value)}\n`, { container: id });
      for await (const { fault, rollouts } of file.entries()) {
        expect(rollouts).toEqual([]);
        expect(fault?.message).toMatch(/ is an? .*, (?:not|neither) an? /);
      }
    }
  });
});

describe('long files', () => {
  it.each([
    ['headings', '------------- BEGIN CORRECT AGENTS -------------\n'],
    ['hashes', '#'.repeat(100)],
    ['dashes', '-'.repeat(100)],
    ['answers', 'Correct answer: x\n'],
    ['blank lines', ' \n\n'],
    ['questions', 'Question: q\n'],
    ['steps', 'Thought 1: x\nAction 1: Search[\nObservation 1: y\n'],
    ['nodes', `${TIME}NEW NODE: Node(depth=1, value=0.00, visits=0, thought=x, action=y\n`],
    ['prompts', `${TIME}PROMPT: Question: q Thought 1: \n`],
    ['labels', 'Thought 1: '],
  ])('of many %s take time in proportion', async (_what, piece) => {
    const since = cpuTime();
    for (const start of [LOG, TREE]) {
      const file = await opened('a.txt', start + piece.repeat(Math.ceil(100_000 / piece.length)));
      await expectSound(file);
    }
    expect(cpuTime() - since).toBeLessThan(4_000);
  });
});
