/** Rules take work in proportion to the text, whatever stands in it: what they read of a rollout, and pass over of texts. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../core/findings';
import { indexOnBoundaries } from '../../../core/findings/containment';
import type { UncheckedRollout } from '../../../core/findings/rule';
import type { Dialect } from '../../../core/trace/dialect';
import { dialects } from '../../../core/trace/dialects';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import { characterCount } from '../trace/samples/counted';
import { watched } from '../trace/samples/watched';
import { EXAMPLES, rolloutOf } from './build';

/** How often a piece stands in the shorter of two texts. */
const TIMES = 200;

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
  'documents without a query': ['', '[R_Evidences]Title: Z\nText: x\n[/R_Evidences]y', ''],
  'queries without evidence': ['', '[S_Rewritten_Query]q[EOS]', '[A_Response]Orso[EOS]'],
  'reflection tokens': [
    '',
    '[Retrieval]<paragraph>Z\nx</paragraph>[Relevant]y[Fully supported][Utility:9]',
    '',
  ],
  'passages without tags': ['', '[Retrieval]Z[Grounded][', ''],
  'actions of ReAct': [
    'Question: Where?\n',
    'Thought: x\nAction: Google[q]\nObservation: Z\n',
    'Action: Finish[Orso]',
  ],
  'open actions of ReAct': ['Question: Where?\n', 'Action: Search[q\n', ''],
  'JSON objects': ['', '{"name": {"query": "q"}} ', ''],
  'open braces': ['', '{"a": [', ''],
  'boxes in an answer': ['<think>x</think><answer>', '\\boxed{\\text{', '}</answer>'],
  'lists of queries': ['<search>', 'q,, ', '</search>\n<information>\n{"query": []}\n</information>\n'],
  'modes of a query': ['<search>', '[graph] [Web] q ', '</search>\n\n<information> </information>\n\n'],
  'operators in a query': ['<search>', 'a" AND ', '"b</search>'],
  citations: [
    '<call_tool name="s">q</call_tool><tool_output><snippet id=S_1>Z</snippet></tool_output><answer>',
    '<cite id="S_2">y</cite>',
    '</answer>',
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

/** Dialects that every text is read in: their parsers stand for those of their families. */
const FAMILIES = ['search-r1', 'r1-searcher', 'tool-call', 'plain'];

/** Which others have rules of their own about a text. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'searches after answers': ['rezero', 'research'],
  'answers, then searches': ['rezero'],
  'calls in one turn': ['verl-search', 'recall', 'webdancer'],
  'calls with results': ['verl-search', 'recall'],
  'open thoughts': ['rezero', 'dr-tulu'],
  'documents without a query': ['rq-rag'],
  'queries without evidence': ['rq-rag'],
  'reflection tokens': ['self-rag'],
  'passages without tags': ['self-rag'],
  'actions of ReAct': ['react'],
  'open actions of ReAct': ['react'],
  'JSON objects': ['autodidact', 'chat'],
  'open braces': ['autodidact'],
  'boxes in an answer': ['research', 'recall'],
  'lists of queries': ['rag-r1'],
  'modes of a query': ['routerag'],
  'operators in a query': ['rag-r1', 'rezero'],
  citations: ['dr-tulu'],
};

function piecesFor({ id }: Dialect): [string, (typeof PIECES)[string]][] {
  const all = FAMILIES.includes(id);
  return Object.entries(PIECES).filter(([name]) => all || OTHERS[name]?.includes(id) === true);
}

const read = dialects.filter((dialect) => piecesFor(dialect).length > 0);

/** Members of the rollout that its rules read, and characters that they pass over. */
function workOf(dialect: Dialect, text: string): number {
  let read = 0;
  const rollout = parsed(dialect, text);
  const seen = watched(rollout, () => read++);
  const characters = characterCount(() => {
    for (const { end } of findingsOf(seen, dialect)) {
      if (end > text.length) expect.fail('a finding lies outside the text');
    }
  });
  return read + characters;
}

describe.each(read.map((dialect) => ({ id: dialect.id, dialect })))('with $id', ({ dialect }) => {
  it.each(piecesFor(dialect))('findings of many %s', (_name, [start, piece, end]) => {
    const [few = 0, many = 0] = [TIMES, 4 * TIMES].map((times) =>
      workOf(dialect, start + piece.repeat(times) + end),
    );
    // Four times the text: some work is for a part of it up to a limit, and work in its square would be sixteen times as much.
    expect(many / few).toBeLessThan(8);
  });
});

describe('a needle that overlaps itself', () => {
  const unit = 'ab cd ';
  it.each([
    ['within a word', 'a'.repeat(100_000), 'a'.repeat(400_000), -1],
    ['up to a word’s inside', `${unit.repeat(20_000)}a`, unit.repeat(80_000), -1],
    ['and stands at the end', `${unit.repeat(20_000)}a`, `${unit.repeat(80_000)}a`, 60_000 * unit.length],
  ])('%s', (_name, needle, haystack, at) => {
    expect(indexOnBoundaries(needle, haystack)).toBe(at);
  });
});
