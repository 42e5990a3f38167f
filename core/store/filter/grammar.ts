import type { Comparison } from '../../protocol/store';

/** Words that are part of the language, in lower case; written in any. A column of that name needs backticks. */
export const KEYWORDS = [
  'and',
  'or',
  'not',
  'in',
  'has',
  'matches',
  'known',
  'found',
  'true',
  'false',
] as const;
export type Keyword = (typeof KEYWORDS)[number];

export const COMPARISONS: readonly Comparison[] = ['=', '!=', '<', '<=', '>', '>='];

/** Columns that a word alone is looked for in. */
export const WORD_COLUMNS: readonly string[] = ['question', 'answer'];

/** How deep conditions may be nested. */
export const MOST_NESTED = 100;
/** Longest filter line, in UTF-16 units. */
export const LONGEST_LINE = 20_000;

export function keywordOf(text: string): Keyword | null {
  const lower = text.toLowerCase();
  return KEYWORDS.find((word) => word === lower) ?? null;
}
