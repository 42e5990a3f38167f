/** Files of ReAct agents, Self-RAG and RQ-RAG: characters are found, values of another shape are told, long logs end. */
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
const STEPS =
  'Question: q\nThought: x\nAction: search[é 😀]\nObservation: y\nThought: z\nAction: finish[Melka]\n';
const PROMPT = '### Instruction:\nq\n\n### Response:\n';
const CTX = { title: 'T', text: 'x' };

/** A small file of each kind, as its writer writes it. */
const FILES: Readonly<Record<string, readonly [name: string, text: string]>> = {
  'react-log': ['a.txt', LOG],
  'lats-log': ['a.log', TREE],
  'react-jsonl': [
    'a.jsonl',
    `${JSON.stringify({ question: 'q', answer: 'Melka', correct: true, reward: 1, halted: false, error: false, prompt: STEPS })}\n`.repeat(
      2,
    ),
  ],
  fireact: [
    'a.json',
    JSON.stringify({
      1: { reward: true, em: true, f1: 1, gt: 'a', pred: 'a', prompt: '', traj: PROMPT + STEPS },
      2: {
        reward: true,
        em: true,
        f1: 1,
        gt: 'a',
        pred: 'a',
        prompt: [],
        traj: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: 'Thought: x\nAction: search[é]' },
          { role: 'user', content: 'Observation: y' },
        ],
      },
    }),
  ],
  'self-rag-train': [
    'a.jsonl',
    `${JSON.stringify({ instruction: 'q', output: '[No Retrieval]é[Utility:5]', input: 'x', id: '1', dataset_name: 'd' })}\n`,
  ],
  'self-rag-short': [
    'a.json',
    JSON.stringify({
      preds: ['é'],
      prompts: [PROMPT],
      metric_results: [1],
      all_results: [
        { no_retrieval: 'é', retrieval_0: { pred: '[Relevant]é[Utility:5]</s>', score: 1, ctx: CTX } },
      ],
    }),
  ],
  'self-rag-long': [
    'a.json',
    JSON.stringify({
      data: [
        {
          question: 'q',
          answers: ['a'],
          docs: [CTX],
          intermediate: ['[Retrieval]', '[Relevant]é[Utility:5]'],
        },
      ],
      args: [],
      total_cost: 0,
      azure_filter_fail: '',
    }),
  ],
  'self-rag-factscore': [
    'a.jsonl',
    `${JSON.stringify({ input: 'q', output: 'o', topic: 't', cat: [], intermediate: ['[Retrieval]', 'é'] })}\n`,
  ],
  'rq-rag': [
    'a.json',
    JSON.stringify({
      all_preds: ['é'],
      prompts: ['<|user|>\nq</s>\n<|assistant|>\n'],
      metric_results: [1],
      golds: [['é']],
      all_results: [
        [{ prompt: '<|user|>\nq</s>\n<|assistant|>\n[A_Response]é[EOS]', depth: 1, final_answer: 'é' }],
      ],
    }),
  ],
};

async function expectSound(file: RolloutFile): Promise<number> {
  let count = 0;
  for await (const { rollouts, record } of file.entries()) {
    for (const rollout of rollouts) {
      count++;
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
  return count;
}

describe.each(Object.entries(FILES))('%s', (id, [name, text]) => {
  it('is recognised, and its characters are found in the file', async () => {
    const file = await opened(name, text);
    expect(file.container.chosen.id).toBe(id);
    expect(await expectSound(file)).toBeGreaterThan(0);
    for await (const { rollouts, record } of file.entries()) {
      for (const rollout of rollouts) {
        const positions = new RolloutPositions(record, rollout);
        for (const part of rollout.parts.filter(({ rendered }) => !rendered)) {
          expect(positions.toOwn(positions.toFile(part.start))).toBe(part.start);
          expect(positions.toOwn(positions.toFile(part.end - 1))).toBe(part.end - 1);
        }
      }
    }
  });

  it('says what is wrong with a value of another shape', async () => {
    if (!name.endsWith('.jsonl') && !name.endsWith('.json')) return;
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
