import { lastBox } from '../boxed';
import type { Dialect } from '../dialect';
import { quotedTitleDocuments } from '../documents/quoted-title';
import type { TextPart, Trace } from '../model';
import { memberEvidence } from '../tagged/family';
import type { TagGrammar } from '../tagged/grammar';
import { taggedParser } from '../tagged/parse';
import { trimRange } from '../text';

const grammar: TagGrammar = {
  think: { open: '<think>', close: '</think>' },
  search: { open: '<search>', close: '</search>' },
  information: { open: '<result>', close: '</result>' },
  answer: { open: '<answer>', close: '</answer>' },
  notice: null,
  opener: 'last',
  firstActionWins: false,
  thinkSpansTurns: false,
  newlinesAfterInformation: 0,
  loneCloserRuns: true,
  refusals: ['nothing to search', 'invalid query'],
  query: (raw) => raw,
  documents: quotedTitleDocuments,
};

const parseTags = taggedParser(grammar);

/** The answer is what the last balanced box of the element holds; an element without a box is taken whole. */
function parse(text: string, parts: readonly TextPart[]): Trace {
  const trace = parseTags(text, parts);
  if (!trace.answer) return trace;
  const box = lastBox(text, trace.answer.start, trace.answer.end);
  if (!box) return trace;
  const { start, end } = trimRange(text, box.start, box.end);
  return { ...trace, answer: { text: text.slice(start, end), start, end } };
}

/** Rollouts of ReSearch (Agent-RL/ReCall, branch `re-search`, `src/verl/utils/dataset/template.py`). */
export const research: Dialect = {
  id: 'research',
  title: 'ReSearch',
  // Only the length of the response ends a rollout.
  searchLimit: null,
  box: 'answer',
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning: 'Reasoning of the policy. The reward wants as many closers as openers, and at least one.',
    },
    {
      open: '<search>',
      close: '</search>',
      by: 'policy',
      meaning:
        'A query. Generation stops at `</search>`; the text after the last opener is sent to the retriever, and a ' +
        'closer without opener sends an empty query.',
    },
    {
      open: '<result>',
      close: '</result>',
      by: 'environment',
      meaning:
        'What the retriever returned, parted by blank lines. From the blank before it to its closer it is masked from ' +
        'the loss. Written by the policy it is not masked.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning:
        'The final answer, with the answer proper in `\\boxed{}`. The reward wants exactly one such element and takes ' +
        'the token F1 of the last box in it; a wrong answer in the right format gets 0.1.',
    },
  ],
  recognise: (text, parts) => memberEvidence('research', text, parts),
  parse,
};
