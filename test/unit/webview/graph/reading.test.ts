import { describe, expect, it } from 'vitest';
import { matchingIds, visibleIds } from '../../../../webview/views/graph/filters';
import { linksOf, rowsOf, sortedEdges } from '../../../../webview/views/graph/reading';
import { summaryOf } from '../../../../webview/views/graph/words';
import { answered, graphOf, searched } from '../../graph/build';
import { sample } from './sample';

const { graph } = sample();
const rows = rowsOf(graph);

describe('nodes in reading order', () => {
  it('are the question, each query with what it brought first, and the answer', () => {
    expect(rows.map(({ name, level, node }) => `${'  '.repeat(level - 1)}${name}: ${node.label}`)).toEqual([
      'Question: Where was the author of Blue Salt born?',
      'Query 1: who wrote Blue Salt',
      '  Document: Blue Salt',
      '  Document: Salt',
      'Query 2: Mirelle Astor born',
      '  Document: Mirelle Astor',
      'Answer: Orlen',
    ]);
  });

  it('hold every node once, also those that no shown query brought', () => {
    const turns = Array.from({ length: 6 }, (_, at) => searched(`q${at}`, [`T${at}`, `text ${at}`]));
    const cut = graphOf(turns.join(''), {}, { queries: 2 });
    const ids = rowsOf(cut).map(({ node }) => node.id);
    expect([...ids].sort()).toEqual(cut.nodes.map(({ id }) => id).sort());
    expect(rowsOf(cut).at(-1)?.name).toBe('Answer');
  });

  it('number the queries of a turn where it asks several', () => {
    const base = graphOf(searched('a', ['T', 't']));
    const [query] = base.nodes.filter((node) => node.kind === 'query');
    if (!query) throw new Error('the search has no query');
    const two = { ...base, nodes: [...base.nodes, { ...query, id: 'query-0-1', number: 1 }] };
    expect(rowsOf(two).flatMap(({ name }) => (name.startsWith('Query') ? [name] : []))).toEqual([
      'Query 1.1',
      'Query 1.2',
    ]);
  });
});

describe('edges of a node', () => {
  it('come with the other node, those that lead to it first', () => {
    const salt = rows.find(({ node }) => node.label === 'Salt');
    const links = linksOf(salt?.node.id ?? '', graph.edges, rows);
    expect(links.map(({ outgoing, other }) => `${outgoing ? 'to' : 'from'} ${other.name}`)).toEqual([
      'from Query 1',
      'from Query 2',
    ]);
    const author = rows.find(({ node }) => node.label === 'Mirelle Astor');
    expect(linksOf(author?.node.id ?? '', graph.edges, rows).map(({ edge }) => edge.kind)).toEqual([
      'retrieved',
      'supports',
    ]);
  });

  it('as text go from the question to the answer', () => {
    const sorted = sortedEdges(graph.edges, rows);
    expect(sorted).toHaveLength(graph.edges.length);
    expect(sorted.map(({ from, to, edge }) => `${from.name} ${edge.kind} ${to.name}`)).toEqual([
      'Question asked Query 1',
      'Query 1 retrieved Document',
      'Query 1 retrieved Document',
      'Query 1 then Query 2',
      'Document ledTo Query 2',
      'Query 2 retrieved Document',
      'Query 2 retrieved Document',
      'Query 2 answered Answer',
      'Document supports Answer',
    ]);
    expect(sortedEdges(graph.edges, rows.slice(0, 2))).toHaveLength(1);
  });
});

describe('filters', () => {
  const labels = (ids: ReadonlySet<string>): string[] =>
    graph.nodes.flatMap(({ id, kind, label }) => (kind === 'document' && ids.has(id) ? [label] : []));

  it('hold back documents alone', () => {
    expect(labels(visibleIds(graph, { goldOnly: true, usefulOnly: false }))).toEqual(['Mirelle Astor']);
    expect(labels(visibleIds(graph, { goldOnly: false, usefulOnly: true }))).toEqual([
      'Blue Salt',
      'Mirelle Astor',
    ]);
    expect(labels(visibleIds(graph, { goldOnly: true, usefulOnly: true }))).toEqual(['Mirelle Astor']);
    expect(visibleIds(graph, { goldOnly: false, usefulOnly: false }).size).toBe(graph.nodes.length);
    expect(visibleIds(graph, { goldOnly: true, usefulOnly: true }).has('answer')).toBe(true);
  });

  it('find nodes by what they say, whatever its case', () => {
    expect(matchingIds(graph.nodes, '  ')).toBeNull();
    expect([...(matchingIds(graph.nodes, 'MINERAL') ?? [])]).toEqual(
      graph.nodes.flatMap(({ id, label }) => (label === 'Salt' ? [id] : [])),
    );
    expect(matchingIds(graph.nodes, '.*')?.size).toBe(0);
  });
});

describe('the summary', () => {
  it('counts, and says how it ended', () => {
    expect(summaryOf(graph)).toBe('2 queries brought 3 documents, 1 with a gold. The answer is right.');
    expect(summaryOf(graphOf('<think>t</think>'))).toBe('No query. There is no answer.');
    expect(summaryOf(graphOf(searched('q') + answered('x')))).toBe(
      '1 query brought no document. Nothing says whether the answer is right.',
    );
  });
});
