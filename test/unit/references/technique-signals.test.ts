/** Files of RAG techniques by their signals; each row names the place in techniques.md it is from. */
import { describe, expect, it } from 'vitest';
import { readAs } from '../rag-systems/read';
import { jsonl } from '../rollouts/opened';

const Q = 'Where was the maker of Fort Orn born?';
const json = (value: unknown): string => JSON.stringify(value);
const selfRagPath = '[Relevant]Vell[Fully supported][Utility:5]</s>';
const rqPath = {
  prompt: '<s><|system|>\nA.</s>\n<|user|>\nq?</s>\n<|assistant|>\n[A_Response]Lund[EOS]',
  depth: 3,
  done: true,
  final_answer: 'Lund',
  retrieved_index: [4, 0, 7, 4, 2, 9],
  retrieval_performance: [0.5, 0.0],
};
const rqRun = {
  all_preds: ['Lund'],
  prompts: [],
  metric_results: [1],
  all_results: [[rqPath]],
  golds: [['Lund']],
};
const log = { question: Q, answer: 'Lund', sf_idx: [3], pred_idx: [3], q_values: [0.9], pred_texts: ['x'] };
const chat = (...said: string[]) =>
  said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }));

/** Where the signal stands in techniques.md, a file's name and content, its container and dialect. */
const SIGNALS: readonly (readonly [at: string, name: string, content: string, kind: string])[] = [
  [
    '12.1 Self-RAG short form',
    'a.json',
    json({
      preds: ['Vell'],
      prompts: ['p'],
      all_results: [{ retrieval_0: { pred: selfRagPath, score: 1, ctx: {} } }],
    }),
    'self-rag-short / self-rag',
  ],
  [
    '12.1 Self-RAG short form without retrieval',
    'a.json',
    json({ preds: ['Vell'], prompts: ['p'], all_results: [{ no_retrieval: 'Vell[Utility:5]' }] }),
    'self-rag-short / self-rag',
  ],
  [
    '12.1 Self-RAG long form',
    'a.json',
    json({
      data: [{ question: Q, intermediate: ['[Retrieval]', selfRagPath] }],
      args: [],
      total_cost: 0,
      azure_filter_fail: '',
    }),
    'self-rag-long / self-rag',
  ],
  [
    '12.1 Self-RAG factscore',
    'a.jsonl',
    jsonl({ input: Q, output: 'o', topic: 't', cat: ['c'], intermediate: ['[Retrieval]', selfRagPath] }),
    'self-rag-factscore / self-rag',
  ],
  ['12.1 RQ-RAG inference', 'final_results.json', json(rqRun), 'rq-rag / rq-rag'],
  ['4.1 RQ-RAG, rewritten to go on from', 'tmp_results.json', json(rqRun), 'rq-rag / rq-rag'],
  [
    '12.1 RQ-RAG sampler',
    'sample_from_tree_calc_depth_[1, 2, 3].json',
    json({ ...rqRun, all_results: [[{ ...rqPath, ppl: 1.5 }]], score_lists: [[1]] }),
    'rq-rag / rq-rag',
  ],
  ['12.1 Q-RAG retriever log', 'eval_seed42_ns10.jsonl', jsonl(log), 'q-rag / fields'],
  [
    '12.1 Q-RAG reader log',
    'llm_log.jsonl',
    jsonl({ ...log, prediction: 'Lund', answer_f1: 1 }),
    'q-rag / fields',
  ],
  [
    '12.1 Q-RAG open QA',
    'a.json',
    json([
      {
        question: Q,
        retrieved_chunks_idx: [1],
        ground_truth_chunks_idx: [1],
        filter_idx: [1],
        prediction: 'Lund',
      },
    ]),
    'q-rag / fields',
  ],
  [
    '12.1 OpenIE cache',
    'openie_results_ner_llm.json',
    json({
      docs: [
        {
          idx: 'chunk-1',
          passage: 'Fort Orn\nFort Orn was built by Ada Vell.',
          extracted_entities: ['Fort Orn', 'Ada Vell'],
          extracted_triples: [['Fort Orn', 'built by', 'Ada Vell']],
        },
      ],
      avg_ent_chars: 8,
      avg_ent_words: 2,
    }),
    'openie-cache',
  ],
  [
    '12.1 HippoRAG query result, one object',
    'r.json',
    json({ question: Q, answer: 'Lund', docs: ['Ada Vell\nx'], doc_scores: [0.08], graph_seeds: [] }),
    'hipporag-results / fields',
  ],
  [
    '12.1 RouteRAG result',
    'llm_emb_reader_True.json',
    json([
      {
        question: Q,
        gold_answer: ['Lund'],
        pred_answer: 'Lund',
        pred_type: 'Deep',
        reasoning_process:
          '<search> [graph] q </search>\n\n<information>Doc 1(Title: T) x\n</information>\n\n<answer> Lund </answer>',
      },
    ]),
    'routerag-eval / routerag',
  ],
  [
    '12.1 Adaptive-RAG labels',
    'zero_single_multi_classification__nq.json',
    '{"2hop__1_2":["multi","6"]}',
    'adaptive-rag-labels',
  ],
  [
    '12.1 Adaptive-RAG predictions',
    'prediction__nq_to_nq__test_subsampled.json',
    '{"a":"Lund"}',
    'adaptive-rag-predictions / fields',
  ],
  [
    '12.1 Adaptive-RAG chains',
    'a_chains.txt',
    '\nq1\nWhere?\nA: ["T"]\nA: It is in T.\nA: Exit? No.\nA: So the answer is: Lund.\nA: ["p1"]\nQ: Where?\nA: "Lund"\nS: 0.0\n',
    'adaptive-rag-chains / fields',
  ],
  [
    '12.1 Adaptive-RAG classifier',
    'dict_id_pred_results.json',
    json({
      a: { prediction: 'B', answer: 'C', dataset_name: 'nq' },
      b: { prediction: 'A', answer: 'A', dataset_name: 'nq' },
    }),
    'adaptive-rag-classifier / fields',
  ],
  [
    '12.1 Adaptive-RAG routed',
    'nq_option.json',
    json({
      a: { prediction: 'Lund', option: 'C', stepNum: 3 },
      b: { prediction: 'x', option: 'A', stepNum: 0 },
    }),
    'adaptive-rag-routed / fields',
  ],
  ['12.1 CRAG test file', 'test_popqa.txt', `${Q} [SEP] a\n${Q} [SEP] b\n`, 'crag / fields'],
  [
    '2.1 CRAG evaluator training rows, in any order',
    'train_data.txt',
    'Who built Fort Orn? [SEP] Fort Orn was built by Ada Vell in 1901.\t1\nWhere is Lund? [SEP] In Sweden.\t0\n',
    'crag / fields',
  ],
  [
    '2.1 CRAG evaluator training row, alone',
    'a.txt',
    'Who built Fort Orn? [SEP] Fort Orn was built by Ada Vell in 1901.\t1',
    'crag / fields',
  ],
  [
    '12.1 CRAG knowledge',
    'correct',
    '#Fort Orn was built by Ada Vell in 1901.; The fort stands near Orn Bay.\n#x\n',
    'crag-knowledge',
  ],
  [
    '2.1 CRAG ambiguous knowledge',
    'ambiguous',
    'Knowledge1: Fort Orn was built by Ada Vell in 1901. [sep] Knowledge2: Fort Orn: Fort Orn is a museum today.\n',
    'crag-knowledge',
  ],
  [
    '2.1 CRAG knowledge with an empty first line',
    'incorrect',
    '\n#Fort Orn is a museum today.\n#x\n',
    'crag-knowledge',
  ],
  [
    '2.1 CRAG knowledge of which some lines lack the hash',
    'incorrect',
    `${'#x\n'.repeat(19)}no hash\n`,
    'crag-knowledge',
  ],
  [
    '12.1 ReZero chat state',
    'chat_states_retry.jsonl',
    jsonl({
      timestamp: '20260102_030405',
      reward_type: 'retry',
      prompt: Q,
      messages: [
        { role: 'assistant', content: '<think>…</think>\n<search>maker of Fort Orn</search>' },
        { role: 'user', content: '<information>Result 1: …</information>' },
        { role: 'assistant', content: '<think>Based on the results…</think>\n<answer>Lund</answer>' },
      ],
      reward: 0.35,
      metadata: { search_counts: [1] },
    }),
    'rezero-chat-states / rezero',
  ],
  [
    '12.1 Agentic RAG log',
    'qa_log.txt',
    `Question: ${Q}\nCorrect Answer: Lund\nStudent Answer: In Lund.\nVerifier said: Yes\n${'-'.repeat(40)}\n`,
    'autodidact-log / autodidact',
  ],
  [
    '12.1 R3AG routing',
    'router_pred.jsonl',
    '{"qid":"q9","query":"Who built Fort Orn?","probs":{"bm25":0.71,"e5":0.64,"none":0.2},"rq":{"bm25":0.8,"e5":0.5},"gu":{"bm25":0.4,"e5":0.7},"attention":{"bm25":[0.7,0.3],"e5":[0.2,0.8]},"chosen":"bm25","docs":[{"id":"d3","score":8.1}],"answer":"Ada Vell","golds":["Ada Vell"],"goldDocs":["d3"]}\n',
    'r3ag-routing / fields',
  ],
  [
    '12.1 strings of Self-RAG',
    'a.jsonl',
    jsonl({ question: Q, response: `[Retrieval]<paragraph>T\nx</paragraph>${selfRagPath}` }),
    'json / self-rag',
  ],
  [
    '12.1 strings of RQ-RAG',
    'a.jsonl',
    jsonl({
      id: 'a',
      dataset: 'd',
      messages: chat(
        Q,
        '[S_Rewritten_Query]\nq\n[EOS]\n[R_Evidences]\nTitle: T\nText: x\n\n[/R_Evidences]\n[A_Response]\nLund\n[EOS]',
      ),
    }),
    'chat-messages / rq-rag',
  ],
  [
    '12.1 strings of RouteRAG',
    'a.jsonl',
    jsonl({ response: '<search> [graph] q </search>' }),
    'json / routerag',
  ],
  [
    '12.1 strings of the Search-R1 family',
    'a.jsonl',
    jsonl({ response: '<search> q </search>' }),
    'json / search-r1',
  ],
  [
    '12.1 strings of Agentic RAG',
    'a.jsonl',
    jsonl({
      messages: chat(
        Q,
        '<reasoning>need maker</reasoning>{"type":"function","function":{"name":"search_corpus","parameters":{"query":"maker of Fort Orn"}}}',
      ),
    }),
    'chat-messages / autodidact',
  ],
  [
    '1.1 baseline of Self-RAG',
    'a.jsonl',
    jsonl({ question: Q, answers: ['Lund'], output: 'Lund', metric_result: 1 }),
    'rag-records / fields',
  ],
];

describe('a signal', () => {
  it.each(SIGNALS)('%s', async (_at, name, content, kind) => {
    const { container, holds, dialect, faults } = await readAs(name, content);
    expect([holds === 'rollouts' ? `${container} / ${dialect}` : container, faults]).toEqual([kind, []]);
  });
});
