import { qaLayout } from './autodidact/layout';
import { valuesOf, type LabelName } from './autodidact/labels';
import type { Container, FileSample, RecordReader } from './container';
import { OwnText } from './fields/own-text';
import { absent, guessed, withLosses } from './losses';
import { NOTHING, one } from './reading';

/**
 * AutoDidact's logs of questions, answers and verdicts: `qa_log.txt`, and `reward_func.log` of a helper. The ports in
 * rag-model-training write the same. (AutoDidact: `rl_helpers.py`)
 */
export const autodidactLog: Container = {
  id: 'autodidact-log',
  title: "AutoDidact's log of answers and verdicts",
  holds: 'rollouts',
  untagged: 'autodidact',
  framings: ['text'],
  layout: qaLayout,
  recognise({ records }: FileSample) {
    const fitting = records.filter(({ text }) => {
      const values = valuesOf(text);
      return values.has('Question') && values.has('Student Answer');
    }).length;
    if (fitting === 0 || fitting * 2 < records.length) return null;
    const because = `\`Question: \` and \`Student Answer: \` at line starts in ${fitting} of the first ${records.length} blocks`;
    return { weight: (0.9 * fitting) / records.length, because };
  },
  reader: () => read,
};

const LAST_ONLY = absent('the searches and their results: the log keeps the last message alone');
const VERDICT = guessed('`score` is 1 where the verifier\'s words hold "yes", as the reward reads them');

const read: RecordReader = (record, _value, file) => {
  const { text } = record;
  const values = valuesOf(text);
  const said = (name: LabelName): string | null => {
    const value = values.get(name);
    return value ? text.slice(value.start, value.end) : null;
  };
  const student = values.get('Student Answer');
  if (!student) return { ...NOTHING, withoutText: 'a block without `Student Answer: `' };
  if (student.end <= student.start) return { ...NOTHING, withoutText: '`Student Answer: ` is empty' };
  const own = new OwnText();
  own.add(text.slice(student.start, student.end), 'policy', null, student.start);
  const verifier = withoutHyphens(said('Verifier said'));
  const [plain = null, ...verdict] = (said('Answer') ?? '').split(/\r?\n/);
  const gold = said('Correct Answer') ?? plain;
  const result = verdict.join('\n').trim();
  const recorded = {
    ...(verifier === null ? {} : { score: /yes/i.test(verifier) ? 1 : 0, verifier }),
    ...(result === '' ? {} : { verdict: result }),
  };
  const golds = gold === null || gold.trim() === '' ? [] : [gold];
  const found = { question: said('Question'), golds, text: own, recorded };
  return withLosses(one(record, file, found), [LAST_ONLY, verifier === null ? null : VERDICT]);
};

/** The last block of a log keeps its separator where nothing follows it. */
function withoutHyphens(value: string | null): string | null {
  return value === null ? null : value.replace(/\n-{40}\s*$/, '').replace(/\r$/, '');
}
