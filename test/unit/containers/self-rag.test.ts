import { describe, expect, it } from 'vitest';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const prompt = (question: string): string =>
  `### Instruction:\nAnswer briefly.\n\n## Input:\n\n${question}\n\n### Response:\n`;

const ctx = (title: string, text: string) => ({ id: title.length, title, text, score: 0.5 });

describe('self-rag-train', () => {
  const row = {
    instruction: 'Where is Lake Orn?',
    output:
      '[Retrieval]<paragraph>Lake Orn\nIn Vell.</paragraph>[Relevant]In Vell.[Fully supported][Utility:5]',
    input: '',
    id: 'nq_1',
    dataset_name: 'nq',
  };

  it('puts the instruction into the prompt of the trainer', async () => {
    const file = await opened(
      'train.jsonl',
      jsonl(row, { ...row, output: '[No Retrieval]x[Utility:2]', input: 'Orn' }),
    );
    expect(file.container.chosen.id).toBe('self-rag-train');
    const [first, second] = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    expect(first?.text).toBe(`### Instruction:\nWhere is Lake Orn?\n\n### Response:\n${row.output}`);
    expect(first).toMatchObject({
      question: 'Where is Lake Orn?',
      golds: [],
      recorded: { id: 'nq_1', dataset_name: 'nq' },
    });
    expect(second?.text).toContain('\n\n### Input:\nOrn\n\n### Response:\n[No');
    expect(first?.dialect).toBe('self-rag');
  });

  it('takes rows of the critic, and no other instructions', async () => {
    const critic = { instruction: 'Judge.', input: 'Orn', output: '[Irrelevant]', task: 'relevance' };
    expect((await opened('c.json', JSON.stringify([critic]))).container.chosen.id).toBe('self-rag-train');
    const other = { instruction: 'Sum up.', input: 'Orn', output: '[Lake]', task: 'x' };
    expect((await opened('c.jsonl', jsonl(other))).container.chosen.id).not.toBe('self-rag-train');
  });

  it('says what is wrong with a row', async () => {
    const file = await opened('t.jsonl', jsonl(row, row, row, { ...row, output: 3 }, { ...row, output: '' }));
    expect((await entriesOf(file)).map(({ fault, withoutText }) => fault?.message ?? withoutText)).toEqual([
      null,
      null,
      null,
      '`output` is a number, not a string',
      '`output` is empty',
    ]);
  });
});

describe('self-rag-short', () => {
  const results = {
    preds: ['[Relevant]Vell[Fully supported][Utility:5]</s>', 'Orso'],
    prompts: [prompt('Where is Lake Orn?'), prompt('Where is Zorvia?')],
    metric_results: [1, 0],
    all_results: [
      {
        no_retrieval: 'Vell[Utility:5]',
        retrieval_0: {
          pred: '[Irrelevant]Lund[Utility:1]</s>',
          score: 0.4,
          ctx: ctx('Lund', 'Lund is a town.'),
        },
        retrieval_1: {
          pred: '[Relevant]Vell[Fully supported][Utility:5]</s>',
          score: 2.71,
          ctx: ctx('Lake Orn', 'Lake Orn lies in Vell.'),
        },
      },
      { no_retrieval: '[No Retrieval]Orso[Utility:4]' },
    ],
    golds: [],
    metric: 'match',
    metric_mean: 0.5,
    scores: [],
  };

  it('has a rollout for each continuation, the chosen one with the metric', async () => {
    const file = await opened('popqa.json', JSON.stringify(results));
    expect(file.container.chosen.id).toBe('self-rag-short');
    expect(file.dialect.chosen.id).toBe('self-rag');
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts.map(({ id, question, recorded }) => [id, question, recorded])).toEqual([
      [
        'popqa.json#0.0',
        'Where is Lake Orn?',
        { group: '0', branch: 'no_retrieval', chosen: false, metric: 'match' },
      ],
      [
        'popqa.json#0.1',
        'Where is Lake Orn?',
        {
          group: '0',
          branch: 'retrieval_0',
          chosen: false,
          path_score: 0.4,
          ctx_id: 4,
          ctx_score: 0.5,
          metric: 'match',
        },
      ],
      [
        'popqa.json#0.2',
        'Where is Lake Orn?',
        {
          score: 1,
          group: '0',
          branch: 'retrieval_1',
          chosen: true,
          path_score: 2.71,
          ctx_id: 8,
          ctx_score: 0.5,
          pred: results.preds[0],
          metric: 'match',
        },
      ],
      [
        'popqa.json#0.3',
        'Where is Zorvia?',
        { score: 0, group: '1', branch: 'no_retrieval', chosen: true, pred: 'Orso', metric: 'match' },
      ],
    ]);
    expect(entry?.rollouts[2]?.text).toBe(
      `${prompt('Where is Lake Orn?')}[Retrieval]<paragraph>Lake Orn\nLake Orn lies in Vell.</paragraph>[Relevant]Vell[Fully supported][Utility:5]</s>`,
    );
    expect(entry?.rollouts.map(({ answer }) => answer?.text)).toEqual(['Vell', 'Lund', 'Vell', 'Orso']);
    expect(entry?.rollouts[1]?.turns[0]?.documents).toMatchObject([
      { title: 'Lund', text: 'Lund is a town.' },
    ]);
    expect(entry?.losses).toHaveLength(1);
  });

  it('of a closed task chooses the best path that says what the vote said', async () => {
    const path = (pred: string, score: number) => ({ pred, score, ctx: ctx('T', 'x') });
    const voted = {
      ...results,
      preds: ['true', '?'],
      all_results: [
        {
          retrieval_0: path('[Irrelevant]false[Utility:5]</s>', 2),
          retrieval_1: path('[Relevant]true[Utility:5]</s>', 1.2),
          retrieval_2: path('[Relevant]true[Fully supported][Utility:5]</s>', 1.5),
        },
        { retrieval_0: path('[Relevant]false', 1) },
      ],
    };
    const [entry] = await entriesOf(await opened('fever.json', JSON.stringify(voted)));
    expect(entry?.rollouts.map(({ recorded }) => recorded['chosen'])).toEqual([false, false, true, false]);
  });

  it('says what is wrong, and reads the other items', async () => {
    const file = await opened(
      'x.json',
      JSON.stringify({ ...results, all_results: [...results.all_results, 3] }),
    );
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts).toHaveLength(4);
    expect(entry?.fault?.message).toBe('`all_results[2]` is a number, not an object');
    const empty = await opened('x.json', JSON.stringify({ ...results, all_results: [] }), {
      container: 'self-rag-short',
    });
    expect((await entriesOf(empty))[0]?.withoutText).toBe('`all_results` is empty');
  });
});

