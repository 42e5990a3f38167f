/** Rules take time in proportion to the text, whatever stands in it. What is quadratic runs into the time limit. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../core/findings';
import { indexOnBoundaries } from '../../../core/findings/containment';
import type { UncheckedRollout } from '../../../core/findings/rule';
import type { Dialect } from '../../../core/trace/dialect';
import { dialects } from '../../../core/trace/dialects';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import { EXAMPLES, rolloutOf } from './build';

const LIMIT = 8000;

const call = (query: string): string =>
  `<tool_call>{"name":"search","arguments":{"query":${JSON.stringify(query)}}}</tool_call>`;

/** What a text consists of: a start, a piece over and over, an end. */
const PIECES: Readonly<Record<string, readonly [start: string, piece: string, end: string]>> = {
  'searches after answers': ['', '<answer>a</answer><search>q</search>', ''],
  'answers, then searches': ['<answer>a</answer>', '<search>q</search>', ''],
  'answers in one turn': ['', '<answer>Melka</answer>', ''],
  notices: ['', `<search>\n${INVALID_ACTION}\n`, ''],
  'cut documents': ['', '<search>q</search>\n\n<information>Doc 1(Title: "Z") on the<think>', ''],
  'cut documents and stray thoughts': ['', '<search>q</search><information>on the</think><answer>', ''],
  'documents of R1-Searcher': [
    '',
    '<|begin_of_query|>q<|end_of_query|>\n<|begin_of_documents|>\n(1)Zorvia   text\n<|end_of_documents|>\n\n',
    '<answer>Orso</answer>',
  ],
  'cut documents of R1-Searcher': ['', '<|begin_of_query|>q<|end_of_query|><|begin_of_documents|>(1)Z', ''],
  'calls in one turn': ['', call('zorvia'), ''],
  'calls without a query': ['', '<tool_call>{}</tool_call><tool_call></tool_call>', ''],
  'calls with results': [
    '<|im_start|>user\nWhere?<|im_end|>\n',
    `<|im_start|>assistant\n${call('z')}<|im_end|>\n<|im_start|>user\n<tool_response>Z</tool_response><|im_end|>\n`,
    '<|im_start|>assistant\nOrso<|im_end|>',
  ],
  'open searches': ['', '<search>', ''],
  'open thoughts': ['', '<think>\n', ''],
  'open answers': ['', '<answer> \n', ''],
  closers: ['', '</think></answer></search>', ''],
  'forged information': ['', '<information>Melka</information>', '<answer>Orso</answer>'],
  'empty searches': ['', '<search></search><information></information>', ''],
  'blank runs': ['<think>', '\n      ', '</think>'],
  'blanks and end marks': ['<think>x</think>', ' \n</s>', ''],
  'examples in the prompt': [EXAMPLES, '<answer> Beijing </answer>', '\n<answer>Beijing</answer>'],
  'documents in one block': [
    '<search>q</search>\n\n<information>',
    'Doc 1(Title: "Zorvia") the, a. an Mel\n',
    '</information>\n\n<answer>Orso</answer>',
  ],
  'one long word': [
    '<search>q</search>\n\n<information>',
    'aaaaaaaa',
    '</information>\n\n<answer>aaaa</answer>',
  ],
};

function parsed(dialect: Dialect, text: string): UncheckedRollout {
  const parts = [{ start: 0, end: text.length, by: 'policy', path: null, rendered: false } as const];
  return { ...rolloutOf([], { golds: ['Melka', 'Orso'] }), text, parts, ...dialect.parse(text, parts) };
}

describe.each(dialects.map((dialect) => ({ id: dialect.id, dialect })))('with $id', ({ dialect }) => {
  it.each(Object.entries(PIECES))(
    'findings of many %s',
    (_name, [start, piece, end]) => {
      const rollout = parsed(dialect, start + piece.repeat(40_000) + end);
      for (const { end: stop } of findingsOf(rollout, dialect)) {
        if (stop > rollout.text.length) expect.fail('a finding lies outside the text');
      }
    },
    LIMIT,
  );
});

describe('a needle that overlaps itself', () => {
  const unit = 'ab cd ';
  it.each([
    ['within a word', 'a'.repeat(100_000), 'a'.repeat(400_000), -1],
    ['up to a word’s inside', `${unit.repeat(20_000)}a`, unit.repeat(80_000), -1],
    ['and stands at the end', `${unit.repeat(20_000)}a`, `${unit.repeat(80_000)}a`, 60_000 * unit.length],
  ])(
    '%s',
    (_name, needle, haystack, at) => {
      expect(indexOnBoundaries(needle, haystack)).toBe(at);
    },
    LIMIT,
  );
});
