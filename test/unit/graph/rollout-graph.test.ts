import { describe, expect, it } from 'vitest';
import { rolloutGraph } from '../../../core/graph/rollout-graph';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import { answered, documentsOf, faultsOf, graphOf, joined, parsed, searched } from './build';

const LONG = 'Zorvia is a town on the Melka in Halvern, founded in 1260 and known for its wool dyeing';

describe('documents', () => {
  it('are one passage where they differ in case, punctuation and articles alone', () => {
    const graph = graphOf(
      searched('a', ['Zorvia', 'Zorvia lies on the Melka.']) +
        searched('b', ['zorvia', 'ZORVIA lies, on a Melka']),
    );
    expect(documentsOf(graph)).toMatchObject([
      { title: 'Zorvia', occurrences: [{ turn: 0 }, { turn: 1 }], rank: 1 },
    ]);
  });

  it('are one passage where one was cut, and show the longer text at the first place', () => {
    const cut = LONG.slice(0, 60);
    const [node, ...rest] = documentsOf(graphOf(searched('a', ['Z', cut]) + searched('b', ['Z', LONG])));
    expect(rest).toEqual([]);
    expect(node).toMatchObject({ id: 'document-0-0', excerpt: LONG, length: LONG.length });
  });

  it.each([
    ['of another title', ['Z', LONG.slice(0, 60)], ['Y', LONG]],
    ['with another end', ['Z', `${LONG}.`], ['Z', LONG.replace('dyeing', 'weaving')]],
    ['that are short', ['Z', 'Zorvia is a'], ['Z', LONG]],
    ['whose words move between title and text', ['Z a b', 'c'], ['Z a', 'b c']],
  ] as const)('%s stay apart', (_what, first, second) => {
    expect(documentsOf(graphOf(searched('a', first) + searched('b', second)))).toHaveLength(2);
  });

  it('that come back twice for one query are joined to it once, at the better rank', () => {
    const graph = graphOf(searched('a', ['Y', 'other'], ['Z', LONG], ['Z', LONG]));
    expect(joined(graph, 'retrieved')).toEqual(['query-0-0>document-0-0', 'query-0-0>document-0-1']);
    expect(graph.edges.find(({ to }) => to === 'document-0-1')).toMatchObject({ rank: 2, label: 'rank 2' });
    expect(graph.nodes.find(({ id }) => id === 'query-0-0')).toMatchObject({ documents: 2 });
  });

  it('tell where the gold was cut off', () => {
    const told = { golds: ['wool dyeing'] };
    const [node] = documentsOf(
      graphOf(searched('a', ['Z', LONG.slice(0, 60)]) + searched('b', ['Z', LONG]), told),
    );
    expect(node).toMatchObject({ gold: true, occurrences: [{ gold: false }, { gold: true }] });
  });
});

describe('what led to a query', () => {
  const led = (
    text: string,
    question = 'Where was the painter of X born?',
  ): (readonly [string, readonly string[]])[] =>
    graphOf(text, { question }).edges.flatMap((edge) =>
      edge.kind === 'ledTo' ? [[`${edge.from}>${edge.to}`, edge.terms] as const] : [],
    );

  it('is the document that first had its names', () => {
    const text =
      searched('X', ['X', 'Painted by Ada Vell.'], ['Y', 'So says Ada Vell.']) +
      searched("Ada Vell's birthplace");
    expect(led(text)).toEqual([['document-0-0>query-1-0', ['Ada Vell']]]);
  });

  it('is a document whose title it names, whatever its case', () => {
    const text = searched('X', ['Q', 'a'], ['Ada Vell', 'paints']) + searched('ada vell birthplace');
    expect(led(text)).toEqual([['document-0-1>query-1-0', ['Ada Vell']]]);
  });

  it.each([
    ['a word of the question', 'Zorvia town', 'Is Zorvia a town?'],
    ['a common word at the start of a sentence', 'born lies', 'X?'],
    ['a word in lower case', 'painted walls', 'X?'],
    ['a name of no document', 'Lund', 'X?'],
  ])('is nothing for %s', (_what, query, question) => {
    const text =
      searched('X', ['X', 'Lies here. Born there. Of Zorvia, painted on walls.']) + searched(query);
    expect(led(text, question)).toEqual([]);
  });

  it('is nothing where the name came back with the query itself, or an earlier query had it', () => {
    expect(led(searched('X', ['X', 'x']) + searched('Vell', ['V', 'of Vell']))).toEqual([]);
    expect(led(searched('X Vell', ['X', 'x']) + searched('a', ['A', 'of Vell']) + searched('Vell'))).toEqual(
      [],
    );
  });

  it('is read from the prompt where the question is not told', () => {
    const text =
      'Question: who is Vell?\n<think>t</think>' + searched('X', ['X', 'of Vell']) + searched('Vell');
    expect(led(text)).toHaveLength(1);
    const rollout = graphOf(
      `<|im_start|>user\nwho is Vell?<|im_end|>\n<|im_start|>assistant\n${searched('X', ['X', 'of Vell'])}${searched('Vell')}`,
    );
    expect(joined(rollout, 'ledTo')).toEqual([]);
  });
});

