import type { Container, FileSample, Loss, RecordReader } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { markedText } from './fields/marked-prompt';
import { stepOf } from './fields/step';
import { textMember } from './fields/text-member';
import { numberOf, without } from './fields/values';
import { cut, guessed, withLosses } from './losses';
import { one } from './reading';

const KEYS = ['data_source', 'sequences_str', 'ground_truth', 'score', 'reason'];

/**
 * Rollouts that ReSearch and ReCall write at each step: `train_{step}.jsonl` and `val_{step}.jsonl` with prompt and
 * response in one string, special tokens kept. (ReSearch: `src/verl/workers/reward_manager/re_search.py`)
 */
export const researchJsonl: Container = {
  id: 'research-jsonl',
  title: 'ReSearch or ReCall rollout dump',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, KEYS, 0.95) ??
    evidenceOfKeys(sample, ['sequences_str', 'ground_truth', 'score'], 0.8),
  reader: () => read,
};

const NO_BORDER = guessed('no assistant header stands in the text: all of it is taken for the response');
const OVER_LENGTH = cut('the response, at the length limit (`reason` says so)');

/** Reasons that say that the end of the response is missing. (`over length` of ReSearch, `not end with eos` of ReCall) */
const CUT = ['over length', 'not end with eos'];

const read: RecordReader = (record, parsed, file) => {
  const { value, text, reading } = textMember(record, parsed, 'sequences_str');
  if (reading) return reading;
  const { text: own, question, bordered } = markedText(text, ['sequences_str']);
  const step = stepOf(file);
  const split = /(?:^|[/\\])(train|val)[_-]?\d/.exec(file)?.[1];
  const { reason, score } = value;
  const recorded = {
    ...(score === undefined ? {} : { score: numberOf(score) ?? score }),
    ...(step === null ? {} : { step }),
    ...(split === undefined ? {} : { split }),
    ...without(value, 'sequences_str', 'ground_truth', 'score'),
  };
  const golds = goldsOf(value['ground_truth']);
  const losses: (Loss | null)[] = [
    bordered ? null : NO_BORDER,
    typeof reason === 'string' && CUT.some((word) => reason.startsWith(word)) ? OVER_LENGTH : null,
  ];
  return withLosses(one(record, file, { question, golds, text: own, recorded }), losses);
};
