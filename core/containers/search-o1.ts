import type { Container, FileSample, RecordReader } from './container';
import { goldsOf } from './fields/golds';
import { evidenceOfKeys } from './fields/keys';
import { OwnText } from './fields/own-text';
import { textMember } from './fields/text-member';
import { isObject, numberOf, valueAt, without, type JsonObject } from './fields/values';
import { guessed, withLosses } from './losses';
import { one } from './reading';

/**
 * Results of Search-o1's evaluation, which its forks write as well: the dataset's fields, with `Output`, `Pred_Answer` and
 * `Metrics` put in. (Search-o1: `scripts/evaluate.py`)
 */
export const searchO1: Container = {
  id: 'search-o1',
  title: 'Search-o1 results',
  holds: 'rollouts',
  dialect: 'search-o1',
  framings: ['json', 'lines'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(
      sample,
      ['Output', 'Pred_Answer', 'Metrics'],
      0.9,
      ({ Output, Metrics }) => typeof Output === 'string' && isObject(Metrics),
    ),
  reader: () => read,
};

/** What the chat templates that it is run with begin a prompt with. */
const TEMPLATE = /<\|im_start\|>|<\|start_header_id\|>|<｜User｜>|<｜Assistant｜>/;

/** What stands before the question in its instructions. */
const ASKED = 'Question:\n';

const SCORE = guessed("`score` is the evaluation's exact match; its other measures stand in `Metrics`");

const read: RecordReader = (record, parsed, file) => {
  const { value, text: output, reading } = textMember(record, parsed, 'Output');
  if (reading) return reading;
  const asked = value['Question'];
  const prompt = typeof asked === 'string' && TEMPLATE.test(asked) ? asked : null;
  const own = new OwnText();
  if (prompt !== null) own.add(prompt, 'prompt', ['Question']);
  own.add(output, 'policy', ['Output']);
  const score = numberOf(valueAt(value, ['Metrics', 'em']));
  const golds = ['answer', 'Correct Choice', 'Correct Answer']
    .map((name) => goldsOf(value[name]))
    .find((found) => found.length > 0);
  const recorded = { ...(score === null ? {} : { score }), ...without(value, 'Output', 'Question') };
  const found = { question: questionOf(value, prompt), golds: golds ?? [], text: own, recorded };
  return withLosses(one(record, file, found), [score === null ? null : SCORE]);
};

/** The question as the dataset has it. The evaluation overwrites `Question` with the whole prompt, which holds it. */
function questionOf({ question, Question: asked }: JsonObject, prompt: string | null): string | null {
  if (typeof question === 'string' && question !== '') return question;
  if (prompt === null) return typeof asked === 'string' && asked !== '' ? asked : null;
  const at = prompt.lastIndexOf(ASKED);
  if (at < 0) return null;
  const said = prompt.slice(at + ASKED.length);
  const end = said.search(/\n\n|<\|im_end\|>|<\|eot_id\|>|<｜Assistant｜>/);
  const words = (end < 0 ? said : said.slice(0, end)).trim();
  return words === '' ? null : words;
}