describe('the answer', () => {
  const text = searched('a', ['Z', 'The Melka.']);

  it('is there where there is none', () => {
    const graph = graphOf(text, { golds: ['Melka'] });
    expect(graph.nodes.at(-1)).toMatchObject({
      text: null,
      label: 'No answer',
      reason: 'The rollout ended without an answer.',
    });
    expect(joined(graph, 'answered')).toEqual(['query-0-0>answer']);
  });

  it('hangs on the question where nothing was asked', () => {
    const graph = graphOf(answered('Melka'), { golds: ['Orso'] });
    expect(graph.edges).toMatchObject([{ from: 'question', to: 'answer', kind: 'answered' }]);
    expect(graph.nodes.at(-1)).toMatchObject({ correct: false });
  });

  it('is supported by what holds it, but not where yes says nothing', () => {
    expect(joined(graphOf(text + answered('the melka')), 'supports')).toEqual(['document-0-0>answer']);
    const yes = searched('a', ['Z', 'yes and no']) + answered('yes');
    const graph = graphOf(yes, { golds: ['yes'] });
    expect(joined(graph, 'supports')).toEqual([]);
    expect(documentsOf(graph)).toMatchObject([{ gold: false }]);
    expect(graph.nodes[0]).toMatchObject({ golds: ['yes'], searchedGolds: [] });
    expect(graph.nodes.at(-1)).toMatchObject({ correct: true });
  });
});

describe('several queries a turn', () => {
  const call = (query: string): string =>
    `<tool_call>\n{"name": "search", "arguments": {"query": ${JSON.stringify(query)}}}\n</tool_call>`;
  const text =
    '<|im_start|>user\nWhich river?<|im_end|>\n<|im_start|>assistant\n' +
    `<think>look</think>\n${call('Zorvia river')}\n${call('Melka')}<|im_end|>\n` +
    '<|im_start|>user\n<tool_response>\nOn the Melka.\n</tool_response>\n<tool_response>\nA river.\n</tool_response><|im_end|>\n' +
    `<|im_start|>assistant\n<think>more</think>\n${call('a')}\n${call('b')}<|im_end|>\n` +
    '<|im_start|>user\n<tool_response>\nA river.\n</tool_response>\n<tool_response>\nC.\n</tool_response><|im_end|>\n' +
    '<|im_start|>assistant\n<think>so</think><answer> Melka </answer><|im_end|>';
  const graph = graphOf(text, { dialect: toolCall, question: 'Which river?' });

  it('are asked side by side', () => {
    expect(joined(graph, 'asked')).toEqual(['question>query-0-0', 'question>query-0-1']);
    expect(joined(graph, 'then')).toEqual(['query-0-1>query-1-0', 'query-0-1>query-1-1']);
    expect(joined(graph, 'answered')).toEqual(['query-1-1>answer']);
  });

  it('each have their own documents, shared ones once', () => {
    expect(joined(graph, 'retrieved')).toEqual([
      'query-0-0>document-0-0',
      'query-0-1>document-0-1',
      'query-1-0>document-0-1',
      'query-1-1>document-1-1',
    ]);
    expect(faultsOf(graph)).toEqual([]);
  });
});

