import { numberOf } from '../../containers/fields/values';
import { cellText, type Column } from './column';

/** Under which names files keep which example of a data set a rollout is about, in the order in which they count. */
const EXAMPLES = ['example_id', 'question_id', 'qid', 'id', '_id', 'uid', 'index'] as const;

/** What tells one rollout from the others; its file, record and bytes are kept with every row. */
export const identityColumns: readonly Column[] = [
  {
    id: 'step',
    title: 'Step',
    kind: 'integer',
    family: 'identity',
    explanation:
      'Training step: what the record says, else the number that the file is named after; unknown where neither does.',
    shown: true,
    width: 64,
    of: ({ rollout: { recorded }, namedStep }) => {
      const own = numberOf(recorded['step']);
      return own !== null && Number.isFinite(own) ? own : namedStep;
    },
  },
  {
    id: 'group',
    title: 'Group',
    kind: 'text',
    family: 'identity',
    explanation:
      'What the file calls the rollouts of one question that are compared with each other (GRPO); unknown where it names none.',
    shown: false,
    width: 120,
    of: ({ rollout }) => nameOf(rollout.recorded['group']),
  },
  {
    id: 'example',
    title: 'Example',
    kind: 'text',
    family: 'identity',
    explanation: `Id of the data set’s example: the first of ${EXAMPLES.map((name) => `\`${name}\``).join(', ')} that the record holds; unknown without any.`,
    shown: false,
    width: 120,
    of: ({ rollout: { recorded } }) => {
      for (const name of EXAMPLES) {
        const example = nameOf(recorded[name]);
        if (example !== null) return example;
      }
      return null;
    },
  },
  {
    id: 'question',
    title: 'Question',
    kind: 'text',
    family: 'identity',
    explanation: 'The question asked, its first 2,000 characters; unknown where the file does not tell it.',
    shown: true,
    width: 320,
    of: ({ rollout: { question } }) => (question === null ? null : cellText(question)),
  },
];

/** A name as files write it: a text that is not empty, or a number. */
function nameOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? cellText(value) : null;
}
