/** Characters that Markdown and HTML write as names; the ampersand last, or `&amp;lt;` would be read twice. */
const ENTITIES: readonly (readonly [RegExp, string])[] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#39;|&apos;/g, "'"],
  [/&nbsp;/g, ' '],
  [/&amp;/g, '&'],
];

/** A sentence of the server, for a place that shows no Markdown: without backticks and entities. */
export function unmarked(sentence: string): string {
  return ENTITIES.reduce((text, [name, character]) => text.replace(name, character), sentence).replaceAll(
    '`',
    '',
  );
}