it('a tool that is called with an identifier was led there by what listed it', () => {
  const call = (args: object): string =>
    `<tool_call>\n${JSON.stringify({ name: 'view', arguments: args })}\n</tool_call>`;
  const turn = (calls: string, result: string): string =>
    `<|im_start|>assistant\n${calls}<|im_end|>\n<|im_start|>user\n<tool_response>\n${result}\n</tool_response><|im_end|>\n`;
  const text =
    '<|im_start|>user\nWhich river?<|im_end|>\n' +
    turn(
      call({ query: 'Zorvia' }),
      "[{'page_id': 'a_town', 'title': 'A'}, {'page_id': 'zorvia_town', 'title': 'Z'}]",
    ) +
    turn(call({ page_id: 'zorvia_town', python: 'page_id' }), 'see https://w.org/x.') +
    turn(call({ url: ['https://w.org/x', 'word'] }), 'The Melka.');
  const graph = graphOf(text, { dialect: toolCall, question: 'Which river?' });
  expect(graph.edges.filter(({ kind }) => kind === 'ledTo')).toMatchObject([
    { from: 'document-0-1', to: 'query-1-0', terms: ['zorvia_town'] },
    { from: 'document-1-0', to: 'query-2-0', terms: ['https://w.org/x'] },
  ]);
});

it('documents that no query asked for hang on what came before', () => {
  const turn = (at: number) => ({
    start: at,
    end: at + 1,
    think: null,
    error: null,
    searches: [],
    observation: null,
  });
  const document = { query: 0, rank: 1, title: 'T', text: 'x', score: 0.5, start: 0, end: 1 };
  const query = { text: 'q', mode: null, start: 1, end: 2 };
  const turns = [
    { ...turn(0), queries: [], documents: [document] },
    { ...turn(1), queries: [query], documents: [] },
    { ...turn(2), queries: [], documents: [{ ...document, title: 'U' }] },
  ];
  const graph = rolloutGraph({ ...parsed('abc'), turns });
  expect(joined(graph, 'retrieved')).toEqual(['question>document-0-0', 'query-1-0>document-2-0']);
});

describe('a long rollout', () => {
  const passages = Array.from({ length: 100 }, (_, at) => [`T${at}`, `passage ${at}`] as const);
  const text = Array.from({ length: 50 }, (_, turn) =>
    searched(
      `q ${turn}`,
      ...passages.map(
        ([title, body]) =>
          [`${title}.${turn}`, `${body} of ${turn}${turn === 49 && title === 'T99' ? ' Orso' : ''}`] as const,
      ),
    ),
  ).join('');

  it('shows the gold and the best ranked, and says what it leaves out', () => {
    const graph = graphOf(text + answered('Melka'), { golds: ['Orso'] }, { documents: 101 });
    const shown = documentsOf(graph);
    expect(shown).toHaveLength(101);
    expect(shown.at(-1)).toMatchObject({ title: 'T99.49', gold: true, rank: 100 });
    expect(shown.slice(0, -1).every(({ rank }) => rank <= 2)).toBe(true);
    expect(graph.leftOut).toEqual({
      documents: 4899,
      ofDocuments: 5000,
      queries: 0,
      ofQueries: 50,
      reason: 'Left out: 4899 of 5000 documents, those of lowest rank that hold no gold.',
    });
    expect(faultsOf(graph)).toEqual([]);
  });

  it('leaves out the last queries with what only they brought', () => {
    const graph = graphOf(text, {}, { queries: 2, documents: 1000 });
    expect(documentsOf(graph)).toHaveLength(200);
    expect(graph.leftOut).toMatchObject({ queries: 48, ofQueries: 50, documents: 4800 });
    expect(graph.edges.find(({ kind }) => kind === 'answered')).toMatchObject({
      from: 'query-1-0',
      reason: 'It ended after turn 2 and 48 more queries.',
    });
    expect(faultsOf(graph)).toEqual([]);
  });

  it('keeps its ids however much is shown', () => {
    const few = documentsOf(graphOf(text, {}, { documents: 10 })).map(({ id }) => id);
    const all = documentsOf(graphOf(text, {}, { documents: 5000 })).map(({ id }) => id);
    expect(all).toHaveLength(5000);
    expect(all).toEqual(expect.arrayContaining(few));
  });
});
