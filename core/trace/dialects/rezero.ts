import type { Dialect } from '../dialect';
import { entitledDocuments } from '../documents/doc-title';
import { resultDocuments } from '../documents/results';
import { memberEvidence } from '../tagged/family';
import { SEARCH_R1_TAGS, type TagGrammar } from '../tagged/grammar';
import { taggedParser } from '../tagged/parse';

const grammar: TagGrammar = {
  ...SEARCH_R1_TAGS,
  notice: null,
  opener: 'first',
  firstActionWins: false,
  thinkSpansTurns: false,
  newlinesAfterInformation: 0,
  turnEnds: 'message',
  query: (raw) => raw,
  // The web demo has a layout of its own (`src/agent.py`, a helper that training does not use).
  documents: (text, start, end) => entitledDocuments(text, start, end) ?? resultDocuments(text, start, end),
};

/** Chats of ReZero (menloresearch/ReZero, `src/agent.py`) and of its port in rag-model-training. */
export const rezero: Dialect = {
  id: 'rezero',
  title: 'ReZero',
  // max_generations of the training and evaluation scripts.
  searchLimit: 32,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    {
      open: '<think>',
      close: '</think>',
      by: 'policy',
      meaning:
        'Reasoning. The format reward wants one in the last message, closed before its search or answer; words such as ' +
        '“based” or “according” in it earn part of the strategy reward.',
    },
    {
      open: '<search>',
      close: '</search>',
      by: 'policy',
      meaning:
        'A query. The last complete one of a message runs, also beside an answer; an empty one does not run and ends the ' +
        'chat. More searches earn more retry reward, two in one message halve it.',
    },
    {
      open: '<information>',
      close: '</information>',
      by: 'environment',
      meaning:
        'What the retriever returned, in a message of the user. An assistant message that holds one gets no reward for ' +
        'correctness and format.',
    },
    {
      open: '<answer>',
      close: '</answer>',
      by: 'policy',
      answers: true,
      meaning:
        'The final answer. A message without a complete search ends the chat. A judge reads the whole last message; the ' +
        'format reward wants exactly one answer in it.',
    },
  ],
  recognise: (text, parts) => memberEvidence('rezero', text, parts),
  parse: taggedParser(grammar),
};
