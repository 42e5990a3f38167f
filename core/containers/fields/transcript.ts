import type { RecordReader } from '../container';
import { one } from '../reading';
import { goldsOf } from './golds';
import { markedText } from './marked-prompt';
import { textMember } from './text-member';
import type { JsonObject } from './values';

/**
 * Makes the reader of records with `question`, `gold_answer` and the whole transcript, prompt and response, in the
 * member `key`. `recordedOf` says what else of a record is kept.
 */
export function transcriptReader(
  key: string,
  recordedOf: (value: JsonObject, transcript: string) => Readonly<Record<string, unknown>>,
): RecordReader {
  return (record, parsed, file) => {
    const { value, text, reading } = textMember(record, parsed, key);
    if (reading) return reading;
    const marked = markedText(text, [key]);
    const { question } = value;
    return one(record, file, {
      question: typeof question === 'string' ? question : marked.question,
      golds: goldsOf(value['gold_answer']),
      text: marked.text,
      recorded: recordedOf(value, text),
    });
  };
}
