import { visible } from '../../core/visible';

/** Everything that can mean something in Markdown, HTML or entities is ASCII punctuation. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/**
 * Escapes a text of a trace for Markdown, on one line: whatever it holds, it renders as itself and never as markup,
 * link, image, HTML or code.
 */
export function escapeMarkdown(text: string): string {
  return visible(text).replaceAll(/\s+/g, ' ').replaceAll(PUNCTUATION, '\\$&');
}

/**
 * The same with its line breaks kept. A line's leading blanks become no-break spaces, so that none is a code block,
 * and so does a blank line, so that none ends the paragraph.
 */
export function escapeLines(lines: readonly string[]): string {
  return lines
    .map((raw) => {
      const line = visible(raw);
      const [indent = ''] = /^\s*/.exec(line) ?? [];
      const rest = escapeMarkdown(line.slice(indent.length)).trimEnd();
      // Wide indentation says nothing in a hover, which is narrow.
      return rest === '' ? NO_BREAK : NO_BREAK.repeat(Math.min(indent.length, 8)) + rest;
    })
    .join('\\\n');
}

const NO_BREAK = '\u00a0';
