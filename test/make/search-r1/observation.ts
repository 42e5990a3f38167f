import { lengthOfPieces } from '../text';
import type { CorpusPassage } from '../world/corpus';

/** An observation as it enters the text. */
export interface Observation {
  readonly text: string;
  /** Title and text, as far as it stands there, of each document whose header stands there whole. */
  readonly shown: readonly string[];
  readonly truncated: boolean;
}

/**
 * The text a search brings: documents in one information element between blank lines, cut on the right to a number
 * of tokens. (Search-R1: search_r1/llm_agent/generation.py `_passages2string`, `_process_next_obs`)
 */
export function observe(results: readonly CorpusPassage[], maxTokens: number): Observation {
  let text = '\n\n<information>';
  const places: { title: string; from: number; to: number }[] = [];
  for (const [i, { title, text: body }] of results.entries()) {
    text += `${i > 0 ? '\n' : ''}Doc ${i + 1}(Title: "${title}") `;
    places.push({ title, from: text.length, to: text.length + body.length });
    text += body;
  }
  text += '</information>';
  const whole = text.length;
  text += '\n\n';
  const kept = text.slice(0, lengthOfPieces(text, maxTokens));
  return {
    text: kept,
    shown: places
      .filter(({ from }) => from <= kept.length)
      .map(({ title, from, to }) => `${title} ${kept.slice(from, to)}`),
    truncated: kept.length < whole,
  };
}
