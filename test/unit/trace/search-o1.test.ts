import { describe, expect, it } from 'vitest';
import { searchO1 } from '../../../core/trace/dialects/search-o1';
import { queriesOf, read } from './support';

const ask = (query: string): string => `<|begin_search_query|>${query}<|end_search_query|>`;
const result = (text: string): string => `\n\n<|begin_search_result|>${text}<|end_search_result|>\n\n`;

describe('search-o1', () => {
  it('reads queries, digests and the boxed answer of a model without thought tags', () => {
    const text = `I look.\n${ask(' Zorvia river ')}${result('Zorvia lies on the Melka.')}So it is \\boxed{Melka}.`;
    const trace = read(searchO1, text);
    expect(trace.lines).toEqual([
      'think policy I look.\n',
      'search policy <|begin_search_query|> Zorvia river <|end_search_query|>',
      'text environment \n\n',
      'information environment <|begin_search_result|>Zorvia lies on the Melka.<|end_search_result|>',
      'text environment \n\n',
      'think policy So it is ',
      'answer policy \\boxed{Melka}',
      'think policy .',
    ]);
    expect(trace.turns).toMatchObject([
      { think: 'I look.\n', queries: [{ text: 'Zorvia river' }], documents: [{ title: null }] },
      { think: 'So it is \\boxed{Melka}.', queries: [] },
    ]);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
  });

  it('goes on thinking through searches where thoughts have tags', () => {
    const trace = read(
      searchO1,
      `<think>\nI look. ${ask('q')}${result('x')}So.\n</think>\n\nThe answer is \\boxed{Melka}.`,
    );
    expect(trace.turns.map(({ think }) => think)).toEqual(['\nI look. ', 'So.\n']);
    expect(trace.answer?.text).toBe('Melka');
    expect(trace.anomalies).toEqual([]);
  });

  it('takes what the environment says instead of results for an error', () => {
    const limit = 'The maximum search limit is exceeded. You are not allowed to search.';
    const again = 'You have searched this query. Please refer to previous results.';
    const refused = (said: string): string => `\n<|begin_search_result|>\n${said}\n<|end_search_result|>\n`;
    const trace = read(searchO1, `a ${ask('q')}${refused(again)}b ${ask('r')}${refused(limit)}c`);
    expect(trace.turns.map(({ error }) => error)).toEqual([again, limit, null]);
    expect(trace.turns.flatMap(({ documents }) => documents)).toEqual([]);
  });

  it('brings nothing where the digest found nothing', () => {
    expect(read(searchO1, `${ask('q')}${result('No helpful information found.')}x`).turns[0]).toMatchObject({
      documents: [],
      error: null,
    });
  });

  it('takes the first opener of a segment', () => {
    expect(queriesOf(read(searchO1, `<|begin_search_query|>a ${ask('b')}${result('x')}`))).toEqual([
      'a <|begin_search_query|>b',
    ]);
  });

  it('gives results that follow no query to the policy', () => {
    expect(read(searchO1, `I think ${result('made up').trim()} so \\boxed{x}`).elements).toContain(
      'information policy <|begin_search_result|>made up<|end_search_result|>',
    );
  });

  it('takes the last box of the policy, never one of a digest', () => {
    expect(read(searchO1, `\\boxed{a} or \\boxed{b} ${ask('q')}${result('\\boxed{c}')}`).answer?.text).toBe(
      'b',
    );
  });

  it('has no answer without a box', () => {
    expect(read(searchO1, `a ${ask('q')}${result('x')}It is Melka.`).answer).toBeNull();
  });
});
