import type { RecordReader } from '../container';
import { OwnText } from '../fields/own-text';
import type { TextLayout } from '../framing/text-layout';
import { absent, cut, withLosses } from '../losses';
import { NOTHING, one } from '../reading';

const HEADING = 'EVALUATION RESULTS';
const QUESTION = /^Q\d{1,9}: /;
const QUESTION_LINE = /^Q\d{1,9}: /m;
const CORRECT = /^Correct: ([✓✗])\s*$/m;
const RESPONSE = /^Response: /m;

/** How ReZero's list of results is cut: at each `Q1: `. Null for other texts. */
export function resultsLayout(head: string): TextLayout | null {
  if (!head.includes(HEADING) || !QUESTION_LINE.test(head) || !CORRECT.test(head) || !RESPONSE.test(head))
    return null;
  return {
    because: 'each result begins with `Q1: `',
    skipsHead: true,
    next: (_text, from) => (from === 0 ? 0 : -1),
    begins: (text, at) => {
      const line = text.toString('latin1', at, at + 64);
      return QUESTION.test(line) ? 'yes' : /^-{40}\r?\n?$/.test(line) ? 'end' : 'no';
    },
  };
}

/** Whether a record is one of these results. */
export function isResult(text: string): boolean {
  return QUESTION.test(text) && CORRECT.test(text) && RESPONSE.test(text);
}

const SHORTENED = cut('question and response, which the file shortens to 100 and 150 characters');
const LAST_ONLY = absent('the searches and their results: the file keeps the last message alone');

/** Reads one result: the question, the verdict and the beginning of the last message. */
export const readResult: RecordReader = (record, _value, file) => {
  const { text } = record;
  const response = RESPONSE.exec(text);
  if (!isResult(text) || !response) return { ...NOTHING, withoutText: 'no question, verdict and response' };
  const lineEnd = text.indexOf('\n');
  const question = text.slice(text.indexOf(': ') + 2, lineEnd).trim();
  const start = response.index + response[0].length;
  const own = new OwnText();
  own.add(text.slice(start), 'policy', null, start);
  if (own.length === 0) return { ...NOTHING, withoutText: '`Response: ` is empty' };
  const recorded = {
    score: CORRECT.exec(text)?.[1] === '✓' ? 1 : 0,
    question_id: Number(/^Q(\d+)/.exec(text)?.[1]),
  };
  const found = { question: question === '' ? null : question, golds: [], text: own, recorded };
  const short = question.endsWith('...') || own.text.trimEnd().endsWith('...') ? SHORTENED : null;
  return withLosses(one(record, file, found), [LAST_ONLY, short]);
};
