/** Whatever a text holds, its graph is sound, and takes time in proportion to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../../core/graph/layout';
import { dialects } from '../../../core/trace/dialects';
import { answered, faultsOf, graphOf, searched } from './build';
import { cpuTime } from '../cpu-time';

const PIECES = [
  ...[
    '<think>',
    '</think>',
    '<search>',
    '</search>',
    '<information>',
    '</information>',
    '<answer>',
    '</answer>',
  ],
  ...['<|begin_of_query|>', '<|end_of_query|>', '<|begin_of_documents|>', '<|end_of_documents|>'],
  ...[
    '<tool_call>',
    '</tool_call>',
    '<tool_response>',
    '</tool_response>',
    '<|im_start|>user\n',
    '<|im_end|>\n',
  ],
  '<|im_start|>assistant\n',
  '{"name": "search", "arguments": {"query_list": ["Melka", "Zorvia"]}}',
  'Doc 1(Title: "T") Of Melka\nDoc 2(Title: U (v)) y',
  'Doc 1(Title: "T") \nDoc 2(Title: "") y\nDoc 3(Title: "T") !!!',
  '(1)T   x\n(2)Title: U Text:  y\n',
  searched('Melka', ['T', 'Of Melka']),
  ...[
    'Melka',
    ' ',
    '\n',
    '\n\n',
    '\0',
    '\u001b[2J',
    '\u202e',
    '\ud83d',
    '😀',
    '河',
    'é',
    '"',
    '\\',
    "'s",
    '__proto__',
  ],
];

const texts = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary' })), {
    maxLength: 60,
  })
  .map((pieces) => pieces.join(''));

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))('%s', (_id, dialect) => {
  it('gives sound graphs of any text', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom([], ['Melka'], ['', 'no'], ['T', '河']),
        fc.nat({ max: 8 }),
        (text, golds, most) => {
          const graph = graphOf(text, { dialect, golds }, { documents: most, queries: most });
          expect(faultsOf(graph)).toEqual([]);
          expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
          expect(layoutOf(graph).nodes.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id));
          for (const { range } of graph.nodes) {
            if (range)
              expect(range.start >= 0 && range.start <= range.end && range.end <= text.length).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** Texts that grow in one way each; what is quadratic runs into the time limit. */
const GROWING: Readonly<Record<string, (size: number) => string>> = {
  'documents of one query': (size) => searched('q', ...many(size, (at) => [`T${at}`, `text ${at} of Melka`])),
  'documents of one title': (size) => searched('q', ...many(size, (at) => ['T', `text ${at} of Melka`])),
  'texts that begin each other': (size) =>
    searched('q', ...many(Math.sqrt(size) * 4, (at) => ['T', 'word '.repeat(at)])),
  'the same document': (size) => searched('q', ...many(size, () => ['T', 'x'])),
  searches: (size) => many(size, (at) => searched(`Q${at}`, [`Q${at + 1}`, `of Q${at + 1}`])).join(''),
  'one query of many titles': (size) =>
    searched('q', ...many(size, (at) => [many(1 + (at % 11), () => 'Aa').join(' '), `x${at}`])) +
    searched('Aa '.repeat(size)),
  'one long word': (size) => searched('q', ['T', "A's".repeat(size)]) + searched("A's".repeat(size)),
  'long punctuation': (size) => searched('q', ['T', '.'.repeat(size * 5)]) + searched('!'.repeat(size * 5)),
};

function many<const T>(size: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.floor(size) }, (_, at) => make(at));
}

describe('time grows with the text', () => {
  it.each(Object.entries(GROWING))('%s', (_name, grow) => {
    const text = `${grow(10_000)}${answered('Melka')}`;
    const before = cpuTime();
    const graph = graphOf(text, { golds: ['Melka', 'Orso'] }, { documents: 10_000, queries: 10_000 });
    layoutOf(graph);
    expect(cpuTime() - before).toBeLessThan(8_000);
    expect(faultsOf(graph)).toEqual([]);
  });
});
