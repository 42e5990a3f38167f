import { splitAtHeaders } from './chat-headers';
import type { Container, FileSample, RecordReader } from './container';
import { questionOf } from './fields/prompt';
import { absent, withLosses } from './losses';
import { NOTHING, rolloutOf } from './reading';
import { headOf, isHead, serverLayout } from './r1/server-layout';
import { readServerRecord } from './r1/server-record';

/**
 * The standard output of R1-Searcher's reward servers: `queries[0]: ` with the whole text of a request's first rollout,
 * then `Sent JSON: {'rewards': […]}`. (`openrlhf/utils/logging_utils.py`)
 */
export const r1SearcherLog: Container = {
  id: 'r1-searcher-log',
  title: "Standard output of R1-Searcher's reward server",
  holds: 'rollouts',
  dialect: 'r1-searcher',
  framings: ['text'],
  layout: serverLayout,
  recognise({ records }: FileSample) {
    const fitting = records.filter(({ text }) => isHead(headOf(text)?.message ?? '')).length;
    if (fitting === 0 || fitting < records.length) return null;
    return { weight: 0.95, because: `\`queries[0]: \` in ${fitting} logged messages` };
  },
  reader: () => read,
};

const FIRST_ONLY = absent('the other rollouts of each request: the server prints the first');

const read: RecordReader = (record, _value, file) => {
  const found = readServerRecord(record.text);
  if (!found) return { ...NOTHING, withoutText: 'no `queries[0]: ` stands in this message' };
  const { text, rewards, at } = found;
  if (text.length === 0) return { ...NOTHING, withoutText: '`queries[0]: ` is empty' };
  const [score] = rewards ?? [];
  const own = text.own(splitAtHeaders(text.text, 0).parts);
  const [first] = own.parts;
  const prompt = first?.by === 'prompt' ? own.text.slice(0, PROMPT_HEAD) : '';
  const recorded = {
    ...(score === undefined ? {} : { score }),
    ...(at === null ? {} : { time: at }),
    ...(rewards && rewards.length > 1 ? { rewards } : {}),
  };
  const rollout = { question: questionOf(prompt), golds: [], text: own, recorded };
  const reading = { ...NOTHING, rollouts: [rolloutOf(record, file, rollout, null)] };
  return withLosses(reading, [FIRST_ONLY]);
};

/** Characters of a text in which its question is looked for. */
const PROMPT_HEAD = 8192;
