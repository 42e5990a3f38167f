/** Parsing takes time in proportion to the text. What is quadratic over 20,000 repetitions takes more than the limit. */
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../core/trace/dialects';
import { expectCovered, wholeText } from './support';
import { cpuTime } from '../cpu-time';

/** Milliseconds of processor time. */
const LIMIT = 4000;

/** What a text consists of: a start, a piece over and over, an end; and the dialect that reads it. */
const TEXTS: Readonly<Record<string, readonly [dialect: string, start: string, piece: string, end: string]>> =
  {
    'lists of queries': [
      'rag-r1',
      '<search>a</search>\n<information>\n{',
      '<search>a,b,c</search>\n<information>\n{"documents": ["Doc 1: T\\nDoc 2: U',
      '',
    ],
    'commas in one query': [
      'rag-r1',
      '<search>a</search>\n<information>\n{}</information><search>',
      'a,',
      '</search>',
    ],
    'quotes in one observation': [
      'rag-r1',
      '<search>a</search>\n<information>\n{"documents": [',
      '"\\"',
      ']',
    ],
    'searches with a mode': [
      'routerag',
      '',
      '<search>[graph][passage]</search>\n\n<information>  </information>\n\n',
      '',
    ],
    'marks in one query': ['routerag', '<search>', '[graph] ', '</search>'],
    'passages of a direct answer': [
      'routerag',
      '[Direct QA Mode]\n',
      'Wikipedia Title: T\nx\n\n',
      'Question: q?Answer: ',
    ],
    'results of ReSearch': [
      'research',
      '',
      '<search>q</search> <result>\n"T"\nx\n\n"U"\ny\n</result>',
      '<answer>\\boxed{',
    ],
    'titles without a line': ['research', '<search>q</search> <result>\n', '"\n\n', ''],
    'boxes that never close': ['research', '<answer>', '\\boxed{ \\boxed ', '</answer>'],
    'messages of ReZero': [
      'rezero',
      '',
      '<|im_start|>assistant\n<search>q</search><|im_end|>\n<|im_start|>user\n<information>Result 1:\nx</information><|im_end|>\n',
      '',
    ],
    'messages of an R1 distillate': [
      'rezero',
      '',
      '<｜Assistant｜><search>q</search><｜end▁of▁sentence｜><｜User｜><information>Result 1:\nx</information>',
      '',
    ],
    'searches in one message': ['rezero', '', '<search>q</search><search>', ''],
    'messages without a notice': [
      'search-r1',
      '',
      '<|im_start|>assistant\n<search>q</search><|im_end|>\n<|im_start|>user\n<information>x</information><|im_end|>\n',
      '',
    ],
    'messages of AutoDidact': [
      'autodidact',
      '',
      '<|start_header_id|>assistant<|end_header_id|>\n\n<reasoning>{"a": 1}<|eot_id|>' +
        '<|start_header_id|>ipython<|end_header_id|>\n\n"Result 1:<|eot_id|>',
      '',
    ],
    'open braces': ['autodidact', '', '{', ''],
    'queries of Search-o1': [
      'search-o1',
      '',
      'a <|begin_search_query|>q<|end_search_query|>\n\n<|begin_search_result|>x',
      '\\boxed{a}',
    ],
    'boxes of Search-o1': ['search-o1', '', 'a \\boxed{<|begin_search_query|>q<|end_search_query|>', ''],
  };

describe('reading many', () => {
  it.each(Object.entries(TEXTS))('%s', (_name, [id, start, piece, end]) => {
    const text = start + piece.repeat(20_000) + end;
    const dialect = dialectOf(id);
    if (!dialect) throw new Error(`no dialect ${id}`);
    const since = cpuTime();
    dialect.recognise(text, wholeText(text));
    expectCovered(dialect.parse(text, wholeText(text)), text);
    expect(cpuTime() - since).toBeLessThan(LIMIT);
  });
});
