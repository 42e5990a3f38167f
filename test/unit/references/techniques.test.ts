/** Files of RAG techniques by their signals and quirks; each row names the place in techniques.md it is from. */
import { describe, expect, it } from 'vitest';
import { readAs, shortly } from '../rag-systems/read';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

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
});

describe('what is recorded', () => {
  const first = async (name: string, content: string) => (await readAs(name, content)).rollouts[0];

  it('1.1 of a baseline: question, golds, answer and metric', async () => {
    const rows = jsonl({
      instruction: Q,
      answers: ['Lund'],
      output: 'In Lund',
      metric_result: 1,
      ctxs: [{ title: 'T', text: 'x' }],
    });
    const rollout = await first('a.jsonl', rows);
    expect(rollout && shortly(rollout)).toEqual({
      question: Q,
      golds: ['Lund'],
      answer: 'In Lund',
      searches: [{ query: Q, titles: ['T'] }],
    });
    expect(rollout?.recorded['score']).toBe(1);
  });

  it('1.1 of the example of Self-RAG: the branches of a question', async () => {
    const all = JSON.parse(
      '{"no_retrieval":"Vell[Utility:5]","retrieval_0":{"pred":"[Relevant]Vell[Fully supported][Utility:5]</s>","score":2.71,"ctx":{"title":"Lake Orn","text":"Lake Orn lies in Vell."}}}',
    ) as unknown;
    const { rollouts } = await readAs(
      'a.json',
      json({ preds: ['Vell'], prompts: ['p'], all_results: [all] }),
    );
    expect(rollouts.map(({ recorded }) => [recorded['branch'], recorded['path_score']])).toEqual([
      ['no_retrieval', undefined],
      ['retrieval_0', 2.71],
    ]);
    expect(rollouts[1]?.turns[0]?.documents).toMatchObject([
      { title: 'Lake Orn', text: 'Lake Orn lies in Vell.' },
    ]);
  });

  it('3.1 of chains: a list that is cumulative gives each step its new titles alone', async () => {
    const block = [
      'q',
      'Where?',
      'A: ["A","B"]',
      'A: One.',
      'A: Exit? No.',
      'A: ["A","B","C"]',
      'A: One. Two.',
      'A: ["p1"]',
      'Q: Where?',
      'A: "x"',
      'S: 0.0',
    ];
    const rollout = await first('a_chains.txt', `\n${block.join('\n')}\n`);
    expect(rollout && shortly(rollout).searches.map(({ titles }) => titles)).toEqual([['A', 'B'], ['C']]);
  });

  it('3.1 of a prediction: a string that looks like a list is kept as it stands', async () => {
    const rollout = await first('prediction__nq_to_nq__dev_500_subsampled.json', '{"a":"[\\"Lund\\"]"}');
    expect(rollout?.answer?.text).toBe('["Lund"]');
  });

  it('4.1 of a run: its selectors with the pair that it spells so', async () => {
    const run = {
      ...rqRun,
      metric_results: [1, 0],
      metric_mean: 0.5,
      'oracle metric': 1,
      'ppl metric': 0.25,
      'oracle retrieval_performace': [0.5, 0.125],
      'ppl retrieval_recall': 0.75,
    };
    const [entry] = await entriesOf(await opened('a.json', json(run)));
    expect(entry?.measured?.values).toEqual({
      metric_mean: 0.5,
      'oracle metric': 1,
      'ppl metric': 0.25,
      'oracle retrieval_performace f1': 0.5,
      'oracle retrieval_performace em': 0.125,
      'ppl retrieval_recall': 0.75,
    });
    expect(entry?.rollouts[0]?.recorded).toMatchObject({ depth: 3, retrieved_index: [4, 0, 7, 4, 2, 9] });
  });

  it('5.1 of the example of Q-RAG: picks in order, the largest Q of each', async () => {
    const line =
      '{"id":"h1","question":"Where was the maker of Fort Orn born?","answer":"Lund","sf_idx":[3,7],"pred_idx":[7,3],"q_values":[0.93,0.97],"sf_texts":["a","b"],"pred_texts":["b","a"],"return":1.0,"text_len":1450,"f1":1.0,"em":1.0}\n';
    const rollout = await first('eval_seed1.jsonl', line);
    expect(rollout?.turns[0]?.documents.map(({ text, score }) => [text, score])).toEqual([
      ['b', 0.93],
      ['a', 0.97],
    ]);
    expect(rollout?.recorded).toMatchObject({
      id: 'h1',
      pred_idx: [7, 3],
      sf_idx: [3, 7],
      text_len: 1450,
      f1: 1,
      em: 1,
    });
  });

  it('6.1 of a result: no seed is kept as such, thoughts come before the answer', async () => {
    const row = {
      question: Q,
      answer: 'Lund',
      gold_answers: ['Lund'],
      docs: ['Ada Vell\nx'],
      doc_scores: [0],
      gold_docs: ['Ada Vell\nx'],
      doc_metadata: [{}],
      graph_seeds: [],
      thoughts: 'She was.',
    };
    const rollout = await first('a.json', json([row]));
    expect(rollout?.recorded).toEqual({ gold_docs: row.gold_docs, doc_metadata: [{}], graph_seeds: [] });
    expect(rollout?.turns.at(-1)?.think).toBe('She was.');
    expect(rollout?.golds).toEqual(['Lund']);
  });

  it('7.1 of the example of RouteRAG', async () => {
    const row = {
      question: Q,
      gold_answer: ['Lund'],
      pred_answer: 'Lund',
      pred_type: 'Deep',
      reasoning_process:
        '<think>Need the maker.</think>\n<search> [graph] maker of Fort Orn </search>\n\n<information>Doc 1(Title: Fort Orn) Built by Ada Vell.\n</information>\n\n<think>Now her birthplace.</think><answer> Lund </answer>',
    };
    const rollout = await first('a.json', json([row]));
    expect(rollout && shortly(rollout)).toEqual({
      question: Q,
      golds: ['Lund'],
      answer: 'Lund',
      searches: [{ query: 'maker of Fort Orn', titles: ['Fort Orn'] }],
    });
    expect(rollout?.turns[0]?.queries[0]?.mode).toBe('graph');
  });

  it('8.1 of a row a query and retriever', async () => {
    const row = {
      qid: 'q9',
      query: Q,
      retriever: 'bm25',
      docs: [{ id: 'd3', rank: 1, score: 8.1 }],
      judge: { relevance: 1, coverage: 0.5, diversity: 0 },
      rq: 0.8,
      answer: 'Ada Vell',
      em: 1,
      f1: 1,
      gu: 0.4,
    };
    const rollout = await first('router_train.jsonl', jsonl(row));
    expect(rollout?.recorded).toMatchObject({
      score: 1,
      group: 'q9',
      retriever: 'bm25',
      judge: row.judge,
      gu: 0.4,
    });
  });

  it('9.1 of the example of Agentic RAG', async () => {
    const messages = [
      ...chat(
        Q,
        '<reasoning>need maker</reasoning>{"type":"function","function":{"name":"search_corpus","parameters":{"query":"maker of Fort Orn"}}}',
      ),
      {
        role: 'ipython',
        content: 'Result 1:\nFort Orn was built by Ada Vell.\n------\nResult 2:\n…\n------\n',
      },
      { role: 'assistant', content: 'Ada Vell built it.' },
    ];
    const rollout = await first('a.jsonl', jsonl({ messages, initial_length: 2, finished: true }));
    expect(rollout?.turns[0]).toMatchObject({
      think: 'need maker',
      queries: [{ text: 'maker of Fort Orn' }],
    });
    expect(rollout?.turns[0]?.documents.map(({ text }) => text)).toEqual([
      'Fort Orn was built by Ada Vell.',
      '…',
    ]);
    expect(rollout?.answer?.text).toBe('Ada Vell built it.');
  });

  it.each(['retry', 'correctness', 'format', 'em_chunk_last', 'search_strategy'])(
    '10.1 of the row of one reward: %s',
    async (type) => {
      const row = {
        timestamp: '20260102_030405',
        reward_type: type,
        prompt: Q,
        messages: chat('x', '<answer>Lund</answer>'),
        reward: 0.35,
        metadata: {},
      };
      const rollout = await first(`chat_states_${type}.jsonl`, jsonl(row));
      expect(rollout?.recorded).toMatchObject({ score: 0.35, reward_type: type, timestamp: row.timestamp });
      expect([rollout?.question, rollout?.answer?.text]).toEqual([Q, 'Lund']);
    },
  );
});
