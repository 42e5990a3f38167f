import type { Rule } from '../rule';
import { turnAt } from '../places';

/** What reads like a reflection token: its first words are Self-RAG's, or of the same field. */
const ALIKE =
  /\[(?:utility|(?:ir)?relevan|(?:fully|partially|no|un) ?support|support|(?:no )?retriev|(?:not )?ground|contradict|continue to)[a-z :/-]{0,30}\d{0,3}\]/gi;

/** Tokens in brackets that read like Self-RAG's and are none of its vocabulary. */
export const reflectionUnknown: Rule = {
  id: 'reflection-unknown',
  title: 'Unknown reflection token',
  severity: 'warning',
  explanation:
    'A token in brackets reads like a reflection token but is none of the vocabulary, so no score comes of it and it ' +
    'stays in the answer as text.',
  dialects: ['self-rag'],
  check({ rollout }, report) {
    const { text, segments } = rollout;
    for (const segment of segments) {
      // What the dialect knows as a token stands in no sentence.
      if (segment.by !== 'policy' || segment.kind !== 'answer') continue;
      for (const match of text.slice(segment.start, segment.end).matchAll(ALIKE)) {
        const [token] = match;
        const start = segment.start + match.index;
        const why = /^\[utility/i.test(token)
          ? 'utilities go from `[Utility:1]` to `[Utility:5]`'
          : 'it stays in the answer as text';
        const message = `\`${token}\` is no reflection token: ${why}`;
        report({ start, end: start + token.length, turn: turnAt(rollout, start), message });
      }
    }
  },
};
