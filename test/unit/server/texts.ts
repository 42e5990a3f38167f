import type { Position } from 'vscode-languageserver/node';

export const PROMPT =
  '<|im_start|>user\nAnswer the question. For example, <answer> Beijing </answer>. ' +
  'Question: Which river crosses Zorvia?\n<|im_end|>\n<|im_start|>assistant\n';

/** A Search-R1 response with two searches: the gold `Melka River` stands in document 2 of the first. */
export const RESPONSE = [
  '<think>I need the river\nthat crosses Zorvia.</think>',
  '<search> river Zorvia </search>',
  '',
  '<information>Doc 1(Title: "Zorvia") Zorvia is a town.',
  'Doc 2(Title: "Rivers") The Melka River crosses Zorvia; see [link](http://x.y).',
  'Doc 3(Title: "Bread") Bread is *baked* <b>daily</b>.</information>',
  '',
  '<think>Let me look once more.</think>',
  '<search> Melka </search>',
  '',
  '<information></information>',
  '',
  '<think>It is the Melka River.</think>',
  '<answer> Melka River </answer>',
].join('\n');

export const ROLLOUT = PROMPT + RESPONSE;

/** Position of the `nth` occurrence of some words in a text, `into` characters further on. */
export function positionOf(text: string, words: string, nth = 1, into = 0): Position {
  let at = -1;
  for (let count = 0; count < nth; count++) {
    at = text.indexOf(words, at + 1);
    if (at < 0) throw new Error(`${words} stands in the text less than ${nth} times`);
  }
  const before = text.slice(0, at + into).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** What stands in a range of a text. */
export function textIn(text: string, range: { readonly start: Position; readonly end: Position }): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: Position): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  return text.slice(offset(range.start), offset(range.end));
}
