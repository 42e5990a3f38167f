import type { ScoredRollout } from '../../../core/reward/component';
import { dialectOf } from '../../../core/trace/dialects';
import { plain } from '../../../core/trace/dialects/plain';
import type { TextPart } from '../../../core/trace/model';

/** Search-R1's prompt in ChatML, its two example answers included, up to the assistant's header. */
export const PROMPT =
  '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nThink inside <think> and </think>. ' +
  'Search with <search> query </search>; results come between <information> and </information>. Answer inside ' +
  '<answer> and </answer>. For example, <answer> Beijing </answer>. Question: On which river does Zorvia lie?\n' +
  '<|im_end|>\n<|im_start|>assistant\n';

/** A rollout that does everything right. */
export const GOOD = [
  '<think>need it</think>',
  '<search> Zorvia river </search>',
  '<information>Doc 1(Title: "Zorvia") Zorvia lies on the Melka River.</information>',
  '<think>found</think>',
  '<answer> The Melka River </answer>',
].join('\n');

/** What the environment says after a turn without an action. */
export const NOTICE =
  '\nMy previous action is invalid. If I want to search, I should put the query between <search> and </search>. If I ' +
  'want to give the final answer, I should put the answer between <answer> and </answer>. Let me try again.\n';

/** A rollout as a file holds it: prompt and response in two fields. */
export function scored(
  prompt: string,
  response: string,
  golds: readonly string[],
  dialect = 'search-r1',
): ScoredRollout {
  const text = prompt + response;
  const border = prompt.length;
  const whole: readonly TextPart[] = [
    { start: 0, end: border, by: 'prompt', path: ['input'], rendered: false },
    { start: border, end: text.length, by: 'policy', path: ['output'], rendered: false },
  ];
  const parts = whole.filter(({ start, end }) => end > start);
  const { segments, turns } = (dialectOf(dialect) ?? plain).parse(text, parts);
  return { text, parts, segments, turns, golds, dialect };
}
