const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * Writes a string as JSON with a style of escaping a character: 0 plainly where allowed, 1 and 2 by the short form
 * where there is one, 3 as `\uXXXX`. `starts` are the raw offsets of the decoded units.
 */
export function escaped(
  text: string,
  styles: readonly number[],
): { readonly raw: string; readonly starts: number[] } {
  const starts: number[] = [];
  let raw = '';
  for (let at = 0; at < text.length; at++) {
    starts.push(raw.length);
    // Both halves of a pair are written alike: half a pair cannot stand in UTF-8.
    const trail = /[\uDC00-\uDFFF]/.test(text[at] ?? '');
    raw += unit(text, at, styles[(trail ? at - 1 : at) % Math.max(1, styles.length)] ?? 0);
  }
  return { raw, starts };
}

function unit(text: string, at: number, style: number): string {
  const character = text[at] ?? '';
  const code = text.charCodeAt(at);
  const hex = `\\u${code.toString(16).padStart(4, '0')}`;
  const must = code < 0x20 || character === '"' || character === '\\';
  if (style === 3) return hex;
  if (must || style > 0) return SHORT[character] ?? (must ? hex : character);
  return character;
}
