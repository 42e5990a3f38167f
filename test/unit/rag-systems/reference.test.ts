/** The example lines of the systems' own descriptions, with what they must read as worked out by hand. */
import { describe, expect, it } from 'vitest';
import { readAs, shortly } from './read';

describe('adaptive-rag-chains', () => {
  const block = [
    'q77',
    'Where was the maker of Fort Orn born?',
    'A: ["Fort Orn","Orn Bay"]',
    'A: Fort Orn was built by Ada Vell.',
    'A: Exit? No.',
    'A: ["Fort Orn","Orn Bay","Ada \\"A.\\" Vell"]',
    'A: Fort Orn was built by Ada Vell. Ada Vell was born in Lund. So the answer is: Lund.',
    'A: ["p1","p9"]',
    'Q: Where was the maker of Fort Orn born?',
    'A: "Lund"',
    'S: 0.0',
  ].join('\n');

  it('reads the steps of IRCoT', async () => {
    const { container, rollouts, losses } = await readAs('x_chains.txt', `\n${block}\n`);
    const [rollout] = rollouts;
    expect(container).toBe('adaptive-rag-chains');
    expect(rollout && shortly(rollout)).toEqual({
      question: 'Where was the maker of Fort Orn born?',
      golds: [],
      answer: 'Lund',
      searches: [
        { query: 'Where was the maker of Fort Orn born?', titles: ['Fort Orn', 'Orn Bay'] },
        { query: 'Fort Orn was built by Ada Vell.', titles: ['Ada "A." Vell'] },
      ],
    });
    expect(rollout?.turns.map(({ think }) => think)).toEqual([
      null,
      'Fort Orn was built by Ada Vell.',
      'Ada Vell was born in Lund. So the answer is: Lund.',
    ]);
    expect(rollout?.recorded).toEqual({ id: 'q77', chain_score: 0, steps: 2, paragraphs: ['p1', 'p9'] });
    expect(losses.filter((loss) => loss.startsWith('guessed'))).toHaveLength(2);
  });

  it('reads one block after another, CRLF and answers that are numbers or bare words', async () => {
    const other = block.replace('q77', 'q78').replace('A: "Lund"', 'A: 1901');
    const bare = block.replace('q77', 'q79').replace('A: "Lund"', 'A: not a list');
    const text = `\n${block}\n\n${other}\n\n${bare}\n`;
    for (const content of [text, text.replaceAll('\n', '\r\n')]) {
      const { rollouts, faults } = await readAs('x_chains.txt', content);
      expect(rollouts.map(({ recorded, answer }) => [recorded['id'], answer?.text])).toEqual([
        ['q77', 'Lund'],
        ['q78', '1901'],
        ['q79', 'not a list'],
      ]);
      expect(faults).toEqual([]);
    }
  });

  it('keeps titles at their places', async () => {
    const { rollouts } = await readAs('x_chains.txt', `\n${block}\n`);
    const [rollout] = rollouts;
    const record = block;
    for (const part of rollout?.parts ?? []) {
      if (part.rendered) continue;
      const at = part.at ?? 0;
      expect(record.slice(at, at + part.end - part.start)).toBe(rollout?.text.slice(part.start, part.end));
    }
  });
});

