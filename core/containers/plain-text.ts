import { splitAtHeaders } from './chat-headers';
import type { Container, FileSample, RecordReader } from './container';
import { marksIn, tagsIn } from './fields/marks';
import { markedQuestion } from './fields/prompt';
import { stepOf } from './fields/step';
import { numeralOf } from './framing/text-layout';
import { NOTHING, one } from './reading';

/** Rollouts as they were printed: one file, one or many texts with their tags and chat headers. */
export const plainText: Container = {
  id: 'plain-text',
  title: 'Rollouts as plain text',
  holds: 'rollouts',
  framings: ['text'],
  recognise({ records }: FileSample) {
    const marked = records.map(({ text }) => tagsIn(text)).filter((marks) => marks.length > 0);
    if (marked.length === 0) return null;
    const marks = [...new Set(marked.flat())].slice(0, 3).map((mark) => `\`${mark}\``);
    return {
      weight: 0.5,
      because: `${marks.join(', ')} in ${marked.length} of the first ${records.length} texts`,
    };
  },
  reader: () => read,
};

const read: RecordReader = (record, _value, file) => {
  if (marksIn(record.text).length === 0) {
    return {
      ...NOTHING,
      withoutText: 'no tag of a rollout, no step of an agent and no chat header stands in this text',
    };
  }
  const numeral = numeralOf(record.text);
  const text = splitAtHeaders(record.text.slice(numeral.length), numeral.length);
  const [first] = text.parts;
  const prompt = first?.by === 'prompt' ? text.text.slice(0, first.end) : '';
  const step = stepOf(file);
  return one(record, file, {
    question: markedQuestion(prompt),
    golds: [],
    text,
    recorded: step === null ? {} : { step },
  });
};
