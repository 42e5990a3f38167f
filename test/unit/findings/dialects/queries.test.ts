/** Rules about what stands in a query, over texts of the systems as the reference describes them. */
import { describe, expect, it } from 'vitest';
import { findings, response } from '../dialect-rules';

const JSON_INFO =
  '\n<information>\n{\n  "query": [\n    "zorvia river"\n  ],\n  "documents": [\n    "Doc 1: Zorvia   It lies on the Melka."\n  ]\n}\n</information>\n';
const EMPTY_INFO = '\n<information>\n{\n  "query": [],\n  "documents": []\n}\n</information>\n';
const LINES = '\n<information>\nDoc 1: Zorvia   It lies on the Melka.\n</information>\n';
const ROUTED = '\n\n<information> Doc 1(Title: Zorvia) It lies on the Melka. </information>\n\n';
const END = '<answer>Melka</answer>';

describe('empty-list-item', () => {
  const id = 'empty-list-item';
  const messages = (query: string, info: string): string[] =>
    findings(id, 'rag-r1', response(`<search>${query}</search>${info}${END}`)).map(({ message }) => message);

  it('counts pieces that are dropped, and the queries that remain', () => {
    expect(messages(' zorvia river, ', JSON_INFO)).toEqual([
      '1 piece of “zorvia river,” is empty and dropped, and 1 query remains',
    ]);
    expect(messages('zorvia,, ,melka', JSON_INFO)).toEqual([
      '2 pieces of “zorvia,, ,melka” are empty and dropped, and 2 queries remain',
    ]);
    expect(messages(',,', EMPTY_INFO)).toEqual([
      '3 pieces of “,,” are empty and dropped, and no query is left',
    ]);
  });

  it('is quiet for full lists, and where commas part nothing', () => {
    expect(messages('zorvia, melka', JSON_INFO)).toEqual([]);
    expect(messages('zorvia,, melka', LINES)).toEqual([]);
  });
});

describe('query-operators', () => {
  const id = 'query-operators';
  const first = (dialect: string, text: string): string | undefined =>
    findings(id, dialect, response(text))[0]?.message;

  it.each([
    ['zorvia site:example.org', 'a filter'],
    ['river AND zorvia', 'a Boolean operator'],
    ['the "melka river" course', 'a quoted phrase'],
  ])('sees what %j holds', (query, name) => {
    expect(first('search-r1', `<search>${query}</search>${ROUTED}${END}`)).toBe(
      `“${query}” holds ${name}: the retriever takes it as text`,
    );
  });

  it('counts the queries, once a rollout', () => {
    const text = `<search>a OR b</search>${ROUTED}<search>a NOT b</search>${ROUTED}${END}`;
    expect(findings(id, 'search-r1', response(text)).map(({ message }) => message)).toEqual([
      '“a OR b” holds a Boolean operator (the first of 2 queries): the retriever takes it as text',
    ]);
  });

  it.each([
    ['search-r1', '<search>zorvia river</search>'],
    ['search-r1', '<search>ROMEO AND JULIET</search>'],
    ['search-r1', '<search>where is "Z</search>'],
    ['search-r1', '<search>the website: example</search>'],
    ['r1-searcher', '<|begin_of_query|>"melka river" course<|end_of_query|>'],
    ['search-o1', '<|begin_search_query|>zorvia site:example.org<|end_search_query|>'],
  ])('is quiet in %s for %s', (dialect, text) => {
    expect(first(dialect, text)).toBeUndefined();
  });
});

describe('retrieval-mode', () => {
  const id = 'retrieval-mode';
  const messages = (query: string): string[] =>
    findings(id, 'routerag', response(`<search> ${query} </search>${ROUTED}${END}`)).map(
      ({ message }) => message,
    );

  it.each([
    ['zorvia', 'the query names no mode, so it goes to passages: “zorvia”'],
    ['[hybrid] zorvia', '`[hybrid]` is no mode and stays in the query as text: “[hybrid] zorvia”'],
    ['[Graph] zorvia', '`[Graph]` is no mode and stays in the query as text: “[Graph] zorvia”'],
    ['[graph][graph] zorvia', '`[graph]` stands there twice: “[graph][graph] zorvia”'],
    ['zorvia [graph] river', 'the mode stands inside the query and is cut out of it: “zorvia [graph] river”'],
  ])('names what is wrong with %j', (query, message) => {
    expect(messages(query)).toEqual([message]);
  });

  it.each([
    '[passage] zorvia',
    '[graph] zorvia',
    '[graph][passage] zorvia',
    '[graph] [passage] zorvia',
    '[graph] zorvia [film]',
  ])('is quiet for %j', (query) => {
    expect(messages(query)).toEqual([]);
  });
});
