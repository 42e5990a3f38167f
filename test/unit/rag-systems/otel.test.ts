import { describe, expect, it } from 'vitest';
import { RolloutPositions } from '../../../core/rollouts/positions';
import { entriesOf, jsonl, opened } from '../rollouts/opened';
import { readAs, shortly } from './read';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

function span(id: string, parent: string | null, seconds: number, attributes: object, trace = TRACE) {
  return {
    name: `span ${id}`,
    context: { trace_id: trace, span_id: id },
    parent_id: parent,
    start_time: `2026-01-05T10:00:0${seconds}.000Z`,
    end_time: `2026-01-05T10:00:0${seconds + 1}.000Z`,
    attributes,
    events: [],
  };
}

const retriever = (query: string): object => ({
  'openinference.span.kind': 'RETRIEVER',
  'input.value': query,
  'retrieval.documents.0.document.content': 'Zorvia lies on the Melka.',
  'retrieval.documents.0.document.score': 8.5,
  'retrieval.documents.0.document.metadata': '{"title": "Zorvia"}',
  'retrieval.documents.1.document.id': 'd7',
});

/** Children before parents, as exporters write them; the outer retriever wraps an inner one. */
const spans = [
  span('c2', 'b2', 3, retriever('inner')),
  span('b2', 'a1', 3, retriever('Melka mouth')),
  span('b1', 'a1', 1, retriever('Zorvia river')),
  span('a1', null, 0, {
    'openinference.span.kind': 'CHAIN',
    'input.value': '{"task": {"query": "Which river?"}}',
    'output.value': 'Melka',
  }),
];

const WANTED = {
  question: 'Which river?',
  golds: [],
  answer: 'Melka',
  searches: [
    { query: 'Zorvia river', titles: ['Zorvia', 'd7'] },
    { query: 'Melka mouth', titles: ['Zorvia', 'd7'] },
  ],
};

