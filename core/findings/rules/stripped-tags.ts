import { turnAt } from '../places';
import type { Rule, UncheckedRollout } from '../rule';

/** Marks of R1-Searcher without their angle brackets. */
const BARE = ['|begin_of_query|', '|end_of_query|', '|begin_of_documents|', '|end_of_documents|'] as const;

/** Marks that lost their brackets or their partner on the way into the log. */
export const strippedTags: Rule = {
  id: 'stripped-tags',
  title: 'Tags lost in the log',
  severity: 'warning',
  explanation:
    'Tags of the dialect stand here without their brackets, or without the tags that belong to them. The policy wrote ' +
    'them so, and nothing was run; or the log was written by a decoder that skips special tokens, and what it shows ' +
    'is not what was sampled.',
  dialects: ['r1-searcher', 'self-rag'],
  check({ rollout, dialect }, report) {
    const lost = dialect.id === 'self-rag' ? lostParagraph(rollout) : lostBrackets(rollout);
    if (lost === null) return;
    const { start, end, message } = lost;
    report({ start, end, turn: turnAt(rollout, start), message });
  },
};

interface Lost {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** The first bare mark of a response that has none with brackets. */
function lostBrackets({ text, segments }: UncheckedRollout): Lost | null {
  const from = segments.find(({ by }) => by !== 'prompt')?.start ?? text.length;
  for (const mark of BARE) {
    const start = text.indexOf(mark, from);
    if (start < 0 || text[start - 1] === '<') continue;
    return {
      start,
      end: start + mark.length,
      message: `\`${mark}\` stands without its angle brackets, so it is no mark`,
    };
  }
  return null;
}

/** Text between `[Retrieval]` and its verdict that is a passage without its tags. */
function lostParagraph({ text, segments }: UncheckedRollout): Lost | null {
  const from = segments.find(({ by }) => by !== 'prompt')?.start ?? text.length;
  const token = '[Retrieval]';
  for (let at = text.indexOf(token, from); at >= 0; at = text.indexOf(token, at + token.length)) {
    const start = at + token.length;
    const end = text.indexOf('[', start);
    if (end < 0) return null;
    const between = text.slice(start, end).trim();
    const verdict = text.startsWith('[Relevant]', end) || text.startsWith('[Irrelevant]', end);
    if (verdict && between !== '' && !between.startsWith('<paragraph>'))
      return {
        start: at,
        end: start,
        message: '`<paragraph>` is missing between `[Retrieval]` and the verdict',
      };
  }
  return null;
}
