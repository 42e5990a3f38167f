import type { MarkKind } from '../model';
import { tokenFinder } from '../tokens';

export const PARAGRAPH = '<paragraph>';
export const PARAGRAPH_END = '</paragraph>';
export const RETRIEVE = '[Retrieval]';

/** How a text ends; the answer stands before it. */
export const END = '</s>';

/**
 * Reflection tokens by what they judge (AkariAsai/self-rag `retrieval_lm/utils.py`), and those that the self_rag of
 * avnlp/rag-model-training names instead.
 */
const KINDS: Readonly<Record<string, MarkKind>> = {
  [RETRIEVE]: 'retrieval',
  '[No Retrieval]': 'retrieval',
  '[Continue to Use Evidence]': 'retrieval',
  '[Relevant]': 'relevance',
  '[Irrelevant]': 'relevance',
  '[Fully supported]': 'support',
  '[Partially supported]': 'support',
  '[No support / Contradictory]': 'support',
  '[Grounded]': 'support',
  '[Not Grounded]': 'support',
  '[Utility:1]': 'utility',
  '[Utility:2]': 'utility',
  '[Utility:3]': 'utility',
  '[Utility:4]': 'utility',
  '[Utility:5]': 'utility',
};

/** All reflection tokens, as written. */
export const REFLECTIONS: readonly string[] = Object.keys(KINDS);

/** What a reflection token judges; null for other tokens. */
export function kindOfToken(token: string): MarkKind | null {
  return Object.hasOwn(KINDS, token) ? (KINDS[token] ?? null) : null;
}

/** Finds every token of the grammar from an offset on. */
export const selfRagTokens = tokenFinder([...REFLECTIONS, PARAGRAPH, PARAGRAPH_END, END]);
