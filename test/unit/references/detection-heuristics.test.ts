/** Files known by their keys (rollout-formats.md 19; the rows of texts are in `test/unit/trace/detection.test.ts`). */
import { describe, expect, it } from 'vitest';
import { containers } from '../../../core/containers';
import { dialectOf } from '../../../core/trace/dialects';
import { readAs } from '../rag-systems/read';
import { jsonl } from '../rollouts/opened';

const chat = [
  { role: 'user', content: 'Which?' },
  { role: 'assistant', content: '<think>a</think><answer>b</answer>' },
];
const solved = { question: 'q?', solution: 'a</think>\n<answer> b </answer>', score: 1, finished: '1' };
const evaluated = {
  question: 'q?',
  answer: 'b',
  pred_ans: 'b',
  stop_reason_final: 'finished',
  gen_text_store: 'a</think>\n<answer> b </answer>',
};

const ROWS: readonly (readonly [what: string, name: string, row: unknown, container: string])[] = [
  [
    'verl dump',
    '40.jsonl',
    { input: 'p', output: '<answer>a</answer>', gts: 'a', score: 1, step: 40 },
    'verl-jsonl',
  ],
  [
    'ReSearch or ReCall dump',
    'train_1.jsonl',
    { data_source: 'd', sequences_str: '<answer>a</answer>', ground_truth: ['a'], score: 1, reason: 'r' },
    'research-jsonl',
  ],
  ['R1-Searcher sampling log', 'a.jsonl', solved, 'r1-searcher'],
  ['R1-Searcher evaluation', 'a.jsonl', evaluated, 'r1-searcher'],
  [
    'RAG-R1 evaluation',
    'HotpotQA.jsonl',
    {
      question: 'q?',
      gold_answer: 'a',
      predict_answer: 'a',
      prompt: '<|im_start|>assistant\n<answer>a</answer>',
      reward: 1,
      rc: 0,
    },
    'rag-r1-eval',
  ],
  [
    'RouteRAG test',
    'a.jsonl',
    {
      question: 'q?',
      gold_answer: ['a'],
      pred_answer: 'a',
      pred_type: 'Deep',
      reasoning_process: '<answer>a</answer>',
    },
    'routerag-eval',
  ],
  [
    'ReZero dump',
    'chat_states_format.jsonl',
    { timestamp: 't', reward_type: 'format', prompt: 'q?', messages: chat, reward: 1, metadata: {} },
    'rezero-chat-states',
  ],
  [
    'verifiers legacy',
    'results.jsonl',
    { example_id: 0, prompt: [chat[0]], completion: [chat[1]], reward: 1, timing: {} },
    'verifiers',
  ],
  [
    'verifiers v1',
    'traces.jsonl',
    {
      traces: [
        {
          nodes: [
            { message: chat[0], parent: null, sampled: false },
            { message: chat[1], parent: 0, sampled: true },
          ],
        },
      ],
      task: {},
      ok: true,
      env: 'e',
    },
    'verifiers-traces',
  ],
  [
    'TRL as JSON',
    'completions.jsonl',
    { step: 1, prompt: 'q', completion: '<answer>a</answer>', em_reward: 1, advantage: 0.5 },
    'trl-parquet',
  ],
];

describe('keys', () => {
  it.each(ROWS)('of a %s', async (_what, name, row, container) => {
    const read = await readAs(name, jsonl(row, row));
    expect([read.container, read.faults, read.rollouts.length]).toEqual([container, [], 2]);
  });
});

/** Formats of one system, whose rollouts may show no mark: nothing was searched, or the answer stands without tags. */
const MARKLESS: readonly (readonly [string, string, string, string])[] = [
  ['R1-Searcher', 'a.jsonl', jsonl(solved), 'r1-searcher'],
  ['R1-Searcher evaluation', 'a.jsonl', jsonl(evaluated), 'r1-searcher'],
  [
    'AutoDidact',
    'qa_log.txt',
    `Question: q?\nCorrect Answer: a\nStudent Answer: It is a.\nVerifier said: Yes\n${'-'.repeat(40)}\n`,
    'autodidact',
  ],
  [
    'ReZero',
    'a.jsonl',
    jsonl({ timestamp: 't', reward_type: 'format', prompt: 'q?', messages: chat, reward: 1, metadata: {} }),
    'rezero',
  ],
  [
    'RouteRAG',
    'a.jsonl',
    jsonl({
      question: 'q?',
      gold_answer: ['a'],
      pred_answer: 'a',
      pred_type: 'Deep',
      reasoning_process: '<answer>a</answer>',
    }),
    'routerag',
  ],
  [
    'RAG-R1',
    'a.jsonl',
    jsonl({
      question: 'q?',
      gold_answer: 'a',
      predict_answer: 'a',
      prompt: '<answer>a</answer>',
      reward: 1,
      rc: 0,
    }),
    'rag-r1',
  ],
];

describe('a format of one system', () => {
  it.each(MARKLESS)('tells the dialect where no mark does: %s', async (_what, name, content, dialect) => {
    const read = await readAs(name, content);
    expect([read.dialect, read.rollouts[0]?.answer === null]).toEqual([dialect, false]);
  });

  it('names dialects that there are', () => {
    const named = containers.flatMap(({ id, dialect: own, untagged: dialect = own }) =>
      dialect === undefined ? [] : [[id, dialectOf(dialect)?.id === dialect]],
    );
    expect(named.filter(([, known]) => known === false)).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });

  it('gives way to the mark of another system', async () => {
    const row = {
      question: 'q?',
      gold_answer: 'a',
      predict_answer: 'a',
      prompt: '<search>q</search> <result>\n"T"\nx\n</result><answer>\\boxed{a}</answer>',
      reward: 1,
      rc: 1,
    };
    expect((await readAs('a.jsonl', jsonl(row))).dialect).toBe('research');
  });
});
