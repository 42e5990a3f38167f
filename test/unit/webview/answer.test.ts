import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, blocksOf } from '../../../webview/views/explain/blocks';
import { type Inline, inlineOf } from '../../../webview/views/explain/inline';
import { cpuTime } from '../cpu-time';

/** The text that stands on the page for a line. */
function textOf(parts: readonly Inline[]): string {
  return parts.map((part) => ('parts' in part ? textOf(part.parts) : part.text)).join('');
}

/** Turns that became buttons, in order. */
function turnsIn(parts: readonly Inline[]): (readonly [string, number])[] {
  return parts.flatMap((part) =>
    part.kind === 'turn' ? [[part.text, part.turn] as const] : 'parts' in part ? turnsIn(part.parts) : [],
  );
}

const turnsOf = (text: string, turns = 9) => turnsIn(inlineOf(text, turns));

describe('turns that an answer names', () => {
  it.each([
    ['see turn 2.', [['turn 2', 2]]],
    ['Turn 1: it searched', [['Turn 1', 1]]],
    [
      'in turns 1, 2, and 4',
      [
        ['turns 1', 1],
        ['2', 2],
        ['4', 4],
      ],
    ],
    [
      'turns 2–3 and 5',
      [
        ['turns 2', 2],
        ['3', 3],
        ['5', 5],
      ],
    ],
    [
      '**turn 3** is *turn 4*',
      [
        ['turn 3', 3],
        ['turn 4', 4],
      ],
    ],
    ['turn #2', [['turn #2', 2]]],
  ])('%s', (text, wanted) => expect(turnsOf(text)).toEqual(wanted));

  it.each(['turn 0', 'turn 10', 'return 2', 'turn2', 'turns', 'turn two', '`turn 2`', 'turn 99999999999'])(
    'none in %s',
    (text) => expect(turnsOf(text)).toEqual([]),
  );

  it('only those that are there, and the text around them stays', () => {
    expect(turnsOf('turns 1, 7 and 2', 2)).toEqual([
      ['turns 1', 1],
      ['2', 2],
    ]);
    expect(textOf(inlineOf('In turns 1, 7 and 2 it ended.', 2))).toBe('In turns 1, 7 and 2 it ended.');
    expect(turnsOf('turn 1', 0)).toEqual([]);
  });
});

describe('inline marks', () => {
  it('code, bold and emphasis', () => {
    expect(inlineOf('a `x*y*` **b *c* d** *e*', 0)).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'code', text: 'x*y*' },
      { kind: 'text', text: ' ' },
      {
        kind: 'strong',
        parts: [
          { kind: 'text', text: 'b ' },
          { kind: 'em', parts: [{ kind: 'text', text: 'c' }] },
          { kind: 'text', text: ' d' },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'em', parts: [{ kind: 'text', text: 'e' }] },
    ]);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) ![b](http://evil.example/x.png)',
    '&lt;script&gt; <script>alert(1)</script>',
    'http://evil.example command:workbench.action.quit',
    '2 * 3 * 4 and **half',
    'a\u202eb\u0000c',
  ])('leaves %j as text', (text) => expect(inlineOf(text, 3)).toEqual([{ kind: 'text', text }]));

  it('loses no character but marks, whatever it is given', () => {
    const soup = fc.array(fc.constantFrom('*', '**', '`', 'a', ' ', 'turn 1', 'é', '\u{1F600}', '\n', '<b>'));
    fc.assert(
      fc.property(soup, (words) => {
        const text = words.join('');
        const without = (value: string): string => value.replace(/[*`]/g, '');
        expect(without(textOf(inlineOf(text, 3)))).toBe(without(text));
      }),
    );
  });
});

describe('blocks', () => {
  it('headings, paragraphs, lists and code', () => {
    const text =
      '## Cause\nIt *did*\nnot.\n\nMore.\n- one\n  goes on\n  - inner\n- two\n\n1. first\n2) second\n\nAfter\n```py\n# no heading\n```\n---\n#no';
    expect(blocksOf(text)).toEqual([
      { kind: 'heading', level: 2, text: 'Cause' },
      { kind: 'paragraph', text: 'It *did*\nnot.' },
      { kind: 'paragraph', text: 'More.' },
      {
        kind: 'list',
        ordered: false,
        start: 1,
        items: [
          { depth: 0, text: 'one\ngoes on' },
          { depth: 1, text: 'inner' },
          { depth: 0, text: 'two' },
        ],
      },
      {
        kind: 'list',
        ordered: true,
        start: 1,
        items: [
          { depth: 0, text: 'first' },
          { depth: 0, text: 'second' },
        ],
      },
      { kind: 'paragraph', text: 'After' },
      { kind: 'code', text: '# no heading' },
      { kind: 'paragraph', text: '#no' },
    ]);
  });

  it('code that has no end yet is code, and a longer fence holds a shorter one', () => {
    expect(blocksOf('```\na\n')).toEqual([{ kind: 'code', text: 'a\n' }]);
    expect(blocksOf('````\n```\n````')).toEqual([{ kind: 'code', text: '```' }]);
  });

  it('numbers inside a list of dots keep their numbers', () => {
    expect(blocksOf('- a\n  1. b')).toMatchObject([{ items: [{ text: 'a' }, { depth: 1, text: '1. b' }] }]);
  });

  it('keeps every word, in order, wherever an answer is cut', () => {
    const line = fc.constantFrom(
      '# h',
      'word',
      '- item',
      '  1. deep',
      '',
      '```',
      '    indented',
      '***',
      '|a|b|',
    );
    fc.assert(
      fc.property(fc.array(line), fc.nat(80), (lines, cut) => {
        const text = lines.join('\n').slice(0, cut);
        const shown = blocksOf(text).map(wordsOf).join(' ');
        const words = (value: string): string[] => value.match(/[a-z|]+/g) ?? [];
        expect(words(shown)).toEqual(words(text));
      }),
    );
  });

  it.each([
    ['stars', '*a '.repeat(60_000)],
    ['double stars', '** a'.repeat(60_000)],
    ['stars of all kinds', '* ** *** '.repeat(30_000)],
    ['graves', '` '.repeat(100_000)],
    ['one star and many pairs', `*${'**a'.repeat(60_000)}`],
    ['turns', 'turns 1, '.repeat(30_000)],
    ['numbers', `turns 1${', 2'.repeat(60_000)}`],
    ['blanks', `${' '.repeat(100_000)}x\n${'\t'.repeat(100_000)}`],
    ['list signs', '- '.repeat(100_000)],
    ['hashes', `${'#'.repeat(100_000)} ${'#'.repeat(100_000)}`],
    ['lines', '\n- a'.repeat(50_000)],
  ])('reads 200,000 characters of %s in no time', (_, text) => {
    const since = cpuTime();
    for (const block of blocksOf(text)) for (const each of textsOf(block)) inlineOf(each, 9);
    expect(cpuTime() - since).toBeLessThan(1_000);
  });
});

function textsOf(block: Block): readonly string[] {
  return block.kind === 'list' ? block.items.map(({ text }) => text) : [block.text];
}

function wordsOf(block: Block): string {
  return textsOf(block).join(' ');
}