describe('the other files of Adaptive-RAG', () => {
  it('reads predictions of every type', async () => {
    const content = JSON.stringify({ a: 'Lund', b: ['Lund', 'Orn'], c: '["x"]', d: '', e: 7, f: { no: 1 } });
    const read = await readAs('prediction__nq_to_nq__test_subsampled.json', content);
    expect(read.container).toBe('adaptive-rag-predictions');
    expect(read.rollouts.map(({ recorded, answer }) => [recorded['key'], answer?.text])).toEqual([
      ['a', 'Lund'],
      ['b', 'Lund, Orn'],
      ['c', '["x"]'],
      ['e', '7'],
    ]);
    expect(read.empty).toEqual(['the answer is empty']);
    expect(read.faults).toEqual(['the answer is an object, not a string or a list of strings']);
  });

  it('knows neither ids with strings alone nor other names', async () => {
    expect((await readAs('x.json', '{"a": "Lund", "b": "Orn"}')).container).not.toMatch(/^adaptive/);
  });

  it('tells labels, classes and routes apart', async () => {
    const labels = await readAs('zero_single_multi_classification__nq.json', '{"2hop__1_2":["multi","6"]}');
    expect([labels.container, labels.holds]).toEqual(['adaptive-rag-labels', 'records']);
    const classes = await readAs(
      'dict_id_pred_results.json',
      '{"q":{"prediction":"B","answer":"C","dataset_name":"nq"},"r":{"prediction":"A","answer":"A","dataset_name":"nq"}}',
    );
    expect(classes.rollouts.map(shortly).map(({ answer, golds }) => [answer, golds])).toEqual([
      ['B', ['C']],
      ['A', ['A']],
    ]);
    const routed = await readAs(
      'nq_option.json',
      '{"q":{"prediction":"Lund","option":"C","stepNum":3},"r":{"prediction":"x","option":"A","stepNum":0}}',
    );
    expect(routed.container).toBe('adaptive-rag-routed');
    expect(routed.rollouts[0]?.recorded).toEqual({ key: 'q', option: 'C', stepNum: 3 });
  });
});

describe('crag', () => {
  it('reads labelled passages, empty ones, and passages without titles', async () => {
    const q = 'Who built Fort Orn?';
    const lines = [
      `${q} [SEP] Fort Orn // Fort Orn was built by Ada Vell in 1901.\t1`,
      `${q} [SEP] Orn Bay is a bay.\t0`,
      `${q} [SEP]`,
      'Who built Fort Orn twice? [SEP] Fort Orn was built by Ada Vell in 1901.',
      'Who built Fort Orn twice? [SEP] nobody',
    ];
    for (const content of [`${lines.join('\n')}\n`, lines.join('\r\n')]) {
      const { container, rollouts, faults } = await readAs('test_popqa.txt', content);
      expect([container, faults]).toEqual(['crag', []]);
      expect(rollouts.map(({ question }) => question)).toEqual([q, 'Who built Fort Orn twice?']);
      expect(rollouts[0]?.turns[0]?.documents.map(({ title, text }) => [title, text])).toEqual([
        ['Fort Orn', 'Fort Orn was built by Ada Vell in 1901.'],
        [null, 'Orn Bay is a bay.'],
      ]);
      expect(rollouts[0]?.recorded).toEqual({ passages: 3, labels: [1, 0, null] });
      expect(rollouts[1]?.recorded).toEqual({ passages: 2 });
    }
  });

  it('begins a new record after ten lines', async () => {
    const { rollouts } = await readAs('test.txt', 'q [SEP] p\n'.repeat(25));
    expect(rollouts.map(({ recorded }) => recorded['passages'])).toEqual([10, 10, 5]);
  });

  it('knows the knowledge that was refined', async () => {
    for (const content of [
      '#Fort Orn was built by Ada Vell in 1901.; The fort stands near Orn Bay.\n#Orn.\n',
      'Knowledge1: Fort Orn was built by Ada Vell. [sep] Knowledge2: Fort Orn: Fort Orn is a museum today.\n',
    ])
      expect((await readAs('ambiguous', content)).container).toBe('crag-knowledge');
    expect((await readAs('notes.txt', '# A heading\n\n# Another\n')).container).not.toBe('crag-knowledge');
  });
});

