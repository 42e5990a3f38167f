import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TracedText, type FoundDocument } from '../../../core/containers/fields/traced';
import { fields } from '../../../core/trace/dialects/fields';
import { expectCovered } from '../trace/support';
import { entriesOf, opened } from '../rollouts/opened';
import { cpuTime } from '../cpu-time';

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '</answer>',
    '<search>',
    'Doc 2(Title: x) y',
    '\n',
    '\ud83d',
    'é河😀',
    '\u0000',
    ') ',
    '<answer>',
  ),
);

const document = fc.record({
  title: fc.option(piece),
  text: fc.option(piece),
  score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
});

const source = (text: string): { text: string; path: string[] } => ({ text, path: ['x'] });

describe('the dialect fields', () => {
  it('finds what was put together again, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ query: piece, documents: fc.array(document, { maxLength: 4 }) }), {
          maxLength: 4,
        }),
        piece,
        (steps, answer) => {
          const text = new TracedText();
          for (const { query, documents } of steps) {
            text.search(source(query));
            text.documents(
              documents.map(({ title, text: body, score }): FoundDocument => ({
                title: title === null ? null : source(title),
                text: body === null ? null : source(body),
                score,
              })),
            );
          }
          text.answer(source(answer));
          const { own } = text;
          const trace = fields.parse(own.text, own.parts);
          expectCovered(trace, own.text);
          expect(trace.anomalies).toEqual([]);
          expect(trace.answer?.text).toBe(answer.trim());
          const searched = trace.turns.filter(({ searches }) => searches.length > 0);
          expect(searched.map(({ queries }) => queries[0]?.text)).toEqual(
            steps.map(({ query }) => query.trim()),
          );
          expect(
            searched.map(({ documents }) => documents.map(({ title, text: body }) => [title, body])),
          ).toEqual(
            steps.map(({ documents }) => documents.map(({ title, text: body }) => [title, body ?? ''])),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});

const KEYS = [
  'question',
  'query',
  'answer',
  'docs',
  'doc_scores',
  'graph_seeds',
  'pred_idx',
  'sf_idx',
  'q_values',
  'pred_texts',
  'prediction',
  'option',
  'stepNum',
  'chosen',
  'probs',
  'results',
  'response',
  'retrieved_context',
  'model1',
  'model2',
  'interactions',
  'category',
  'article',
  'prompt',
  'id',
  'args',
  'data',
  'output',
  'trace_id',
  'span_id',
  'attributes',
  'events',
  'resourceSpans',
  'scopeSpans',
  'spans',
  'step',
  'title',
  'text',
  'contents',
  'parts',
  '__proto__',
];

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 0, -1.5, '', 'a', '</answer>', '[]', '{"x": 1}'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 6 }),
  ),
})).value;

const IDS = [
  'adaptive-rag-predictions',
  'adaptive-rag-classifier',
  'adaptive-rag-routed',
  'adaptive-rag-chains',
  'crag',
  'q-rag',
  'hipporag-results',
  'r3ag-routing',
  'fanoutqa',
  'otel-spans',
  'rag-records',
  'alce',
  'reports',
  'twenty-questions',
  'metrics',
  'corpus',
  'questions',
  'settings',
  'search-cache',
  'openie-cache',
];

describe('every container here', () => {
  it('reads anything without failing, named or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 4 }),
        fc.constantFrom(null, ...IDS),
        fc.boolean(),
        async (values, id, lines) => {
          const content = lines
            ? values.map((each) => `${JSON.stringify(each)}\n`).join('')
            : JSON.stringify(values);
          const file = await opened('x.json', content, id === null ? {} : { container: id });
          for (const { fault } of await entriesOf(file))
            expect(fault?.message ?? '').not.toContain('please report it');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reads any prefix of a file', async () => {
    const text =
      'q1\nWho?\nA: ["T", "U \\"v\\""]\nA: So.\nA: Exit? No.\nA: ["T"]\nQ: Who?\nA: "x"\nS: 0.0\n\nq2\nWho?\nQ: \nS: 1\n';
    const crag = 'q [SEP] T // x\t1\nq [SEP]\t0\nr [SEP] y\n';
    for (const [id, whole] of [
      ['adaptive-rag-chains', text],
      ['crag', crag],
    ] as const) {
      for (let end = 1; end <= whole.length; end++) {
        const file = await opened('x.txt', whole.slice(0, end), { container: id });
        for (const { rollouts } of await entriesOf(file)) {
          for (const rollout of rollouts) expectCovered(rollout, rollout.text);
        }
      }
    }
  });

  it.each([
    [
      'a block of one line',
      'adaptive-rag-chains',
      `q\nw?\nA: ["${'a","'.repeat(30_000)}"]\nQ: w?\nA: "x"\nS: 0.0\n`,
    ],
    ['a line without an end', 'crag', `q [SEP] ${'[SEP] // '.repeat(15_000)}\n`.repeat(2)],
    ['many questions', 'crag', Array.from({ length: 3_000 }, (_, at) => `q${at} [SEP] p\n`).join('')],
    [
      'deep traces',
      'otel-spans',
      JSON.stringify(
        Array.from({ length: 3_000 }, (_, at) => ({
          trace_id: 't'.repeat(32),
          span_id: `s${at}`,
          parent_id: `s${at + 1}`,
          attributes: { 'span.type': 'retrieval' },
        })),
      ),
    ],
    [
      'one document after another',
      'rag-records',
      JSON.stringify([
        {
          query: 'q',
          response: 'r',
          retrieved_context: Array.from({ length: 3_000 }, (_, at) => ({ doc_id: String(at), text: 'x' })),
        },
      ]),
    ],
  ])('takes %s in linear time', async (_what, id, content) => {
    const since = cpuTime();
    const file = await opened(id === 'crag' || id.endsWith('chains') ? 'x.txt' : 'x.json', content, {
      container: id,
    });
    expect((await entriesOf(file)).flatMap(({ rollouts }) => rollouts).length).toBeGreaterThan(0);
    expect(cpuTime() - since).toBeLessThan(4_000);
  });
});
