/** Tags that prose, Markdown and chat templates use; they say nothing about a dialect. */
const COMMON = new Set(
  'a b i u p br hr em strong code pre div span ul ol li table tr td th sub sup ref math details summary cite'.split(
    ' ',
  ),
);

/** Closing tags in a text that are neither `known` nor of everyday HTML, the most frequent first, with their counts. */
export function unknownTags(text: string, known: readonly string[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [tag, name = ''] of text.matchAll(/<\/([a-z][a-z0-9_-]{0,30})>/g)) {
    if (!COMMON.has(name) && !known.includes(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count);
}
