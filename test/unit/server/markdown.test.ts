import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { boldRanges } from '../../../language-server/markdown/bold';
import { escapeLines, escapeMarkdown } from '../../../language-server/markdown/escape';
import { visible } from '../../../core/visible';

/** A renderer that makes everything of a text that can be made of it. */
const renderer = new MarkdownIt({ html: true, linkify: true, typographer: false });

/** Pieces that attackers and web pages put together. */
const pieces = fc.constantFrom(
  ...[
    '[x](http://a.b)',
    '![i](u)',
    '<b>',
    '</b>',
    '<img src=x onerror=1>',
    '`',
    '```\n',
    '    code',
    '# h',
    '\n\n',
  ],
  ...[
    '- ',
    '1. ',
    '> ',
    '---',
    '===',
    '**',
    '*',
    '__',
    '~~',
    '|a|b|\n|-|-|',
    'http://x.y/?a=b',
    'www.x.com',
    'a@b.co',
  ],
  ...[
    '&lt;',
    '&#60;',
    '\\',
    '\n',
    '\t',
    ' ',
    'wörd',
    '[a]: http://b',
    'command:x',
    '$(icon)',
    '<!-- ',
    '\u202e',
    '\u0007',
  ],
  ...[
    '\ud83d\ude00',
    '\ud800',
    '\r',
    '\u2028',
    '\u00a0',
    '[^1]',
    ':-:',
    'javascript:alert(1)',
    '<http://a.b>',
  ],
);
const text = fc.oneof(
  fc.string(),
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
);

/** Everything a rendering consists of, with the markup left out that stands for paragraphs and line breaks. */
function markupOf(markdown: string): string[] {
  const types = renderer
    .parse(markdown, {})
    .flatMap((token) => [token.type, ...(token.children ?? []).map(({ type }) => type)]);
  return [...new Set(types)].filter(
    (type) => !/^(?:paragraph_(?:open|close)|inline|text|text_special|hardbreak|softbreak)$/.test(type),
  );
}

const shownBy = (markdown: string): string =>
  renderer
    .parse(markdown, {})
    .flatMap((token) => token.children ?? [])
    .map(({ type, content }) => (/break$/.test(type) ? '\n' : content))
    .join('');

const blanks = (shown: string): string => shown.replaceAll(/\s+/g, ' ').trim();

describe('escaped text', () => {
  it('renders as itself and never as markup', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const markdown = escapeMarkdown(raw);
        expect(markupOf(markdown)).toEqual([]);
        expect(blanks(shownBy(markdown))).toBe(blanks(visible(raw)));
      }),
      { numRuns: 1_500 },
    );
  });

  it('stays so in the middle of our own markup', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const markdown = `Turn 1, search “${escapeMarkdown(before)}”\n\n- 1: ${escapeMarkdown(after)} — end`;
        expect(markupOf(markdown).sort()).toEqual([
          'bullet_list_close',
          'bullet_list_open',
          'list_item_close',
          'list_item_open',
        ]);
      }),
      { numRuns: 700 },
    );
  });

  it('keeps its lines in one paragraph', () => {
    fc.assert(
      fc.property(
        fc.array(
          text.map((line) => line.replaceAll(/[\r\n]+/g, ' ')),
          { minLength: 1, maxLength: 6 },
        ),
        (lines) => {
          const markdown = escapeLines(lines);
          expect(markupOf(markdown)).toEqual([]);
          expect(blanks(shownBy(markdown))).toBe(blanks(lines.map(visible).join(' ')));
        },
      ),
      { numRuns: 700 },
    );
  });

  it('is bold only where we say so', () => {
    const ranged = fc.tuple(text, fc.nat(60), fc.nat(30));
    fc.assert(
      fc.property(ranged, ([raw, start, length]) => {
        const range = { start: Math.min(start, raw.length), end: Math.min(start + length, raw.length) };
        const markdown = boldRanges(raw, [range]);
        const markup = markupOf(markdown).sort();
        const wanted = /[\p{L}\p{N}]/u.test(raw.slice(range.start, range.end))
          ? ['strong_close', 'strong_open']
          : [];
        expect(markup).toEqual(wanted);
        expect(shownBy(markdown)).not.toContain('**\u0000');
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('hidden characters', () => {
  it('are shown', () => {
    expect(visible('a\u0007b\u202ec\u200bd\u007f\u0085\ufeff\u{e0041}')).toBe(
      'a\u2407b⟨U+202E⟩c⟨U+200B⟩d\u2421⟨U+0085⟩⟨U+FEFF⟩⟨U+E0041⟩',
    );
    expect(visible('tab\t line\n emoji \u{1f468}\u200d\u{1f469} é')).toBe(
      'tab\t line\n emoji \u{1f468}\u200d\u{1f469} é',
    );
    expect(visible('half \ud800 pair')).toBe('half \ufffd pair');
  });
});
