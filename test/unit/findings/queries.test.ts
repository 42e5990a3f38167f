import { describe, expect, it } from 'vitest';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import { answer, information, messages, notice, pointed, rolloutOf, search, sightings } from './build';

const found = information('Zorvia lies on the Melka river.');

describe('empty-query', () => {
  const id = 'empty-query';
  it('sees blank queries and queries of punctuation', () => {
    expect(messages(id, rolloutOf([search(''), found]))).toEqual(['the query is empty']);
    expect(messages(id, rolloutOf([search('" ? "'), found]))).toEqual([
      'the query is nothing but punctuation: “" ? "”',
    ]);
  });

  it('points at the element where the query has no characters, once', () => {
    expect(pointed(id, rolloutOf([search(''), found]))).toEqual(['<search></search>']);
    const without = rolloutOf([search(' '), found], { turn: (turn) => ({ ...turn, queries: [] }) });
    expect(pointed(id, without)).toEqual(['<search> </search>']);
  });

  it.each(['zorvia', '梅尔卡', '€', '7', 'The', '{}'])('lets %j pass', (query) => {
    expect(messages(id, rolloutOf([search(query), found]))).toEqual([]);
  });
});

describe('repeated-query', () => {
  const id = 'repeated-query';
  it('names the turn and the query', () => {
    const rollout = rolloutOf([
      search('melka'),
      found,
      search('zorvia river'),
      found,
      search('zorvia river'),
    ]);
    expect(messages(id, rollout)).toEqual(['repeats the query of turn 2: “zorvia river”']);
    expect(sightings(id, rollout)[0]?.turn).toBe(2);
    expect(pointed(id, rollout)).toEqual(['zorvia river']);
  });

  it('says each query once', () => {
    const asked = ['x', 'y', 'x', 'y', 'X', 'x'].flatMap((query) => [search(query), found]);
    expect(messages(id, rolloutOf(asked))).toEqual([
      'repeats the query of turn 1: “x”; asked 2 more times after that',
      'repeats the query of turn 2: “y”',
    ]);
  });

  it('compares without case, punctuation and articles, and says so', () => {
    expect(
      messages(id, rolloutOf([search('zorvia river'), found, search('The Zorvia River?'), found])),
    ).toEqual([
      'repeats the query of turn 1: “The Zorvia River?” is “zorvia river” but for case, punctuation or articles',
    ]);
  });

  it('knows repetition within one search', () => {
    expect(messages(id, rolloutOf([search('melka', 'melka'), found]))).toEqual([
      'repeats a query of the same turn: “melka”',
    ]);
  });

  it('calls the arguments of a tool a call', () => {
    const page = '{"page_id":"zorvia"}';
    expect(messages(id, rolloutOf([search(page), found, search(page), found]))).toEqual([
      `repeats the call of turn 1: “${page}”`,
    ]);
  });

  it('lets other words, other modes, empty queries and retries after an error pass', () => {
    const modes = rolloutOf([search('melka'), found, search('melka'), found], {
      turn: (turn, index) => ({
        ...turn,
        queries: turn.queries.map((query) => ({ ...query, mode: index === 0 ? 'graph' : 'passage' })),
      }),
    });
    const retry = rolloutOf([search('melka'), notice(), search('melka'), found]);
    const others = rolloutOf([
      search('melka'),
      found,
      search('melka mouth'),
      found,
      search(''),
      found,
      search(''),
    ]);
    expect([modes, retry, others].flatMap((rollout) => messages(id, rollout))).toEqual([]);
  });
});

describe('too-many-queries', () => {
  const id = 'too-many-queries';
  const searches = (number: number) =>
    Array.from({ length: number }, (_item, index) => [search(`query ${index}`), found]).flat();

  it('counts searches over the dialect’s limit and points at the first over it', () => {
    const rollout = rolloutOf([...searches(6), answer('x')]);
    expect(messages(id, rollout)).toEqual([
      '6 searches, Search-R1 leaves room for 5; this is the first over it',
    ]);
    expect(pointed(id, rollout)).toEqual(['<search>query 5</search>']);
    expect(messages(id, rolloutOf(searches(5)))).toEqual([]);
  });

  it('takes ten for a dialect without a limit', () => {
    expect(messages(id, rolloutOf(searches(11)), toolCall)).toEqual([
      '11 calls, more than 10; this is the first over it',
    ]);
    expect(messages(id, rolloutOf(searches(10)), toolCall)).toEqual([]);
  });

  it('counts queries of one search', () => {
    expect(messages(id, rolloutOf([search('a', 'b', 'c', 'd'), found]))).toEqual([
      'asks 4 queries in one search: “a”, “b”, “c” and 1 more',
    ]);
    expect(messages(id, rolloutOf([search('a', 'b', 'c'), found]))).toEqual([]);
  });
});