describe('self-rag-long', () => {
  const nodes = [
    '[Retrieval]',
    '[Relevant]It is in Vell.[Fully supported][Retrieval]',
    '[Relevant]It is deep.[Partially supported][Utility:5]</s>',
  ];
  const item = {
    question: 'Where is Lake Orn?',
    qa_pairs: [{ short_answers: ['Vell'] }, { short_answers: ['Vellia', 'the Vell'] }],
    output: 'It is in Vell [1]. It is deep [2]. ',
    docs: [ctx('Lake Orn', 'Lake Orn lies in Vell.'), ctx('Depths', 'It is 80 m deep.')],
    intermediate: nodes,
  };
  const whole = (...data: unknown[]) =>
    JSON.stringify({ data, args: [], total_cost: 0, azure_filter_fail: '' });

  it('puts passages between the sentences where there are as many', async () => {
    const file = await opened('asqa.json', whole(item));
    expect(file.container.chosen.id).toBe('self-rag-long');
    const [entry] = await entriesOf(file);
    const [rollout] = entry?.rollouts ?? [];
    expect(rollout?.text).toBe(
      'Where is Lake Orn?[Retrieval]<paragraph>Lake Orn\nLake Orn lies in Vell.</paragraph>[Relevant]It is in Vell.[Fully supported][Retrieval]<paragraph>Depths\nIt is 80 m deep.</paragraph>[Relevant]It is deep.[Partially supported][Utility:5]</s>',
    );
    expect(rollout).toMatchObject({ id: 'asqa.json#0.0', golds: ['Vell', 'Vellia', 'the Vell'] });
    expect(rollout?.answer?.text).toBe('It is in Vell. It is deep.');
    expect(rollout?.turns.map(({ documents }) => documents[0]?.title)).toEqual(['Lake Orn', 'Depths']);
    expect(rollout?.recorded['output']).toBe(item.output);
    expect(entry?.losses).toBeUndefined();
  });

  it('leaves them out, and says so, where a segment was skipped', async () => {
    const [entry] = await entriesOf(
      await opened('eli5.json', whole({ ...item, docs: item.docs.slice(1) }, { ...item, docs: [] })),
    );
    expect(entry?.rollouts[0]?.text).toBe(`Where is Lake Orn?${nodes.join('')}`);
    expect(entry?.losses?.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
      'absent: `docs` has another length than the path, so its passages cannot be told to sentences and are left out',
      'absent: the passages between the sentences are not kept in `intermediate`',
    ]);
    expect(entry?.rollouts[0]?.recorded['docs']).toEqual(item.docs.slice(1));
  });

  it('reads the other items where one has no path', async () => {
    const [entry] = await entriesOf(await opened('x.json', whole(item, { question: 'q' }, item)));
    expect(entry?.rollouts.map(({ id }) => id)).toEqual(['x.json#0.0', 'x.json#0.2']);
    expect(entry?.fault?.message).toBe('`data[1].intermediate` is missing, not a list of strings');
  });
});

describe('self-rag-factscore', () => {
  const row = {
    input: 'Tell me a bio of Ada Vell.',
    output: 'She built it. ',
    topic: 'Ada Vell',
    cat: ['medium', 'Europe'],
    intermediate: ['[Retrieval]', '[Relevant]She built it.[Fully supported][Utility:5]</s>'],
  };

  it('reads the best path; passages are not kept', async () => {
    const file = await opened('bio.jsonl', jsonl(row));
    expect(file.container.chosen.id).toBe('self-rag-factscore');
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]).toMatchObject({
      question: row.input,
      text: `${row.input}${row.intermediate.join('')}`,
      recorded: { output: row.output, topic: row.topic, cat: row.cat },
    });
    expect(entry?.rollouts[0]?.answer?.text).toBe('She built it.');
    expect(entry?.losses).toHaveLength(1);
  });

  it('says what is wrong with a row', async () => {
    const file = await opened(
      'bio.jsonl',
      jsonl(row, row, { ...row, intermediate: [] }, { ...row, intermediate: 'x' }),
    );
    expect((await entriesOf(file)).map(({ fault, withoutText }) => fault?.message ?? withoutText)).toEqual([
      null,
      null,
      '`intermediate` is empty',
      '`intermediate` is a string, not a list of strings',
    ]);
  });
});
