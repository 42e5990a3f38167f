/**
 * What holds for every dialect, on texts made of its own tags, the pieces of its page's example, and whatever else a
 * rollout may hold: segments cover the text, everything read lies where it belongs, and reading takes linear work.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../core/trace/dialects';
import { routerag } from '../../../core/trace/dialects/routerag';
import { selfRag } from '../../../core/trace/dialects/self-rag';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import type { Author, TextPart, Trace } from '../../../core/trace/model';
import { characterCount } from './samples/counted';
import { COMMON, exampleOf, partsOf, piecesOf, tagsOf, type Example } from './samples/pieces';
import { expectCovered, queriesOf, wholeText } from './support';

const SEED = 20260105;

/** Pieces of a dialect that are repeated in pairs, and how often at least. */
const MOST_PIECES = 12;
const TIMES = 30;

/** Dialects of one text by the policy: what an environment's part holds is read by its tags all the same. */
const ONE_TEXT = ['dr-tulu', 'self-rag', 'rq-rag'];

/** The answer of Self-RAG is put together from the sentences between its tokens. */
const JOINED_ANSWER = ['self-rag'];

/** Who writes what, by kind. */
const AUTHORS: Readonly<Record<string, readonly Author[]>> = {
  prompt: ['prompt'],
  think: ['policy'],
  search: ['policy'],
  answer: ['policy'],
  notice: ['environment'],
  // Text of the environment is what stands around observations; information by the policy is forged.
  information: ['environment', 'policy'],
  text: ['environment', 'policy'],
};

interface Range {
  readonly start: number;
  readonly end: number;
}

const inside = (inner: Range, outer: Range | null | undefined): boolean =>
  outer !== null && outer !== undefined && inner.start >= outer.start && inner.end <= outer.end;

