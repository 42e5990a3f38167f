/** What the records of RAG techniques say; each test names the place in techniques.md it is from. */
import { describe, expect, it } from 'vitest';
import { readAs, shortly } from '../rag-systems/read';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const Q = 'Where was the maker of Fort Orn born?';
const json = (value: unknown): string => JSON.stringify(value);
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
const chat = (...said: string[]) =>
  said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }));

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

  it.each([
    ['with a task', `Answer.\n\n## Input:\n\n${Q}`],
    ['of the long form', `Answer.## Input:\n\n${Q}`],
    ['of ARC', `Answer.\n\n### Input:\n${Q}`],
    ['alone', Q],
  ])('1.1 of a prompt %s: the question', async (_what, instruction) => {
    const prompts = [`### Instruction:\n${instruction}\n\n### Response:\n`];
    const run = { preds: ['Vell'], prompts, all_results: [{ no_retrieval: 'Vell[Utility:5]' }] };
    // The script rewrites a sibling of its output every ten items.
    for (const name of ['popqa.json', 'popqa.json_tmp'])
      expect((await first(name, json(run)))?.question).toBe(Q);
  });

  it.each([
    'No Retrieval',
    'Retrieval',
    'Continue to Use Evidence',
    'Irrelevant',
    'Relevant',
    'Fully supported',
    'Partially supported',
    'No support / Contradictory',
    ...[1, 2, 3, 4, 5].map((utility) => `Utility:${utility}`),
  ])('1.1 of a token: [%s] as it is written, and no other way', async (token) => {
    const run = (said: string) => ({
      preds: ['x'],
      prompts: ['p'],
      all_results: [{ no_retrieval: `a${said}b` }],
    });
    const marks = async (said: string) =>
      (await first('a.json', json(run(said))))?.marks?.map(({ text }) => text);
    expect(await marks(`[${token}]`)).toEqual([token]);
    for (const other of [`[${token.toUpperCase()}]`, `[ ${token} ]`, `[${token.replaceAll(' ', '  ')}x]`])
      expect(await marks(other)).toEqual([]);
  });
});
