import type { Dialect } from '../dialect';
import { numberedDocuments } from '../documents/numbered';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import type { TagGrammar } from '../tagged/grammar';
import { taggedParser } from '../tagged/parse';
import { skipBlanks } from '../text';

/** What a query loses before retrieval: double quotes, and blanks other than single spaces. */
const UNCLEAN = /"|\s\s|[^\S ]/;

const grammar: TagGrammar = {
  think: { open: '<think>', close: '</think>' },
  search: { open: '<|begin_of_query|>', close: '<|end_of_query|>' },
  information: { open: '<|begin_of_documents|>', close: '<|end_of_documents|>' },
  answer: { open: '<answer>', close: '</answer>' },
  notice: null,
  opener: 'last',
  firstActionWins: false,
  thinkSpansTurns: true,
  newlinesAfterInformation: 2,
  query: (raw) => (UNCLEAN.test(raw) ? raw.replaceAll('"', '').trim().replace(/\s+/g, ' ') : raw),
  documents: numberedDocuments,
};

const FOREIGN = ['<think>', '<search>', '<information>', '<result>', '<tool_call>'] as const;

/** Whether a response without searches starts inside the thought, which its prompt, where the text has one, opens. */
function startsInThought(text: string, start: number): boolean {
  if (
    start > 0 &&
    !text
      .slice(Math.max(0, start - 64), start)
      .trimEnd()
      .endsWith('<think>')
  )
    return false;
  const close = text.indexOf('</think>', start);
  if (close < 0 || text.includes('</think>', close + 1)) return false;
  if (FOREIGN.some((tag) => text.includes(tag, start))) return false;
  return text.startsWith('<answer>', skipBlanks(text, close + '</think>'.length, text.length));
}

/** Rollouts of R1-Searcher (RUCAIBox/R1-Searcher, `…/ppo_utils/experience_maker.py`, `evaluation/*.py`). */
export const r1Searcher: Dialect = {
  id: 'r1-searcher',
  title: 'R1-Searcher',
  // Every rollout still searching is closed at its ninth generation.
  searchLimit: 8,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning:
        'Reasoning. The opening tag stands at the end of the prompt, so a response starts inside it; it goes on ' +
        'through searches until the one `</think>`. The reward wants no further `<think>` and exactly one closer.',
    },
    {
      open: '<|begin_of_query|>',
      close: '<|end_of_query|>',
      by: 'policy',
      meaning:
        'A query. Generation stops at the closer; the text after the last opener, without double quotes, is sent to ' +
        'the retriever. Both marks are ordinary text, and under loss.',
    },
    {
      open: '<|begin_of_documents|>',
      close: '<|end_of_documents|>',
      by: 'environment',
      meaning:
        'Documents the retriever returned, or `None`. The marks and all between them are masked from the loss. ' +
        'Written by the policy, they are forged: the reward then takes 1 or 2 off.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning:
        'The final answer: the text after the last `<answer>`. The reward wants exactly one pair and, in the Qwen ' +
        'variant, at most 10 words.',
    },
  ],
  recognise(text, parts) {
    const marks = countMarks(text, [
      '<|begin_of_query|>',
      '<|end_of_query|>',
      '<|begin_of_documents|>',
      '<|end_of_documents|>',
    ]);
    if (marks.total > 0) return { weight: 0.95, because: marks.clause };
    const bare = countMarks(text, ['|begin_of_query|', '|end_of_query|']);
    if (bare.total > 0) return { weight: 0.5, because: `${bare.clause} without angle brackets` };
    // Without a search nothing but where thinking starts tells it from a rollout of another system.
    return startsInThought(text, responseStart(text, parts))
      ? { weight: 0.25, because: '`</think>` before `<answer>`, and no `<think>`: it stands in the prompt' }
      : null;
  },
  parse: taggedParser(grammar),
};
