import { tokenFinder } from '../tokens';

/** The tokens that RQ-RAG adds (chanchimin/RQ-RAG `retrieval_lm/utils.py`). */
export const QUERIES = ['[S_Rewritten_Query]', '[S_Decomposed_Query]', '[S_Disambiguated_Query]'] as const;
export const SHORT_ANSWER = '[S_Response]';
export const ANSWER = '[A_Response]';
export const EVIDENCE = '[R_Evidences]';
export const EVIDENCE_END = '[/R_Evidences]';
export const EOS = '[EOS]';

/** The end mark of the tokenizer: generation stops there as well, but the system looks for {@link EOS}. */
export const END = '</s>';

/** Finds every token of the grammar from an offset on. */
export const rqRagTokens = tokenFinder([...QUERIES, SHORT_ANSWER, ANSWER, EVIDENCE, EVIDENCE_END, EOS, END]);
