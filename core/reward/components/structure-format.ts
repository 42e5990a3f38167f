import { type Component, type Measure, NO_GOLDS, type RewardContext } from '../component';
import { endsWithBareHeader } from '../search-r1-structure';
import { responseStart } from '../../trace/response';

/** The part of `structure_format_score` in Search-R1's `qa_em_format.py`: what order earns, and what disorder costs. */
export const structureFormat: Component = {
  name: 'structure-format',
  title: 'Structure',
  explanation:
    'Whether think, search, information and answer stand in order with nothing between them: 1 where they do and the ' +
    'answer is wrong or missing, −1 where they do not and the answer is right, else 0.',
  measure(context): Measure {
    const { correct, structure } = context;
    const range = structure.valid || !structure.range ? {} : { range: structure.range };
    const said = structure.valid
      ? 'the structure is in order'
      : `the structure is not in order: ${failureSaid(context)}`;
    if (correct === null) {
      const reason = `${NO_GOLDS}, and what the structure earns depends on the answer; ${said}`;
      return { value: null, reason, ...range };
    }
    if (structure.valid) {
      return correct
        ? { value: 0, reason: `${said}, so the right answer earns all of its reward` }
        : { value: 1, reason: `${said}, which earns this although ${wrongSaid(context)}` };
    }
    return correct
      ? { value: -1, reason: `${said}. That takes this off the reward of the right answer`, ...range }
      : { value: 0, reason: `${said}. It earns nothing`, ...range };
  },
};

function wrongSaid({ answer }: RewardContext): string {
  return answer === null ? 'no answer was extracted' : 'the answer is wrong';
}

function failureSaid({ rollout: { text, parts }, structure }: RewardContext): string {
  if (structure.valid) return '';
  if (structure.range !== null || !structure.failure.startsWith('Missing')) return structure.failure;
  const decoded = endsWithBareHeader(text, responseStart(text, parts));
  const why = decoded
    ? 'the file was written without special tokens, while the trainer saw them; score it as ' +
      'search-r1-format-decoded to check the rest'
    : 'the prompt was made without the ChatML template, so no rollout of this run can pass';
  return `${structure.failure}. <|im_start|>assistant is nowhere in the text: ${why}`;
}