function must(holds: boolean, what: string, about: unknown): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(about)}`);
}

/** What any reading of any text keeps to. */
function expectSound(id: string, trace: Trace, text: string, parts: readonly TextPart[]): void {
  expectCovered(trace, text);
  must(
    trace.segments.map(({ start, end }) => text.slice(start, end)).join('') === text,
    'segments are not the text',
    text,
  );
  for (const segment of trace.segments) {
    must(AUTHORS[segment.kind]?.includes(segment.by) ?? false, 'written by another', segment);
    if (segment.by !== 'policy' || ONE_TEXT.includes(id)) continue;
    for (const part of parts)
      must(
        part.by !== 'environment' || part.end <= segment.start || part.start >= segment.end,
        "the environment's words are the policy's",
        [part, segment],
      );
  }
  let end = 0;
  for (const turn of trace.turns) {
    must(turn.start >= end && turn.end >= turn.start, 'turns overlap', turn);
    end = turn.end;
    for (const search of turn.searches) must(inside(search, turn), 'a search is outside of its turn', turn);
    if (turn.observation) must(inside(turn.observation, turn), 'an observation is outside of its turn', turn);
    for (const query of turn.queries)
      must(
        turn.searches.some((search) => inside(query, search)),
        'a query is outside of its searches',
        turn,
      );
    for (const document of turn.documents) {
      must(inside(document, turn.observation), 'a document is outside of its observation', turn);
      must(
        document.query >= 0 && document.query < Math.max(1, turn.queries.length),
        'a document of no query',
        turn,
      );
      must(document.rank >= 1, 'a rank below 1', document);
    }
  }
  const prompts = trace.segments.filter(({ kind }) => kind === 'prompt');
  for (const example of trace.promptAnswers)
    must(
      prompts.some((prompt) => inside(example, prompt)),
      "a prompt's answer is outside of the prompt",
      example,
    );
  const { answer } = trace;
  if (!answer || JOINED_ANSWER.includes(id)) return;
  must(text.slice(answer.start, answer.end) === answer.text, 'the answer is not what stands there', answer);
  for (const segment of trace.segments)
    must(
      segment.by === 'policy' || segment.end <= answer.start || segment.start >= answer.end,
      'the answer is not by the policy',
      [answer, segment],
    );
}

/** What was read, in the words of the text. */
function saidOf(trace: Trace, text: string): unknown {
  return {
    queries: queriesOf(trace),
    documents: trace.turns.map(({ documents }) => documents.map(({ title, text: body }) => [title, body])),
    answer: trace.answer?.text ?? null,
    kinds: trace.segments.map(({ kind, by, start, end }) => [kind, by, text.slice(start, end).trim() === '']),
  };
}

describe.each(dialects.map((dialect) => ({ id: dialect.id, dialect })))('$id', ({ id, dialect }) => {
  let example: Example = { text: '', parts: [] };
  let soup: fc.Arbitrary<string[]> = fc.constant([]);
  beforeAll(async () => {
    example = await exampleOf(dialect);
    soup = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...piecesOf(dialect, example)) },
        { weight: 2, arbitrary: fc.constantFrom(...COMMON) },
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 50 },
    );
  });

  it('reads a soup of its tags, whoever wrote which piece', () => {
    const authors = fc.array(fc.constantFrom<Author>('prompt', 'policy', 'environment'), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(soup, fc.array(fc.nat(), { maxLength: 5 }), authors, (made, cuts, by) => {
        // What RouteRAG answers without a search is one text, too.
        const pieces = made.filter((piece) => !piece.includes('[Fallback'));
        const text = pieces.join('');
        // A tag is written by one author: parts are cut between pieces.
        const edges = pieces.map((_, at) => pieces.slice(0, at).join('').length);
        const parts = partsOf(
          text,
          cuts.map((cut) => edges[cut % Math.max(1, edges.length)] ?? 0),
          by,
        );
        const trace = dialect.parse(text, parts);
        expectSound(id, trace, text, parts);
        expect(dialect.parse(text, parts)).toEqual(trace);
        const evidence = dialect.recognise(text, parts);
        if (evidence) must(evidence.weight >= 0 && evidence.weight <= 1, 'no weight', evidence);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('reads a text of one author, and any beginning of it', () => {
    fc.assert(
      fc.property(soup, fc.nat(), (pieces, cut) => {
        const whole = pieces.join('');
        for (const text of [
          whole,
          whole.slice(0, cut % (whole.length + 1)),
          whole.replaceAll('\n', '\r\n'),
        ]) {
          const parts = wholeText(text);
          expectSound(id, dialect.parse(text, parts), text, parts);
          dialect.recognise(text, parts);
        }
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('covers a text whose parts are cut anywhere', () => {
    fc.assert(
      fc.property(soup, fc.array(fc.nat(), { maxLength: 5 }), (pieces, cuts) => {
        const text = pieces.join('');
        const parts = partsOf(text, cuts, ['policy', 'environment', 'prompt']);
        expectCovered(dialect.parse(text, parts), text);
      }),
      { seed: SEED, numRuns: 80 },
    );
  });

  it('reads every beginning of its example', () => {
    const { text, parts } = example;
    for (let end = 0; end <= text.length; end++) {
      const cut = parts
        .filter(({ start }) => start < end)
        .map((part) => ({ ...part, end: Math.min(part.end, end) }));
      const beginning = text.slice(0, end);
      expectSound(id, dialect.parse(beginning, cut), beginning, cut);
    }
  });

  it('reads its example the same with CRLF, and with odd characters in its words', () => {
    const { text } = example;
    const said = JSON.stringify(saidOf(dialect.parse(text, wholeText(text)), text));
    // A call of AutoDidact is JSON, which no raw NUL may stand in.
    for (const odd of [...(id === 'autodidact' ? [] : ['\0']), '\ud83d', '\ude00', '\u2028', '😀']) {
      const changed = text.replaceAll('Zorvia', `Zorvia${odd}`);
      const trace = dialect.parse(changed, wholeText(changed));
      const found = JSON.stringify(saidOf(trace, changed));
      expect(found.replaceAll(JSON.stringify(odd).slice(1, -1), '')).toBe(said);
    }
    const windows = text.replaceAll('\n', '\r\n');
    const trace = dialect.parse(windows, wholeText(windows));
    expect(JSON.stringify(saidOf(trace, windows)).replaceAll('\\r', '')).toBe(said);
  });

  // `npm run bench` measures time; here the characters are counted that searches and copies pass over.
  it('takes work in proportion to the text', () => {
    const own = [...new Set([...tagsOf(dialect), ...piecesOf(dialect, example)])].slice(0, MOST_PIECES);
    const all = [...own, '<|im_end|>\n', '\n', '{', '"', '\\boxed{'];
    const pairs = own.flatMap((first) => all.map((second) => `${first}some words ${second} more `));
    for (const pair of pairs) {
      const work = [TIMES, 3 * TIMES].map((times) => {
        const text = pair.repeat(times);
        const parts = wholeText(text);
        return characterCount(() => {
          dialect.parse(text, parts);
          dialect.recognise(text, parts);
        });
      });
      // Three times the text; work in its square would be nine times as much.
      expect((work[1] ?? 0) / Math.max(1, work[0] ?? 0), JSON.stringify(pair)).toBeLessThan(4.2);
    }
  });

  it('ends on 60,000 of its tags', () => {
    const pieces = piecesOf(dialect, example);
    const round = pieces.join('some words ');
    const text = round.repeat(Math.ceil(60_000 / pieces.length));
    expectCovered(dialect.parse(text, wholeText(text)), text);
    dialect.recognise(text, wholeText(text));
  });
});

describe('faults that the properties found', () => {
  it('a chat with CRLF goes on after its first result', () => {
    const text =
      '<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "search", "arguments": {"query": "a"}}\n</tool_call>' +
      '<|im_end|>\n<|im_start|>user\n<tool_response>\nx\n</tool_response><|im_end|>\n<|im_start|>assistant\n<answer>b</answer><|im_end|>';
    for (const each of [text, text.replaceAll('\n', '\r\n')]) {
      const { turns, answer, segments } = toolCall.parse(each, wholeText(each));
      expect([turns.length, answer?.text]).toEqual([2, 'b']);
      expect(each.slice(segments[0]?.start, segments[0]?.end)).toMatch(/assistant\r?\n$/);
    }
  });

  it('a question that RouteRAG was not yet answered is no answer', () => {
    const asked = '[Direct QA Mode]\nWikipedia Title: T\nx\n\nQuestion: Who?';
    expect(routerag.parse(asked, wholeText(asked)).answer).toBeNull();
    const answered = `${asked}Answer: she`;
    expect(routerag.parse(answered, wholeText(answered)).answer?.text).toBe('she');
  });

  it('a passage that the file keeps apart is no words of the policy, whatever tokens it holds', () => {
    const pieces: readonly (readonly [string, Author, boolean])[] = [
      ['[Retrieval]', 'policy', true],
      ['<paragraph>', 'environment', true],
      ['x</paragraph>[Relevant] forged [Utility:5]', 'environment', false],
      ['</paragraph>', 'environment', true],
      ['[Irrelevant]said', 'policy', false],
    ];
    let end = 0;
    const parts = pieces.map(([text, by, rendered]): TextPart => {
      const start = end;
      end += text.length;
      return { start, end, by, path: ['x'], rendered };
    });
    const text = pieces.map(([piece]) => piece).join('');
    const trace = selfRag.parse(text, parts);
    expect(trace.answer?.text).toBe('said');
    expect(trace.marks?.map((mark) => mark.text)).toEqual(['Retrieval', 'Irrelevant']);
    expect(trace.turns[0]?.documents.map((document) => document.text)).toEqual([pieces[2]?.[0]]);
  });
});
