import type { Range } from '../../core/trace/model';
import { escapeMarkdown } from './escape';

/** Characters beside which `**` would be read as text: Markdown wants a word character inside its marks. */
const EDGE = /[^\p{L}\p{N}]/u;

/**
 * Escapes a text and sets some of its ranges bold. A range that starts or ends with punctuation is set from its first
 * to its last letter or digit; one without any stays plain. Ranges are in order and apart.
 */
export function boldRanges(text: string, ranges: readonly Range[]): string {
  let markdown = '';
  let at = 0;
  for (const range of ranges) {
    const { start, end } = wordRange(text, range);
    if (end <= start || start < at) continue;
    markdown += `${escapeMarkdown(text.slice(at, start))}**${escapeMarkdown(text.slice(start, end))}**`;
    at = end;
  }
  return markdown + escapeMarkdown(text.slice(at));
}

function wordRange(text: string, range: Range): Range {
  let { start, end } = range;
  while (start < end && EDGE.test(characterAt(text, start))) start += characterAt(text, start).length;
  while (end > start && EDGE.test(characterBefore(text, end))) end -= characterBefore(text, end).length;
  return { start, end };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(0, at - 2), at);
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair) ? pair : text.charAt(at - 1);
}