describe('otel-spans', () => {
  it('reads an array of spans as one rollout, searches in the order of their starts', async () => {
    const { container, rollouts } = await readAs('trace.json', JSON.stringify(spans, null, 1));
    expect(container).toBe('otel-spans');
    expect(rollouts.map(shortly)).toEqual([WANTED]);
    expect(rollouts[0]?.turns[0]?.documents[0]).toMatchObject({
      score: 8.5,
      text: 'Zorvia lies on the Melka.',
    });
    expect(rollouts[0]?.recorded).toMatchObject({
      trace_id: TRACE,
      start: '2026-01-05T10:00:00.000000Z',
      ms: 4000,
      spans: 4,
      nested_retrievals: 1,
      searches: [
        { span_id: 'b1', start: '2026-01-05T10:00:01.000000Z', ms: 1000 },
        { span_id: 'b2', ms: 1000 },
      ],
    });
  });

  it('reads one span a line, and traces that lie between each other', async () => {
    const other = 'f'.repeat(32);
    const second = span(
      'x',
      null,
      0,
      { 'openinference.span.kind': 'CHAIN', 'input.value': 'Other?', 'output.value': 'No' },
      other,
    );
    const content = jsonl(spans[0], second, ...spans.slice(1));
    const { container, rollouts, faults } = await readAs('traces.jsonl', content);
    expect([container, faults]).toEqual(['otel-spans', []]);
    expect(rollouts.map(shortly)).toEqual([
      WANTED,
      { question: 'Other?', golds: [], answer: 'No', searches: [] },
    ]);
    expect(rollouts.map(({ id }) => id)).toEqual(['traces.jsonl#0.0', 'traces.jsonl#0.1']);
  });

  it('makes a record of each trace where the lines of each stand together', async () => {
    const other = 'f'.repeat(32);
    const chain = { 'openinference.span.kind': 'CHAIN', 'input.value': 'Other?', 'output.value': 'No' };
    const content = jsonl(...spans, span('x', null, 0, chain, other), span('y', 'x', 1, {}, other));
    const file = await opened('traces.jsonl', content);
    expect(file.container.chosen.id).toBe('otel-spans');
    const entries = await entriesOf(file);
    expect(entries.flatMap(({ rollouts }) => rollouts).map(({ id }) => id)).toEqual([
      'traces.jsonl#0',
      'traces.jsonl#1',
    ]);
    expect(entries[0]?.rollouts.map(shortly)).toEqual([WANTED]);
    expect(entries.map(({ place }) => place.line)).toEqual([0, spans.length]);
    expect(file.losses).toEqual([]);
    expect((await file.entryAt(1))?.rollouts[0]?.question).toBe('Other?');
  });

  it('says that it guesses where a large file is sorted by trace', async () => {
    const traces = Array.from({ length: 600 }, (_, i) => String(i).padStart(32, '0'));
    const about = { 'openinference.span.kind': 'CHAIN', 'input.value': 'q'.repeat(400), 'output.value': 'a' };
    const content = jsonl(...traces.map((trace, i) => span(`s${i}`, null, 0, about, trace)));
    const file = await opened('traces.jsonl', content);
    expect(file.losses.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^lines are taken to be sorted by trace/),
    ]);
    expect(await entriesOf(file)).toHaveLength(600);
  });

  it.each([
    ['data', { data: spans, next_cursor: null }],
    ['spans', { spans }],
    ['traces with spans', { traces: [{ id: 't', spans }] }],
  ])('reads spans that a server wraps in `%s`', async (_, wrapped) => {
    const { container, rollouts } = await readAs('export.json', JSON.stringify(wrapped));
    expect(container).toBe('otel-spans');
    expect(rollouts.map(shortly)).toEqual([WANTED]);
  });

  it('finds strings of a file of lines at their places', async () => {
    const content = jsonl(...spans);
    const file = await opened('traces.jsonl', content);
    const [rollout] = (await entriesOf(file)).flatMap(({ rollouts }) => rollouts);
    const record = await file.recordAt(0);
    if (!rollout || !record) throw new Error('no rollout');
    const positions = new RolloutPositions(record, rollout);
    const at = rollout.text.indexOf('Zorvia river');
    expect(content.slice(positions.toFile(at).byte)).toMatch(/^Zorvia river"/);
  });

  it('reads OTLP, as a file and a batch a line', async () => {
    const value = (text: unknown): object =>
      typeof text === 'number' ? { doubleValue: text } : { stringValue: text };
    const otlp = (item: ReturnType<typeof span>): object => {
      const { context, parent_id, attributes, name, start_time, end_time } = item;
      const { trace_id, span_id } = context;
      const nanos = (time: string): string => `${Date.parse(time)}000000`;
      return {
        traceId: trace_id,
        spanId: span_id,
        ...(parent_id === null ? {} : { parentSpanId: parent_id }),
        name,
        startTimeUnixNano: nanos(start_time),
        endTimeUnixNano: nanos(end_time),
        attributes: Object.entries(attributes).map(([key, each]) => ({ key, value: value(each) })),
      };
    };
    const batch = (some: readonly ReturnType<typeof span>[]): object => ({
      resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans: some.map(otlp) }] }],
    });
    for (const [name, content] of [
      ['otlp.json', JSON.stringify(batch(spans))],
      ['wrapped.json', JSON.stringify({ trace: batch(spans) })],
      ['tempo.json', JSON.stringify(batch(spans)).replace('resourceSpans', 'batches')],
      ['otlp.jsonl', jsonl(batch(spans.slice(0, 2)), batch(spans.slice(2)))],
    ] as const) {
      const { container, rollouts } = await readAs(name, content);
      expect(container).toBe('otel-spans');
      expect(rollouts.map(shortly)).toEqual([WANTED]);
      expect(rollouts[0]?.recorded['ms']).toBe(4000);
    }
  });

  it('reads the events of monocle', async () => {
    const event = (name: string, attributes: object): object => ({ name: `data.${name}`, attributes });
    const search = {
      ...span('r', 't', 1, { 'span.type': 'retrieval' }),
      events: [
        event('input', { input: 'hype cycle' }),
        event('output', { response: 'From Hype to Hard Reality...' }),
      ],
    };
    const turn = {
      ...span('t', null, 0, { 'span.type': 'agentic.turn' }),
      events: [
        event('input', { input: '{"task": {"query": "Is AI in a hype cycle?"}}' }),
        event('output', { response: '{"task": {"query": "x"}, "report": "# Yes"}' }),
      ],
    };
    const { rollouts } = await readAs('monocle.json', JSON.stringify([search, turn]));
    expect(rollouts.map(shortly)).toEqual([
      {
        question: 'Is AI in a hype cycle?',
        golds: [],
        answer: '# Yes',
        searches: [{ query: 'hype cycle', titles: [null] }],
      },
    ]);
  });

  it('survives spans that are their own parents, torn lines and empty files', async () => {
    const ring = [
      span('a', 'b', 0, { 'span.type': 'retrieval' }),
      span('b', 'a', 1, { 'span.type': 'retrieval' }),
    ];
    expect((await readAs('ring.json', JSON.stringify(ring))).faults).toEqual([]);
    const torn = `${jsonl(...spans)}{"name": "cut`;
    const { rollouts, faults } = await readAs('traces.jsonl', torn);
    expect(rollouts).toHaveLength(1);
    expect(faults).toEqual(['a line of it is not JSON; its spans are left out']);
  });
});