describe('q-rag', () => {
  const log = {
    id: 'h1',
    question: 'Where was the maker of Fort Orn born?',
    answer: 'Lund',
    sf_idx: [3, 7],
    pred_idx: [3, 7],
    q_values: [0.93, 0.97],
    sf_texts: ['a', 'b'],
    pred_texts: ['Fort Orn was built by Ada Vell.', 'Ada Vell was born in Lund.'],
    return: 1.0,
    text_len: 1450,
    f1: 1.0,
    em: 1.0,
  };

  it('reads picks with their Q', async () => {
    const { container, rollouts, losses } = await readAs('eval_seed42.jsonl', `${JSON.stringify(log)}\n`);
    expect(container).toBe('q-rag');
    expect(rollouts[0]?.turns[0]?.documents.map(({ rank, text, score }) => [rank, text, score])).toEqual([
      [1, 'Fort Orn was built by Ada Vell.', 0.93],
      [2, 'Ada Vell was born in Lund.', 0.97],
    ]);
    expect(rollouts[0]).toMatchObject({
      golds: ['Lund'],
      answer: null,
      recorded: { score: 1, sf_idx: [3, 7] },
    });
    expect(losses).toContain('absent: the answer is not in the file');
  });

  it('reads the answers of a reader, and chunks of which only the numbers are kept', async () => {
    const { pred_texts: _, ...bare } = log;
    const row = { ...bare, prediction: 'Lund', answer_f1: 1, answer_em: 1 };
    const { rollouts } = await readAs('llm_eval.jsonl', `${JSON.stringify(row)}\n`);
    expect(rollouts[0] && shortly(rollouts[0])).toMatchObject({
      answer: 'Lund',
      searches: [{ titles: ['3', '7'] }],
    });
  });

  it('reads the open-QA evaluation', async () => {
    const row = {
      question: 'q?',
      retrieved_chunks_idx: [1, 2],
      ground_truth_chunks_idx: [2],
      filter_idx: [2],
      filter_texts: ['t'],
      ground_truth: ['Lund'],
      prediction: 'Lund',
      full_model_output: 'It is Lund.',
      EM: 1,
      F1: 1,
    };
    const { container, rollouts } = await readAs('openqa.json', JSON.stringify([row, row]));
    expect(container).toBe('q-rag');
    expect(rollouts[1]).toMatchObject({ golds: ['Lund'], recorded: { score: 1, filter_idx: [2] } });
    expect(rollouts[1]?.text).toContain('It is Lund.');
    expect(rollouts[1]?.answer?.text).toBe('Lund');
  });
});

describe('hipporag and routing', () => {
  it('reads a result', async () => {
    const row = {
      question: 'Where was the maker of Fort Orn born?',
      answer: 'Lund',
      docs: ['Ada Vell\nborn in Lund', 'Fort Orn\nbuilt'],
      doc_scores: [0.0812, 0.0655],
      graph_seeds: [['fort orn', 'built by', 'ada vell']],
    };
    const { container, rollouts } = await readAs('r.json', JSON.stringify([row]));
    expect(container).toBe('hipporag-results');
    expect(rollouts[0]?.turns[0]?.documents.map(({ title, text, score }) => [title, text, score])).toEqual([
      ['Ada Vell', 'born in Lund', 0.0812],
      ['Fort Orn', 'built', 0.0655],
    ]);
    expect(rollouts[0]?.recorded).toEqual({ graph_seeds: row.graph_seeds });
  });

  it('knows a cache of triples', async () => {
    const docs = [{ idx: 'chunk-1', passage: 'Fort Orn\nx', extracted_entities: [], extracted_triples: [] }];
    const cache = JSON.stringify({ docs, avg_ent_chars: 1, avg_ent_words: 1 });
    expect((await readAs('openie.json', cache)).container).toBe('openie-cache');
  });

  it('reads a route', async () => {
    const row = {
      qid: 'q9',
      query: 'Who built Fort Orn?',
      probs: { bm25: 0.71, e5: 0.64, none: 0.2 },
      chosen: 'bm25',
      docs: [{ id: 'd3', score: 8.1 }],
      answer: 'Ada Vell',
      golds: ['Ada Vell'],
      goldDocs: ['d3'],
    };
    const { container, rollouts, losses } = await readAs('router_pred.jsonl', `${JSON.stringify(row)}\n`);
    expect(container).toBe('r3ag-routing');
    expect(rollouts[0] && shortly(rollouts[0])).toEqual({
      question: 'Who built Fort Orn?',
      golds: ['Ada Vell'],
      answer: 'Ada Vell',
      searches: [{ query: 'Who built Fort Orn?', titles: ['d3'] }],
    });
    expect(rollouts[0]?.turns[0]?.documents[0]?.score).toBe(8.1);
    expect(rollouts[0]?.recorded).toMatchObject({ group: 'q9', chosen: 'bm25' });
    expect(losses).toContain('absent: the texts of the documents are not in the file, only their names');
  });
});
