/** Quirks of the grammars in rollout-formats.md 1 to 3 that no other test holds, each worked out by hand from there. */
import { describe } from 'vitest';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import { readAll, type Row } from './grammar';

const doc = '\n\n<information>Doc 1(Title: "Zorvia") On the Melka.</information>\n\n';
const sq = '\n<information>\nDoc 1: Zorvia   On the Melka.\n</information>\n';
const routed = '\n\n<information> Doc 1(Title: Zorvia) On the Melka. </information>\n\n';

const ROWS: readonly Row[] = [
  // 1 Search-R1
  [
    '1.1',
    'tags are lower-case: others are text',
    'search-r1',
    '<SEARCH>q</SEARCH><Answer>x</Answer>',
    { queries: [], answer: null, elements: [] },
  ],
  [
    '1.1',
    'tags have no attributes',
    'search-r1',
    '<search n="1">q</search>',
    { queries: [], anomalies: ['unopened </search>'] },
  ],
  [
    '1.1',
    'a turn of 500 tokens without an action, the notice, and the next turn',
    'search-r1',
    `<think>a b c\n${INVALID_ACTION}\n<think>d</think><answer>x</answer>`,
    {
      turns: 2,
      answer: 'x',
      elements: ['think policy', 'notice environment', 'think policy', 'answer policy'],
      anomalies: ['unclosed <think>'],
    },
  ],
  [
    '1.1',
    'content of an action is stripped, line breaks too',
    'search-r1',
    `<search>\n Zorvia\nriver \n</search>${doc}`,
    { queries: ['Zorvia\nriver'] },
  ],
  [
    '1.1',
    'an answer over several lines',
    'search-r1',
    '<answer>\nThe\nMelka\n</answer>',
    { answer: 'The\nMelka' },
  ],
  [
    '1.1',
    'five segments of the policy: four searches, and one that is not run',
    'search-r1',
    `${`<search>q</search>${doc}`.repeat(4)}<search>last</search>`,
    { turns: 5, queries: ['q', 'q', 'q', 'q', 'last'], anomalies: [] },
  ],
  [
    '1.1',
    'an answer that is not closed is none',
    'search-r1',
    '<think>a</think><answer>Melka',
    { answer: null, anomalies: ['unclosed <answer>'] },
  ],
  [
    '1.1',
    'a cut block before the next segment, which begins in mid-line',
    'search-r1',
    '<search>q</search>\n\n<information>Doc 1(Title: "Zorvia") On the Mel<answer>x</answer>',
    { titles: ['Zorvia'], texts: ['On the Mel'], answer: 'x', anomalies: ['truncated </information>'] },
  ],
  [
    '1.1',
    'infer.py runs the last of several searches',
    'search-r1',
    '\n\n<search>a</search>, or <search>b</search><information>Doc 1(Title: "T") x\n</information>\n\n',
    { queries: ['a', 'b'], titles: ['T'] },
  ],
  [
    '1.1',
    'infer.py keeps blanks around documents',
    'search-r1',
    '\n\n<search>a</search><information>Doc 1(Title: "T") x\nDoc 2(Title: "U") y\n</information>\n\n<answer>z</answer>',
    { titles: ['T', 'U'], texts: ['x', 'y'] },
  ],
  [
    '1.2',
    'no blank between number and title; more than topk documents',
    'search-r1',
    `<search>q</search>\n\n<information>${[1, 2, 3, 4, 5].map((n) => `Doc ${n}(Title: "T${n}") x${n}`).join('\n')}</information>\n\n`,
    { titles: ['T1', 'T2', 'T3', 'T4', 'T5'], texts: ['x1', 'x2', 'x3', 'x4', 'x5'] },
  ],
  [
    '1.2',
    'remaining lines of contents stay with their document',
    'search-r1',
    '<search>q</search>\n\n<information>Doc 1(Title: "T") x\ny\n\nz\nDoc 2(Title: "U") w</information>\n\n',
    { texts: ['x\ny\n\nz', 'w'] },
  ],
  [
    '1.2',
    'contents of one line: a title and no text',
    'search-r1',
    '<search>q</search>\n\n<information>Doc 1(Title: "T") \nDoc 2(Title: "U")</information>\n\n',
    { titles: ['T', 'U'], texts: ['', ''] },
  ],
  [
    '1.5',
    'forged before the search: kept, the policy’s; the environment’s after it',
    'search-r1',
    `<information>Doc 1(Title: "F") made up</information><search>q</search>${doc}`,
    { titles: ['Zorvia'], elements: ['information policy', 'search policy', 'information environment'] },
  ],
  [
    '1.5',
    'prose between information and search',
    'search-r1',
    `<search>q</search>${doc}I go on. <search>r</search>${doc}<answer>x</answer>`,
    { queries: ['q', 'r'], turns: 3, anomalies: [] },
  ],
  [
    '1.5',
    'a search in a retrieved document is not run',
    'search-r1',
    '<search>q</search>\n\n<information>Doc 1(Title: "T") write <search>x</search> here</information>\n\n<answer>y</answer>',
    { queries: ['q'], texts: ['write <search>x</search> here'], answer: 'y' },
  ],
  // 2 RAG-R1
  [
    '2.1',
    'four queries: the limit of three stands in the prompt alone',
    'rag-r1',
    '<search>a,b,c,d</search>\n<information>\n{\n  "query": [\n    "a",\n    "b",\n    "c",\n    "d"\n  ],\n  "documents": [\n    "",\n    "",\n    "",\n    "Doc 1: T   x"\n  ]\n}\n</information>\n',
    { queries: ['a', 'b', 'c', 'd'], titles: ['T'] },
  ],
  [
    '2.1',
    'an ideographic comma parts nothing',
    'rag-r1',
    '<search>a、b，c</search>\n<information>\n{\n  "query": [\n    "x"\n  ],\n  "documents": [\n    ""\n  ]\n}\n</information>\n',
    { queries: ['a、b，c'] },
  ],
  [
    '2.1',
    'documents of a query cut before they became JSON',
    'rag-r1',
    '<search>a,b</search>\n<information>\n{\n  "query": [\n    "a",\n    "b"\n  ],\n  "documents": [\n    "Doc 1: T   one\\nDoc 2: U   tw",\n    "Doc 1: V   three\\nDoc 2: W"\n  ]\n}\n</information>\n<answer>x</answer>',
    { titles: ['T', 'U', 'V', null], texts: ['one', 'tw', 'three', 'W'], anomalies: [] },
  ],
  ...['</search>', ' </search>', '?</search>', '"</search>', "'</search>", ')</search>'].flatMap(
    (closer): Row[] =>
      ['', '\n', '\n\n'].map((line): Row => [
        '2.1',
        `evaluation stops on ${JSON.stringify(closer + line)}`,
        'rag-r1',
        `<search>who${closer}${line}${sq}<answer>x</answer>`,
        {
          queries: [`who${closer.replace('</search>', '').trim()}`],
          titles: ['Zorvia'],
          elements: ['search policy', 'information environment', 'answer policy'],
        },
      ]),
  ),
  [
    '2.4',
    'evaluation: five retrievals and no answer',
    'rag-r1',
    `<search>q</search>${sq}`.repeat(5),
    { turns: 5, answer: null },
    'Such as <answer> Beijing </answer>. Question: q?\n',
  ],
  [
    '2.5',
    'escapes of JSON are undone',
    'rag-r1',
    '<search>a</search>\n<information>\n{\n  "query": [\n    "a"\n  ],\n  "documents": [\n    "Doc 1: M\\u00e9lka   Fl\\u00fass \\ud83c\\udf0a"\n  ]\n}\n</information>\n',
    { titles: ['Mélka'], texts: ['Flúss 🌊'] },
  ],
  // 3 RouteRAG
  [
    '3.1',
    'the test strips no documents: a line break before the closer',
    'routerag',
    '<search> [passage] q </search>\n\n<information>Doc 1(Title: Zorvia) x\n</information>\n\n<answer>y</answer>',
    { queries: ['passage:q'], texts: ['x'] },
  ],
  [
    '3.1',
    'the test runs a search before an answer of the same response',
    'routerag',
    `<answer>A</answer><search> [graph] q </search>${routed}<answer>B</answer>`,
    { queries: ['graph:q'], answer: 'B', titles: ['Zorvia'] },
  ],
  [
    '3.1',
    'text after the first opener up to the closer',
    'routerag',
    '<answer>a <answer>b</answer>',
    { answer: 'a <answer>b' },
  ],
  [
    '3.2',
    'graph mode brings passages',
    'routerag',
    `<search> [graph] q </search>${routed}`,
    { queries: ['graph:q'], titles: ['Zorvia'], texts: ['On the Melka.'] },
  ],
  [
    '3.1',
    'all marks are taken out, others stay',
    'routerag',
    '<search>[graph] a [graph] b [passage] [Passage]</search>',
    { queries: ['hybrid:a  b  [Passage]'] },
  ],
  [
    '3.1',
    'an invalid action',
    'routerag',
    `hm\n${INVALID_ACTION}\n<answer>x</answer>`,
    { turns: 2, answer: 'x', elements: ['notice environment', 'answer policy'] },
  ],
];

describe('grammars of Search-R1, RAG-R1 and RouteRAG', () => {
  readAll(ROWS);
});
