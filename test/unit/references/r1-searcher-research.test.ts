/** Quirks of the grammars in rollout-formats.md 4 and 5 that no other test holds, each worked out by hand from there. */
import { describe } from 'vitest';
import { readAll, type Row } from './grammar';

const docs = (body: string): string => `\n\n<|begin_of_documents|>\n${body}<|end_of_documents|>\n\n`;
const asked = (text: string): string => `<|begin_of_query|>${text}<|end_of_query|>`;
const result = ' <result>\n"Zorvia"\nOn the Melka.\n</result>';

const ROWS: readonly Row[] = [
  // 4 R1-Searcher
  [
    '4.1',
    'a chat prompt ends with the header and the opening tag',
    'r1-searcher',
    `<|im_start|>user\nUse <|begin_of_query|> q <|end_of_query|> and <answer> a </answer>.<|im_end|>\n<|im_start|>assistant\n<think> I look ${asked('q')}${docs('(1)T   x\n')}so</think>\n<answer> z </answer><|im_end|>`,
    { queries: ['q'], answer: 'z', anomalies: [] },
  ],
  [
    '4.1',
    'keywords parted by tabs',
    'r1-searcher',
    `a ${asked('Zorvia\triver\n "Melka"')}${docs('(1)T   x\n')}b</think>`,
    { queries: ['Zorvia river Melka'] },
  ],
  [
    '4.1',
    'apostrophes stay in training',
    'r1-searcher',
    `a ${asked("D'Orso ... source")}${docs('(1)T   x\n')}b</think>`,
    { queries: ["D'Orso ... source"] },
  ],
  [
    '4.1',
    '`</answer>` is no stop in training: text goes on, also a search',
    'r1-searcher',
    `a</think><answer> x </answer> more ${asked('q')}${docs('(1)T   y\n')}`,
    { queries: ['q'], answer: 'x', titles: ['T'] },
  ],
  [
    '4.1',
    'nothing found: `None` without a line break',
    'r1-searcher',
    `a ${asked('q')}${docs('None')}b</think><answer>x</answer>`,
    {
      titles: [],
      turns: 2,
      answer: 'x',
      elements: ['think policy', 'search policy', 'information environment', 'think policy', 'answer policy'],
    },
  ],
  [
    '4.1',
    'one summary in place of numbered documents',
    'r1-searcher',
    `a ${asked('q')}${docs('The Melka is a river (1) of Zorvia.\n')}b</think>`,
    { titles: [null], texts: ['The Melka is a river (1) of Zorvia.'] },
  ],
  [
    '4.1',
    'an empty query ends the rollout',
    'r1-searcher',
    `a ${asked(' ')}`,
    { queries: [''], answer: null, turns: 1 },
  ],
  [
    '4.1',
    'eight searches and a last generation',
    'r1-searcher',
    `${`a ${asked('q')}${docs('(1)T   y\n')}`.repeat(8)}b</think><answer>x</answer>`,
    { turns: 9, answer: 'x', anomalies: [] },
  ],
  [
    '4.1',
    'segments are stripped: no blank at their borders',
    'r1-searcher',
    `a${asked('q')}${docs('(1)T   y\n')}b</think><answer>x</answer>`,
    { queries: ['q'], think: 'a' },
  ],
  [
    '4.2',
    'a line in quotes of CSV',
    'r1-searcher',
    `a ${asked('q')}${docs('(1)"Title: X Text: the ""q"" of it"\n(2)Zorvia   Zorvia is a town.\n')}b</think>`,
    { titles: ['X', 'Zorvia'], texts: ['the "q" of it', 'Zorvia is a town.'] },
  ],
  [
    '4.5',
    'a block that is not closed goes to the end',
    'r1-searcher',
    `a ${asked('q')}\n\n<|begin_of_documents|>\n(1)T   y is`,
    { titles: ['T'], texts: ['y is'], anomalies: ['truncated <|end_of_documents|>'] },
  ],
  // 5 ReSearch
  [
    '5.1',
    'one blank before the result, none after it',
    'research',
    `<search>q</search>${result}<think>b</think>`,
    { elements: ['search policy', 'information environment', 'think policy'], titles: ['Zorvia'] },
  ],
  [
    '5.1',
    'no turn limit',
    'research',
    `<search>q</search>${result}`.repeat(30),
    { turns: 30, anomalies: [] },
  ],
  [
    '5.1',
    'the last opener before the closer of the segment, in thought too',
    'research',
    `<think>I use <search> a, no: <search> b </search>${result}</think>`,
    { queries: ['b'] },
  ],
  [
    '5.1',
    'nothing found: an empty result',
    'research',
    '<search>q</search> <result>\n\n</result> so<answer>\\boxed{x}</answer>',
    { titles: [], answer: 'x' },
  ],
  [
    '5.1',
    'cut inside the response, before the result',
    'research',
    '<think>a</think><search>q',
    { queries: [], answer: null, anomalies: ['unclosed <search>'] },
  ],
  [
    '5.4',
    'a second `Assistant:` in the response is the response’s',
    'research',
    ' <think>Assistant: I</think><answer>\\boxed{x}</answer>',
    { answer: 'x', think: 'Assistant: I' },
    'A conversation. User: q. Assistant:',
  ],
  [
    '5.4',
    'the last box, with nested braces, a blank, or `\\fbox`',
    'research',
    '<answer>\\boxed{a} then \\fbox{b {c}}</answer>',
    { answer: 'b {c}' },
  ],
  [
    '5.4',
    'LaTeX inside the box stays',
    'research',
    '<answer>\\boxed{\\text{Melka River}}</answer>',
    { answer: '\\text{Melka River}' },
  ],
  [
    '5.4',
    'two answers: the last is shown',
    'research',
    '<answer>\\boxed{a}</answer><answer>\\boxed{b}</answer>',
    { answer: 'b' },
  ],
  [
    '5.5',
    'a result that the policy types is its own',
    'research',
    `<think>a</think> <result>\nx\n</result><search>q</search>${result}`,
    {
      elements: ['think policy', 'information policy', 'search policy', 'information environment'],
      titles: ['Zorvia'],
    },
  ],
];

describe('grammars of R1-Searcher and ReSearch', () => {
  readAll(ROWS);
});
