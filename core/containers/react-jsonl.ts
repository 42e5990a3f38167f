import type { Container, FileSample, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { goldsOf } from './fields/golds';
import { isReact } from './fields/marks';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, numberOf, without, type JsonObject } from './fields/values';
import { broken, NOTHING, one } from './reading';

/** What AutoAct and KnowAgent write of a run (zjunlp `run_task.py`). */
const KEYS = ['question', 'answer', 'correct', 'reward', 'halted', 'error', 'prompt'];

/**
 * Runs of AutoAct and KnowAgent, one object a question; `prompt` is the whole transcript. Other records with a
 * question and a ReAct transcript in `prompt` are read the same way.
 */
export const reactJsonl: Container = {
  id: 'react-jsonl',
  title: 'ReAct transcripts in `prompt` (AutoAct, KnowAgent)',
  holds: 'rollouts',
  framings: ['lines', 'json', 'rows'],
  recognise(sample: FileSample) {
    const fits = (record: JsonObject): boolean =>
      typeof record['prompt'] === 'string' && isReact(record['prompt']);
    return (
      evidenceOfKeys(sample, KEYS, 0.95, fits) ?? evidenceOfKeys(sample, ['question', 'prompt'], 0.65, fits)
    );
  },
  reader: () => read,
};

const read: RecordReader = (record, value, file) => {
  if (!isObject(value))
    return broken(record, `the record is ${kindOf(value)}, not an object with \`prompt\``);
  const { prompt, question, reward } = value;
  if (typeof prompt !== 'string') return broken(record, `\`prompt\` is ${kindOf(prompt)}, not a string`);
  if (prompt.trim() === '') return { ...NOTHING, withoutText: '`prompt` is empty' };
  const asked = typeof question === 'string' ? question : null;
  const start = asked === null ? 0 : promptEnd(prompt, asked);
  const own = new OwnText();
  own.add(prompt.slice(0, start), 'prompt', ['prompt']);
  own.add(prompt.slice(start), 'policy', ['prompt'], start);
  return one(record, file, {
    question: asked,
    golds: goldsOf(value['answer']),
    text: own,
    recorded: {
      ...(reward === undefined ? {} : { score: numberOf(reward) ?? reward }),
      ...without(value, 'question', 'answer', 'reward', 'prompt'),
    },
  });
};

/** After the line that asks the record's question, which is where examples end; 0 where there is none. */
function promptEnd(prompt: string, question: string): number {
  const asked = `Question: ${question.trim()}`;
  for (let at = prompt.indexOf(asked); at >= 0; at = prompt.indexOf(asked, at + asked.length)) {
    const end = at + asked.length;
    const feed = prompt.indexOf('\n', end);
    if (prompt.slice(end, feed < 0 ? prompt.length : feed).trim() === '')
      return feed < 0 ? prompt.length : feed + 1;
  }
  return 0;
}
