import type { Container, FileSample, RecordReader } from './container';
import { absent, NO_ANSWER, NO_GOLDS, withLosses } from './losses';
import { fieldsRead } from './fields/record-of';
import type { FoundDocument, Source } from './fields/traced';
import { lineGroups } from './framing/line-groups';
import { broken } from './reading';

const SEPARATOR = ' [SEP]';

/** Passages a question has in CRAG's files. */
const PASSAGES = 10;

/** Lines of a head that are looked at. */
const LOOKED_AT = 200;

/**
 * CRAG's retrieval files (HuskyInSalt/CRAG, `test_{ds}.txt` and the evaluator's training rows): a line a passage,
 * `question [SEP] passage`, ten lines a question, with `\t0` or `\t1` at the end where passages are labelled.
 */
export const crag: Container = {
  id: 'crag',
  title: "CRAG's retrieved passages, ten lines a question",
  holds: 'rollouts',
  framings: ['text'],
  cut: (head) => (formOf(head.split('\n').slice(0, LOOKED_AT)) === null ? null : passages),
  recognise({ records }: FileSample) {
    const lines = records.flatMap(({ text }) => text.split(/\r?\n/)).slice(0, LOOKED_AT);
    const form = formOf(lines);
    return form === null
      ? null
      : { weight: 0.9, because: `\`question [SEP] passage\` in its first lines, ${form}` };
  },
  reader: () => read,
};

/** A label at a line's end. */
const LABELLED = /\t[01]\r?$/;

const passages = lineGroups((line, { first, lines }) => {
  const at = line.indexOf(SEPARATOR);
  return lines < PASSAGES && at >= 0 && first.startsWith(line.slice(0, at + SEPARATOR.length));
});

/** What tells such lines from others, as a clause; null where they are none. */
function formOf(lines: readonly string[]): string | null {
  const filled = lines.filter((line) => line.trim() !== '');
  const questions = filled.flatMap((line) => {
    const at = line.indexOf(SEPARATOR);
    return at > 0 && !/^[{[<]/.test(line) ? [line.slice(0, at)] : [];
  });
  // The head's last line may be cut.
  if (questions.length === 0 || questions.length < filled.length - 1) return null;
  // Training rows of the evaluator are labelled, and in any order.
  if (filled.filter((line) => LABELLED.test(line)).length >= Math.max(1, filled.length - 1))
    return 'each with a label';
  const again = questions.some((question, at) => at > 0 && question === questions[at - 1]);
  return again ? 'the same question in several' : null;
}

const LOSSES = [NO_ANSWER, NO_GOLDS, absent('the scores of the passages are not in the file')];

const read: RecordReader = (record, _value, file) => {
  const separator = record.text.indexOf(SEPARATOR);
  if (separator <= 0) return broken(record, 'the line is not `question [SEP] passage`');
  const question: Source = { text: record.text.slice(0, separator), path: null };
  const documents: FoundDocument[] = [];
  const labels: (number | null)[] = [];
  for (let start = 0; start < record.text.length;) {
    const lf = record.text.indexOf('\n', start);
    const end = lf < 0 ? record.text.length : lf;
    const line = record.text.slice(start, end).replace(/\r$/, '');
    const at = line.indexOf(SEPARATOR);
    if (at >= 0) {
      const { document, label } = passageOf(line, at + SEPARATOR.length, start);
      if (document) documents.push(document);
      labels.push(label);
    }
    start = end + 1;
  }
  const recorded = {
    passages: labels.length,
    ...(labels.some((label) => label !== null) ? { labels } : {}),
  };
  const traced = { question, steps: [{ query: null, documents }], answer: null };
  return withLosses(fieldsRead(record, file, { traced, golds: [], recorded }), LOSSES);
};

/** `title // text` for most data sets; an empty passage is a line that ends in `[SEP]`. */
function passageOf(
  line: string,
  from: number,
  offset: number,
): { readonly document: FoundDocument | null; readonly label: number | null } {
  const tail = /\t([01])$/.exec(line);
  const end = tail ? tail.index : line.length;
  const start = line[from] === ' ' ? from + 1 : from;
  const label = tail ? Number(tail[1]) : null;
  if (line.slice(start, end).trim() === '') return { document: null, label };
  const slashes = line.indexOf(' // ', start);
  const piece = (a: number, b: number): Source => ({ text: line.slice(a, b), path: null, at: offset + a });
  if (slashes < 0 || slashes >= end || slashes === start)
    return { document: { title: null, text: piece(start, end) }, label };
  const text = slashes + 4 < end ? piece(slashes + 4, end) : null;
  return { document: { title: piece(start, slashes), text }, label };
}
