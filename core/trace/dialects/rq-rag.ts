import type { Dialect, TagMeaning } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { parseRqRag } from '../rq-rag/parse';

const query = (open: string, meaning: string): TagMeaning => ({
  open,
  close: '[EOS]',
  by: 'policy',
  meaning,
});

/** RQ-RAG's search tokens (chanchimin/RQ-RAG `retrieval_lm/utils.py`, `inference.py`). */
export const rqRag: Dialect = {
  id: 'rq-rag',
  title: 'RQ-RAG (rewrite, decompose, disambiguate)',
  // max_depth 2 of the shipped scripts: two queries on a path, then only the answer is tried.
  searchLimit: 2,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    query('[S_Rewritten_Query]', 'The question in other words, sent to the search.'),
    query('[S_Decomposed_Query]', 'A part of the question, sent to the search.'),
    query('[S_Disambiguated_Query]', 'One reading of the question, sent to the search.'),
    {
      open: '[R_Evidences]',
      close: '[/R_Evidences]',
      by: 'environment',
      meaning:
        'What the search brought, as `Title: …` and `Text: …` lines. It is trained on unless the run masks it, which ' +
        'the shipped script does not.',
    },
    query(
      '[S_Response]',
      'A short answer to one reading of the question, before the final one; in training rows only.',
    ),
    { ...query('[A_Response]', 'The final answer. The last one that `[EOS]` ends counts.'), answers: true },
  ],
  recognise(text, parts) {
    const response = text.slice(responseStart(text, parts));
    const marks = countMarks(response, [
      '[S_Rewritten_Query]',
      '[S_Decomposed_Query]',
      '[S_Disambiguated_Query]',
      '[R_Evidences]',
      '[A_Response]',
      '[S_Response]',
    ]);
    return marks.total > 0 ? { weight: 0.95, because: marks.clause } : null;
  },
  parse: parseRqRag,
};
