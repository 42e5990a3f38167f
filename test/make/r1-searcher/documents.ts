import type { CorpusPassage } from '../world/corpus';

/**
 * How a passage reads in the corpora of R1-Searcher: `abstracts` (`Title: X Text:  …`, as a CSV field that is quoted
 * when it holds a quote) or `kilt` (title, three blanks, text). (R1-Searcher: train/wiki_corpus_load.py)
 */
export type Layout = 'abstracts' | 'kilt';

export function passageText({ title, text }: CorpusPassage, layout: Layout): string {
  if (layout === 'kilt') return `${title}   ${text}`;
  const field = `Title: ${title} Text:  ${text}`;
  return field.includes('"') ? `"${field.replaceAll('"', '""')}"` : field;
}

/** The block that follows `<|end_of_query|>`. (R1-Searcher: ppo_utils/experience_maker.py) */
export function block(results: readonly CorpusPassage[], layout: Layout): string {
  const lines = results.map((passage, i) => `(${i + 1})${passageText(passage, layout)}\n`);
  const body = lines.length > 0 ? lines.join('') : 'None';
  return `\n\n<|begin_of_documents|>\n${body}<|end_of_documents|>\n\n`;
}
