import { type Component, type Measure, NO_GOLDS } from '../component';

/** The part of `final_format_score` in Search-R1's `qa_em_format.py`. */
export const finalFormat: Component = {
  name: 'final-format',
  title: 'Answer given',
  explanation:
    '1 where an answer was extracted that is wrong, from a text whose structure is not in order; else 0. An answer ' +
    'that stands in the prompt as an example counts as given.',
  measure({ answer, correct, structure, answerSaid }): Measure {
    if (correct === null) return { value: null, reason: NO_GOLDS };
    if (correct) return { value: 0, reason: 'counts only for a wrong answer, and this one is right' };
    if (structure.valid)
      return { value: 0, reason: 'counts only where the structure is not in order, and here it is' };
    if (answer === null) return { value: 0, reason: answerSaid };
    const { start, end } = answer;
    const reason = `${answerSaid}; a wrong answer earns this where the structure is not in order`;
    return { value: 1, reason, range: { start, end } };
  },
};
