/** What rollout-formats.md 1 and 3 says of prompts and of Search-R1's rewards that no other test holds. */
import { describe, expect, it } from 'vitest';
import { elementsIn, officialAnswer } from '../../../core/reward/official-answer';
import { profileNamed } from '../../../core/reward/profiles';
import { searchR1Format } from '../../../core/reward/profiles/search-r1-format';
import { scoreOf } from '../../../core/reward/score';
import { structureOf } from '../../../core/reward/search-r1-structure';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import { findings, response } from '../findings/dialect-rules';
import { scored } from '../reward/scored';

const SEARCH_R1 =
  'Reason inside <think> and </think>. Call a search engine by <search> query </search>; results come between ' +
  '<information> and </information>. Answer inside <answer> and </answer>. For example, <answer> Beijing </answer>. Question: q?\n';
const ROUTERAG =
  '1. Reason inside <think> and </think>. 2. Search inside <search> and </search>: <search> [passage] the capital of France </search>, ' +
  '<search> [graph] the capital of France </search>, <search> [graph][passage] the capital of France </search>. 3. Results come ' +
  'between <information> and </information>. 4. Answer inside <answer> and </answer>, such as <answer> Paris </answer>.\n';
const CHAT = `<|im_start|>user\n${SEARCH_R1}<|im_end|>\n<|im_start|>assistant\n`;

const matches = (text: string, kind: string): string[] =>
  [...elementsIn(text, `<${kind}>`, `</${kind}>`)].map(({ start, end }) => text.slice(start, end));

describe('the pairs of tags in', () => {
  it.each([
    ['1.1', 'the prompt of Search-R1', SEARCH_R1, 'answer', [' and ', ' Beijing ']],
    ['1.1', 'the prompt of Search-R1', SEARCH_R1, 'search', [' query ']],
    ['1.1', 'the prompt of Search-R1', SEARCH_R1, 'information', [' and ']],
    ['1.1', 'the prompt of Search-R1', SEARCH_R1, 'think', [' and ']],
    ['1.1', 'the notice', INVALID_ACTION, 'search', [' and ']],
    ['1.1', 'the notice', INVALID_ACTION, 'answer', [' and ']],
    [
      '3.5',
      'the prompt of RouteRAG',
      ROUTERAG,
      'search',
      [
        ' and ',
        ' [passage] the capital of France ',
        ' [graph] the capital of France ',
        ' [graph][passage] the capital of France ',
      ],
    ],
    ['3.5', 'the prompt of RouteRAG', ROUTERAG, 'answer', [' and ', ' Paris ']],
    ['3.5', 'the prompt of RouteRAG', ROUTERAG, 'information', [' and ']],
  ])('%s %s: <%s>', (_ref, _what, text, kind, expected) => {
    expect(matches(text, kind)).toEqual(expected);
  });
});

describe('the answer that is extracted', () => {
  it.each([
    ['1.4', 'none', 'x', null],
    ['1.4', 'of one', '<answer>a</answer>', null],
    ['1.4', 'of two, the last, stripped', '<answer>a</answer><answer>\n b \n</answer>', 'b'],
    ['1.4', 'over lines', '<answer>a</answer><answer>b\nc</answer>', 'b\nc'],
    ['1.4', 'not closed', '<answer>a</answer><answer>b</answer><answer>c', 'b'],
    [
      '1.4',
      'from opener to first closer',
      '<answer>a</answer><answer>b<answer>c</answer></answer>',
      'b<answer>c',
    ],
    [
      '1.5',
      'from a document behind it',
      '<answer>a</answer><answer>b</answer><information><answer>doc</answer></information>',
      'doc',
    ],
  ])('%s %s', (_ref, _what, text, expected) => {
    expect(officialAnswer(text, 2)?.text ?? null).toBe(expected);
  });
});

describe('a gold in documents that are JSON', () => {
  const rollout = response(
    '<search>a</search>\n<information>\n{\n  "query": [\n    "a"\n  ],\n  "documents": [\n    "Doc 1: T   on the M\\u00e9lka"\n  ]\n}\n</information>\n<answer>x</answer>',
  );

  it.each([
    ['2.5 is found behind its escapes', 'Mélka', 0],
    ['2.5 is missed where it is not there', 'Orso', 1],
  ])('%s', (_what, gold, count) => {
    expect(findings('gold-never-retrieved', 'rag-r1', rollout, { golds: [gold] })).toHaveLength(count);
  });
});

describe('the format reward', () => {
  const format = profileNamed('search-r1-format');
  const constants = { structureFormat: 0.2, finalFormat: 0.1, retrieval: 0.1 };
  const hit = searchR1Format(constants, format);
  const good =
    '<think>a</think><search>q</search><information>Doc 1(Title: "T") x</information><think>b</think><answer>Danube</answer>';
  const failure = (response: string): string | null => {
    const checked = structureOf(scored('', response, ['x']));
    return checked.valid ? null : checked.failure;
  };
  const assistant = '<|im_start|>assistant\n';

  it.each([
    ['1.4 no golds but the prompt’s block', ['and'], 0.2 + 0.1],
    ['1.4 a gold that normalises to nothing is in every block', ['The!'], 0.2 + 0.1],
    ['1.4 no gold in any block', ['Melka'], 0.2],
  ])('%s', (_what, golds, total) => {
    expect(scoreOf(scored(CHAT, good, golds), hit).total).toBeCloseTo(total, 12);
  });

  it('1.4 retrieval counts only where the format is valid', () => {
    expect(scoreOf(scored(CHAT, `${good} more`, ['and']), hit).total).toBeCloseTo(0.1, 12);
  });

  it.each([
    ['no assistant', 'Missing assistant marker'],
    [`${assistant}<think>a`, 'Mismatch in think tags: 1 opening vs 0 closing tags'],
    [
      `${assistant}<think>a</think><answer>b</answer><answer>c</answer>`,
      'Unexpected tag <answer> in state end',
    ],
    [`${assistant}<answer>b</answer>`, 'Unexpected tag <answer> in state start'],
    [
      `${assistant}words <think>a</think><answer>b</answer>`,
      "Unexpected content 'words' between tags (state: start)",
    ],
    [`${assistant}<think>a</think><answer>b</answer> x`, 'Unexpected content in state end'],
    [`${assistant}<think>a</think><search>b</search>`, 'Incomplete sequence, ended in state after_search'],
    [
      `${assistant}<think>a <search>q</search></think><answer>b</answer>`,
      'Unexpected tag <search> in state in_think',
    ],
    [`${assistant}<think>a</think>\n\n<answer>b</answer>\n`, null],
    [
      `${assistant}<think>a</think>${assistant}<answer>b</answer>`,
      "Unexpected content '<|im_start|>assistant' between tags (state: after_think)",
    ],
  ])('1.4 %j fails with %j', (response, expected) => {
    expect(failure(response)).toBe(expected);
  });
});
