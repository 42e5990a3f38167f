import type { Container, FileSample, RecordReader } from './container';
import { isReact } from './fields/marks';
import { OwnText } from './fields/own-text';
import type { TextLayout } from './framing/text-layout';
import { agentIn } from './react/agent';
import { isHeading, keyIn, standingOf } from './react/log-lines';
import { NO_GOLDS, withLosses } from './losses';
import { NOTHING, one } from './reading';

/** ReAct transcripts as text: Reflexion's logs of trials, and what agents print. */
export const reactLog: Container = {
  id: 'react-log',
  title: 'ReAct transcripts as text (Reflexion)',
  holds: 'rollouts',
  framings: ['text'],
  layout(head) {
    if (!isReact(head)) return null;
    const headings = head.split('\n').some((line) => line.includes('BEGIN ') && isHeading(line.trim()));
    if (headings || head.trimStart().startsWith(QUESTION)) return atQuestions;
    return null;
  },
  recognise({ records, name }: FileSample) {
    const agents = records.filter(({ text }) => agentIn(text) !== null && isReact(text)).length;
    if (agents === 0 || agents * 2 < records.length) return null;
    const trials = records.some(({ text }) => SECTIONS.test(text));
    const because = `\`Thought:\`, \`Action:\` and \`Observation:\` in ${agents} of the first ${records.length} texts`;
    if (!trials && DOCUMENT.test(name)) return null;
    return trials
      ? { weight: 0.95, because: `\`BEGIN … AGENTS\` headings; ${because}` }
      : { weight: 0.7, because };
  },
  reader: () => read,
};

/** Documents show transcripts as examples. */
const DOCUMENT = /\.(?:md|markdown|rst|html?)$/i;

const QUESTION = 'Question:';
const SECTIONS = /^-{3,80} BEGIN (?:CORRECT|INCORRECT|HALTED) AGENTS -/m;

const QUESTION_BYTES = Buffer.from(QUESTION, 'utf8');

const atQuestions: TextLayout = {
  because: 'each rollout begins with `Question:`',
  next: (_text, from) => (from === 0 ? 0 : -1),
  begins: (text, at) => (text.subarray(at, at + QUESTION_BYTES.length).equals(QUESTION_BYTES) ? 'yes' : 'no'),
  keyIn: (line, key) => keyIn(line.toString('utf8').trim(), key),
};

/** Rewards of the sections: an agent is right by exact match, or it is not (`agents.py` `is_correct`). */
const SCORES: Readonly<Record<string, number>> = { correct: 1, incorrect: 0, halted: 0 };

const read: RecordReader = (record, _value, file) => {
  const agent = agentIn(record.text);
  if (!agent) return { ...NOTHING, withoutText: 'no step of an agent stands in this part of the log' };
  const { trial, section } = standingOf(record.key);
  const own = new OwnText();
  // A text that does not start with its question holds instructions and examples: its dialect finds where they end.
  const steps = agent.question === null ? 0 : agent.steps;
  own.add(record.text.slice(0, steps), 'prompt', null);
  own.add(record.text.slice(steps, agent.end), 'policy', null, steps);
  const reading = one(record, file, {
    question: agent.question,
    golds: agent.gold === null || agent.gold === '' ? [] : [agent.gold],
    text: own,
    recorded: {
      ...(section === null ? {} : { score: SCORES[section], section }),
      ...(trial === null ? {} : { trial }),
    },
  });
  return withLosses(reading, [agent.gold === null ? NO_GOLDS : null]);
};
