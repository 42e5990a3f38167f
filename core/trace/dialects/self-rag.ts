import type { Dialect, TagMeaning } from '../dialect';
import { countMarks } from '../recognise';
import { responseStart } from '../response';
import { parseSelfRag } from '../self-rag/parse';
import { REFLECTIONS } from '../self-rag/tokens';

const mark = (open: string, meaning: string): TagMeaning => ({ open, close: null, by: 'policy', meaning });

/** Tokens that hardly stand in other texts. */
const TELLING = REFLECTIONS.filter(
  (token) => !/^\[(?:Relevant|Irrelevant|Grounded|Not Grounded)\]$/.test(token),
);

/** Self-RAG's reflection tokens (AkariAsai/self-rag), in training rows and in what the model generates. */
export const selfRag: Dialect = {
  id: 'self-rag',
  title: 'Self-RAG (reflection tokens)',
  searchLimit: null,
  extraction: { over: 'response', minimum: 1 },
  tags: [
    mark(
      '[Retrieval]',
      'The policy wants a passage. The retriever is asked with the question; there is no query.',
    ),
    mark('[No Retrieval]', 'The policy says the next sentence from memory.'),
    mark('[Continue to Use Evidence]', 'The next sentence rests on the passage at hand.'),
    {
      open: '<paragraph>',
      close: '</paragraph>',
      by: 'environment',
      meaning: 'One retrieved passage: its title, a line break, its text. Masked from the loss.',
    },
    mark('[Relevant]', 'The passage helps. Its probability is the relevance part of a path’s score.'),
    mark('[Irrelevant]', 'The passage does not help; no support token follows.'),
    mark(
      '[Fully supported]',
      'The passage supports all of the sentence: 1 in the support part of the score.',
    ),
    mark('[Partially supported]', 'The passage supports some of the sentence: 0.5 in the support part.'),
    mark('[No support / Contradictory]', 'The passage does not support the sentence, or says otherwise: 0.'),
    mark('[Grounded]', 'The passage supports the sentence, in the tokens that rag-model-training names.'),
    mark('[Not Grounded]', 'The passage does not support the sentence, in the tokens of rag-model-training.'),
    mark('[Utility:1]', 'How useful the whole answer is: −1 in the utility part of the score.'),
    mark('[Utility:2]', 'How useful the whole answer is: −0.5.'),
    mark('[Utility:3]', 'How useful the whole answer is: 0.'),
    mark('[Utility:4]', 'How useful the whole answer is: 0.5.'),
    mark('[Utility:5]', 'How useful the whole answer is: 1.'),
  ],
  recognise(text, parts) {
    const response = text.slice(responseStart(text, parts));
    const telling = countMarks(response, TELLING);
    if (telling.total > 0) return { weight: 0.95, because: telling.clause };
    const judged = countMarks(response, REFLECTIONS);
    return judged.total > 0 ? { weight: 0.6, because: judged.clause } : null;
  },
  parse: parseSelfRag,
};
