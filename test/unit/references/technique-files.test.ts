/** Files that stand beside the rollouts of RAG techniques; each row names the place in techniques.md it is from. */
import { describe, expect, it } from 'vitest';
import { readAs } from '../rag-systems/read';
import { jsonl, opened } from '../rollouts/opened';

const Q = 'Where was the maker of Fort Orn born?';
const json = (value: unknown): string => JSON.stringify(value);

/** Files that stand beside the rollouts of a technique and hold none. */
const BESIDE: readonly (readonly [at: string, name: string, content: string, holds: string])[] = [
  [
    '1.1 Self-RAG input',
    'popqa.jsonl',
    jsonl({ question: Q, answers: ['Lund'], ctxs: [{ id: 1, title: 'T', text: 'x', score: 1 }] }),
    'questions',
  ],
  [
    '2.1 Self-CRAG',
    'popqa_selfcrag.json',
    json([{ question: Q, answers: ['Lund'], ctxs: [{ title: 'T', text: 'x', score: 0.75 }] }]),
    'questions',
  ],
  ['2.1 CRAG questions', 'sources', `${Q}\nWhere is Lund?\n`, 'nothing'],
  [
    '2.1 CRAG passages of a question a line',
    'retrieved_psgs',
    'A b. [sep] C d.\nE f. [sep] G h.\n',
    'nothing',
  ],
  ['2.1 CRAG choices', 'choices', 'A: x; B: y; C: z; D: w\nA: x; B: y; C: z; D: w\n', 'nothing'],
  [
    '3.1 what was put into a configuration',
    'prediction__nq_to_nq__test_subsampled_variable_replacements.json',
    '{"bm25_retrieval_count":"6","distractor_count":"1"}',
    'records',
  ],
  ['3.1 time taken', 'prediction__nq_to_nq__test_subsampled_time_taken.txt', '12.5', 'nothing'],
  [
    '3.1 path of the data',
    'prediction__nq_to_nq__test_subsampled_full_eval_path.txt',
    'processed_data/nq/test_subsampled.jsonl',
    'nothing',
  ],
  [
    '3.1 configuration',
    'config__nq.jsonnet',
    'local a = 1;\n{ "start_state": "x", "models": {} }\n',
    'nothing',
  ],
  ['3.1 commit', 'git_hash__nq.txt', '0c88670a', 'nothing'],
  [
    '3.1 golds by id',
    'ground_truth__nq_to_nq__test_subsampled.json',
    '{"2hop__1_2":["Lund"],"2hop__2_2":["Fort Orn"]}',
    'records',
  ],
  [
    '3.1 metrics of a run',
    'evaluation_metrics__nq_to_nq__test_subsampled.json',
    '{"em":0.5,"f1":0.6,"count":500}',
    'records',
  ],
  [
    '3.1 classifier rows',
    'train.json',
    '[{"id":"single_nq_train_7","question":"who built fort orn","answer":"B","answer_description":"single","dataset_name":"nq"}]',
    'questions',
  ],
  [
    '3.1 silver rows',
    'silver.json',
    json([{ id: 'x', question: Q, answer: 'B', total_answer: ['multiple', 'one'], dataset_name: 'nq' }]),
    'questions',
  ],
  [
    '3.1 processed data',
    'test_subsampled.jsonl',
    jsonl({
      question_id: 'x',
      question_text: Q,
      answers_objects: [{ spans: ['Lund'] }],
      contexts: [{ idx: 0, title: 'T', paragraph_text: 'x', is_supporting: true }],
    }),
    'questions',
  ],
  ['3.1 accuracy', 'final_eval_results.json', '{"final_acc_score": 54.5}', 'records'],
  [
    '3.1 accuracy by class',
    'final_eval_results_perClass.json',
    '{"A (zero) acc": 50.1, "B (single) acc": 40.0, "C (multi) acc": 60, "A (zero) pred num": 3}',
    'records',
  ],
  ['3.1 steps by id', 'stepNum.json', '{"2hop__1_2": 3, "2hop__2_2": 4}', 'records'],
  [
    '5.1 Q-RAG results by length',
    'results_llm.json',
    '{"10": {"f1": 0.5, "em": 0.25}, "20": {"f1": 0.5, "em": 0.25}}',
    'records',
  ],
  ['6.1 HippoRAG corpus', 'corpus.json', json([{ title: 'Fort Orn', text: 'x', idx: 0 }]), 'corpus'],
  [
    '6.1 HippoRAG queries with paragraphs',
    'q.json',
    json([
      {
        id: 'a',
        question: Q,
        answer: ['Lund'],
        paragraphs: [{ title: 'T', text: 'x', is_supporting: true, idx: 0 }],
      },
    ]),
    'questions',
  ],
  [
    '6.1 HippoRAG queries as HotpotQA',
    'q.json',
    json([{ question: Q, answer: 'Lund', supporting_facts: [['T', 0]], context: [['T', ['x']]] }]),
    'questions',
  ],
  [
    '6.1 HippoRAG queries with contexts',
    'q.json',
    json([
      { id: 'a', question: Q, answer: ['Lund'], contexts: [{ title: 'T', text: 'x', is_supporting: true }] },
    ]),
    'questions',
  ],
  [
    '6.1 HippoRAG queries as PopQA',
    'q.json',
    json([{ question: Q, obj: 'x', possible_answers: '["Lund"]', o_wiki_title: 'Lund', o_aliases: '[]' }]),
    'questions',
  ],
  [
    '7.1 RouteRAG log',
    'llm_reader_True_hybrid.log',
    '2026-01-02 03:04:05,123 - routerag - INFO - Query: <search> [graph] x </search>\n2026-01-02 03:04:06,123 - routerag - INFO - done\n',
    'nothing',
  ],
  [
    '7.1 RouteRAG training rows',
    'train.json',
    json([
      {
        data_source: 'hotpotqa',
        prompt: [{ role: 'user', content: Q }],
        reward_model: { ground_truth: { target: ['Lund'] } },
      },
    ]),
    'questions',
  ],
  [
    '8.1 R3AG pool',
    'pool.json',
    json([
      { id: 'bm25', kind: 'bm25' },
      { id: 'e5', kind: 'dense', dim: 768, latencyMs: 3, corpus: 'c' },
    ]),
    'records',
  ],
  [
    '8.1 R3AG table',
    'retriever_table.json',
    '{"bm25": {"meanCorrect": 0.5, "meanRecall5": 0.6, "n": 9}, "e5": {"meanCorrect": 0.5, "meanRecall5": 0.6, "n": 9}}',
    'records',
  ],
  [
    '11 rows of earnings calls',
    'train.json',
    json([{ id: 'a', instruction: Q, input: '', evidence: 'x', output: 'Lund' }]),
    'records',
  ],
  [
    '11 labels of a collector',
    'retrieval.jsonl',
    jsonl({ input: Q, decision_token: '[Retrieval]', explanation: 'e', raw_output: 'r' }),
    'records',
  ],
  [
    '11 rated labels of a collector',
    'utility.jsonl',
    jsonl({ input: Q, score: 4, explanation: 'e', raw_output: 'r' }),
    'records',
  ],
];

describe('a file beside rollouts', () => {
  it.each(BESIDE)('%s', async (_at, name, content, holds) => {
    const read = await readAs(name, content);
    expect([read.holds, read.rollouts]).toEqual([holds, []]);
  });

  it('6.1 a library of pages by title stays a corpus', async () => {
    const pages = '{"Fort Orn":["It is a fort."],"Orn Bay":["A bay."],"1994":["A year."]}';
    expect((await readAs('corpus.json', pages)).holds).toBe('corpus');
  });

  // A record is its length in 8 bytes, a checksum, and a message whose member 3 is the version.
  it('11 TensorBoard events say what they are', async () => {
    const event = '\u0009\u0000\u0000\u0080\u0025\u00d0\u0027\u00da\u0041\u001a\u000dbrain.Event:2';
    const content = Buffer.from(
      `\u0018\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u00a3\u007f\u004b\u0022${event}\u0001\u0002\u0003\u0004`,
      'latin1',
    );
    const file = await opened('events.out.tfevents.1', content);
    expect(file.container.chosen.holds).toBe('nothing');
    expect(file.container.evidence.because).toMatch(/^it is a TensorBoard event file/);
  });
});
