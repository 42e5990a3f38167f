import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkless } from '../../../extension/common/linkless';
import { plainLabel } from '../../../extension/common/plain-label';
import { offsetAt, positionAt } from '../../../extension/common/text-position';

describe('plainLabel', () => {
  it('makes one line and cuts it', () => {
    expect(plainLabel('  two\r\nlines\tand a tab ')).toBe('two lines and a tab');
    expect(plainLabel('abcdefghij', 5)).toBe('abcd…');
  });

  it('never cuts a character in two', () => {
    expect(plainLabel('🔎🔎🔎', 2)).toBe('🔎…');
  });

  it('takes icons and marks of direction for what they are: text and nothing', () => {
    expect(plainLabel('$(sync~spin) x')).toBe('\\$(sync~spin) x');
    expect(plainLabel('a\u202eb')).toBe('a b');
  });
});

describe('linkless', () => {
  /** How VS Code 1.100 finds links in a notification (`src/vs/base/common/linkedText.ts`). */
  const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

  it.each([
    'the record has `[x](command:workbench.action.quit)`',
    '[a]([b](file:///etc/passwd))',
    '[ok](http://a)',
  ])('leaves nothing of %s to click on', (text) => {
    expect(text).toMatch(LINK);
    expect(linkless(text)).not.toMatch(LINK);
    expect(linkless(text).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
});

describe('positions in a text with mixed line ends', () => {
  it('are those of its lines', () => {
    const text = 'a\r\nb\rc\nd';
    expect([0, 1, 3, 5, 7, 8].map((offset) => positionAt(text, offset))).toEqual([
      { line: 0, character: 0 },
      { line: 0, character: 1 },
      { line: 1, character: 0 },
      { line: 2, character: 0 },
      { line: 3, character: 0 },
      { line: 3, character: 1 },
    ]);
    expect(offsetAt(text, { line: 2, character: 9 })).toBe(6);
    expect(offsetAt(text, { line: 9, character: 0 })).toBe(text.length);
  });

  it('go there and back, except inside a line end', () => {
    const texts = fc
      .array(fc.constantFrom('a', 'é', '🔎', '\n', '\r', '\r\n'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.nat(40), (text, at) => {
        const offset = Math.min(at, text.length);
        const inside = text[offset - 1] === '\r' && text[offset] === '\n';
        expect(offsetAt(text, positionAt(text, offset))).toBe(inside ? offset - 1 : offset);
      }),
    );
  });
});
