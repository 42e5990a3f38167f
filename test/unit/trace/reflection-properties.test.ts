/** What `properties.test.ts` asks of every dialect, on the labels and tokens of ReAct, Self-RAG and RQ-RAG. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { react } from '../../../core/trace/dialects/react';
import { rqRag } from '../../../core/trace/dialects/rq-rag';
import { selfRag } from '../../../core/trace/dialects/self-rag';
import type { Author, TextPart } from '../../../core/trace/model';
import { expectCovered, wholeText } from './support';

const LABELS = [
  'Question: q?\n',
  'Thought 1: ',
  'Thought: ',
  '\nThought 2: it\n',
  '\nAction 1: Search[Melka]',
  '\nAction: search[Melka\n',
  '\nAction 2: Finish[Orso]',
  '\nAction: Reflect[right]\n',
  '\nActionPath 2: Start->Search[x]\n',
  ']Observation 2: y\n',
  '\nObservation 1: Answer is CORRECT\n',
  '\r\nObservation: (Result 1 / 2) The Melka.\r\n',
  'Reflections:\n- x\n',
  '(END OF EXAMPLES)\n',
  'examples',
  '### Instruction:\n',
  '### Response:\n',
];

const REFLECTIONS = [
  '[Retrieval]',
  '[No Retrieval]',
  '<paragraph>',
  '</paragraph>',
  '[Relevant]',
  '[No support / Contradictory]',
  '[Utility:5]',
  '</s>',
];

const QUERIES = [
  '[S_Decomposed_Query]',
  '[S_Response]',
  '[A_Response]',
  '[R_Evidences]',
  '[/R_Evidences]',
  '[EOS]',
  'Title: T\nText: x\n',
  'Title: ',
];

const PIECES = [
  ...LABELS,
  ...REFLECTIONS,
  ...QUERIES,
  '<|user|>\n',
  '<|assistant|>\n',
  '<|im_start|>user\n',
  '<|im_end|>\n',
  '[',
  ']',
  '\n',
  ' ',
  'word',
  '\u0000',
  '😀',
  '\ud83d',
];

const texts = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string()), { maxLength: 50 })
  .map((pieces) => pieces.join(''));

function partsOf(text: string, cuts: readonly number[], authors: readonly Author[]): TextPart[] {
  const edges = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].filter((cut) => cut > 0);
  const bounds = [0, ...edges.sort((a, b) => a - b), text.length];
  return bounds.slice(1).flatMap((end, at) => {
    const start = bounds[at] ?? 0;
    const by = authors[at % authors.length] ?? 'policy';
    return end > start ? [{ start, end, by, path: null, rendered: false }] : [];
  });
}

describe.each([
  { id: 'react', dialect: react, own: LABELS },
  { id: 'self-rag', dialect: selfRag, own: REFLECTIONS },
  { id: 'rq-rag', dialect: rqRag, own: QUERIES },
])('$id', ({ dialect, own }) => {
  it('covers any text, and any beginning of one', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, cut) => {
        for (const each of [text, text.slice(0, cut % (text.length + 1)), text.replaceAll('\n', '\r\n')]) {
          expectCovered(dialect.parse(each, wholeText(each)), each);
          dialect.recognise(each, wholeText(each));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('covers any text whatever parts it comes in', () => {
    const authors = fc.array(fc.constantFrom<Author>('prompt', 'policy', 'environment'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 5 }), authors, (text, cuts, by) => {
        expectCovered(dialect.parse(text, partsOf(text, cuts, by)), text);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps turns in order, each in one piece', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { turns } = dialect.parse(text, wholeText(text));
        for (const [at, turn] of turns.entries()) {
          expect(turn.start).toBeGreaterThanOrEqual(turns[at - 1]?.end ?? 0);
          expect(turn.end).toBeGreaterThanOrEqual(turn.start);
        }
      }),
      { numRuns: 500 },
    );
  });

  // Quadratic work over 20,000 pieces would not end in time here.
  it.each(own)('takes 20,000 of %j in its stride', (piece) => {
    const text = `${piece}some words\n`.repeat(20_000);
    expectCovered(dialect.parse(text, wholeText(text)), text);
    dialect.recognise(text, wholeText(text));
  });
});
