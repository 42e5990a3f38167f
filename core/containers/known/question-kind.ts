import { marksIn } from '../fields/marks';
import { isObject } from '../fields/values';

const QUESTION = ['question', 'query', 'problem', 'question_text'];
const GOLD = [
  'answer',
  'answers',
  'golden_answers',
  'golds',
  'gold',
  'gold_answer',
  'gold_answers',
  'ground_truth',
  'possible_answers',
  'answers_objects',
  'target',
];

/** What marks a question set of a known family. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ['supporting_facts', 'of HotpotQA'],
  ['question_decomposition', 'of MuSiQue'],
  ['paragraphs', 'with their paragraphs'],
  ['golden_answers', 'of FlashRAG'],
  ['necessary_evidence', 'of FanOutQA'],
  ['answers_objects', 'of IRCoT'],
];

/** Fields that a run leaves and a question set does not have. */
const RUN =
  /^(?:response|responses|output|outputs|completion|completions|prediction|predictions|predicted_answers?|pred|preds|pred_ans|pred_anses|pred_answer|traj|trajectory|gen_text_store|generated_text|article|report|messages|reward|score|em|f1|correct|docs|doc_scores|retrieved_contexts?|retrieved_docs|interactions|solution|finished|halted|model1|chosen|probs|label|judge)$/i;

/** Longest text in a question set that is not its context, in characters. */
const LONGEST = 4000;

/** What kind of question a record is, as a clause after "questions"; null for what is none. */
export function questionKind(value: unknown): string | null {
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  const question = QUESTION.find((name) => typeof value[name] === 'string' && value[name] !== '');
  if (question === undefined || keys.some((key) => RUN.test(key) && !isEmpty(value[key]))) return null;
  if (keys.some((key) => isRunText(value[key]))) return null;
  const gold = GOLD.find((name) => value[name] !== undefined && value[name] !== null);
  if (gold === undefined && !('named_entities' in value) && !isEntities(value['triples'])) return null;
  const family = FAMILIES.find(([name]) => keys.includes(name));
  const fields =
    gold === undefined ? `\`${question}\` and named entities` : `\`${question}\` and \`${gold}\``;
  return family ? `${fields}, questions ${family[1]}` : fields;
}

/** Whether a field was made for a run that has not been: R1-Searcher's question sets have an empty `gen_text_store`. */
function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

/** Whether a field holds a rollout, which makes the record a run. */
function isRunText(value: unknown): boolean {
  return typeof value === 'string' && (value.length > LONGEST || marksIn(value).length > 0);
}

/** HippoRAG's named entities of a query, as JSON in a cell. */
function isEntities(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('{"named_entities"');
}
