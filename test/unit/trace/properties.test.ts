import fc from 'fast-check';
import { describe, it } from 'vitest';
import { dialects } from '../../../core/trace/dialects';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import type { Author, TextPart } from '../../../core/trace/model';
import { expectCovered, wholeText } from './support';

/** Everything a rollout may be made of, tags of every dialect among it. */
const PIECES = [
  '<think>',
  '</think>',
  '<search>',
  '</search>',
  '<information>',
  '</information>',
  '<answer>',
  '</answer>',
  '<|begin_of_query|>',
  '<|end_of_query|>',
  '<|begin_of_documents|>',
  '<|end_of_documents|>',
  '<result>',
  '</result>',
  '<reasoning>',
  '</reasoning>',
  '<|begin_search_query|>',
  '<|end_search_query|>',
  '<|begin_search_result|>',
  '<|end_search_result|>',
  '\\boxed{',
  '}',
  ' [graph][passage] ',
  'a, b',
  '<information>\n{"query": ["a"], "documents": ["Doc 1: T   x\\nDoc 2: U   y"]',
  '\n"Title"\ntext\n\n"Other"\nmore',
  'Result 1:\nx\n------\nResult 2:\ny\n------\n',
  '"Result 1:\\nx\\n------\\n"',
  '{"function": {"parameters": {"query": "q"}}}',
  '<|start_header_id|>assistant<|end_header_id|>\n\n',
  '<|eot_id|>',
  '\n[Fallback to Direct QA]\nWikipedia Title: T\nx\n\nQuestion: q?',
  '<tool_call>',
  '</tool_call>',
  '<tool_response>',
  '</tool_response>',
  '{"name": "search", "arguments": {"query": "Melka"}}',
  '<|im_start|>assistant\n',
  '<|im_end|>\n',
  '<|im_start|>user\n',
  '<｜User｜>',
  '<｜Assistant｜>',
  '<｜end▁of▁sentence｜>',
  `\n${INVALID_ACTION}\n`,
  'Doc 1(Title: "T") x\nDoc 2(Title: U (v)) y',
  '(1)T   x\n(2)Title: U Text:  y\n',
  'None',
  '\n',
  '\n\n',
  ' ',
  '<',
  '>',
  '</',
  'word',
  'é',
  '河',
  '😀',
  '\ud83d',
  ')',
  '"',
];

/** What is repeated beside the tags of a dialect itself. */
const REPEATED = ['<|im_end|>\n', `\n${INVALID_ACTION}\n`, 'Doc 1(Title: "T") x\nDoc 2(Title: U (v)) y'];
/** Pieces of single dialects, for soups alone. */
const MORE = [
  '<call_tool name="search" num="5">',
  '<call_tool>',
  '</call_tool>',
  '<tool_output>',
  '</tool_output>',
  '<snippet id=a1-0>\nTitle: T\nURL: u\nSnippet: ',
  '</snippet>',
  '<cite id="a1-0,a1-1">',
  '</cite>',
  '\\boxed{',
  '}',
  'user\n',
  'assistant\n',
  'result: \n',
  '{"result": "Doc 1 (Title: \\"T\\")\\nx\\n---\\nDoc 1 (Title: U)\\ny"}',
  "[{'title': 'T', 'id': 3}]",
  '\n=======\n',
  "A Google search for 'q' found 1 results:\n\n1. [T](u)\n\nx",
  '```json\n',
  '```',
  '\0',
  '\r\n',
];

const rollouts = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.constantFrom(...MORE), fc.string()),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

/** Cuts, deletes, doubles and flips, as damage does. */
const damage = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 30 }),
  kind: fc.constantFrom('cut', 'delete', 'double', 'flip'),
});

function damaged(text: string, { at, length, kind }: { at: number; length: number; kind: string }): string {
  const start = text.length === 0 ? 0 : at % text.length;
  const end = Math.min(text.length, start + length);
  switch (kind) {
    case 'cut':
      return text.slice(0, start);
    case 'delete':
      return text.slice(0, start) + text.slice(end);
    case 'double':
      return text.slice(0, end) + text.slice(start);
    default:
      return (
        text.slice(0, start) + String.fromCharCode((text.charCodeAt(start) || 0) ^ 1) + text.slice(start + 1)
      );
  }
}

const parts = (text: string, cuts: readonly number[], authors: readonly Author[]): TextPart[] => {
  const edges = [...new Set(cuts.map((cut) => (text.length === 0 ? 0 : cut % text.length)))].filter(
    (cut) => cut > 0,
  );
  const bounds = [0, ...edges.sort((a, b) => a - b), text.length];
  return bounds.slice(1).map((end, at) => ({
    start: bounds[at] ?? 0,
    end,
    by: authors[at % authors.length] ?? 'policy',
    path: null,
    rendered: false,
  }));
};

describe.each(dialects.map((dialect) => ({ id: dialect.id, dialect })))('$id', ({ dialect }) => {
  it('covers any text, whatever was done to it', () => {
    fc.assert(
      fc.property(rollouts, fc.array(damage, { maxLength: 4 }), (rollout, damages) => {
        const text = damages.reduce(damaged, rollout);
        expectCovered(dialect.parse(text, wholeText(text)), text);
        dialect.recognise(text, wholeText(text));
      }),
      { numRuns: 1500 },
    );
  });

  it('covers any text whatever parts it comes in', () => {
    const authors = fc.array(fc.constantFrom<Author>('prompt', 'policy', 'environment'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(rollouts, fc.array(fc.nat(), { maxLength: 5 }), authors, (text, cuts, by) => {
        expectCovered(dialect.parse(text, parts(text, cuts, by)), text);
      }),
      { numRuns: 700 },
    );
  });

  // `npm run bench` measures that this is linear; quadratic work over 100,000 tags would not end in time here.
  const tags = dialect.tags.flatMap(({ open, close }) => (close === null ? [open] : [open, close]));
  it.each([...tags, ...REPEATED])('covers 5 MB with 100,000 of %j', (piece) => {
    const text = `${piece}${'some words between them and some more '}`.repeat(100_000);
    expectCovered(dialect.parse(text, wholeText(text)), text);
  });
});
