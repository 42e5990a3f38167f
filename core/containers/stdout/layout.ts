import type { Beginning, TextLayout } from '../framing/text-layout';
import { metricsIn } from '../printed-metrics';
import {
  beginsSample,
  endsSample,
  epochStep,
  isConsole,
  isOpening,
  isStage,
  isTextLabel,
  maySample,
} from './known-lines';
import { logLineAt, type LogLine } from './log-line';
import { isValidationMetrics } from './validation-metrics';

const LF = 0x0a;

/** Bytes of a line that are looked at; metrics of one step take some KB. */
const LONGEST_LINE = 1024 * 1024;

/** Lines of other processes, and bytes, that are passed over in search of the line that decides. */
const LONGEST_WAIT = 16;
const WAIT_BYTES = 64 * 1024;

/** Marks of a training's standard output: Ray's prefix of a trainer, metrics, a printed sample, the step it is at. */
const MARKS = [
  /^(?:\u001b\[\d{1,3}m)?\((?:main_task|TaskRunner\w*|WorkerDict|RayWorkerWrapper) pid=\d+/m, // eslint-disable-line no-control-regex -- ESC
  /^(?:\u001b\[\d{1,3}m)?(?:\([^()\n]{1,100}pid=[^()\n]{1,60}\)(?:\u001b\[0m)? )?-{32}\r?\n.{0,160}Golden answers: /m, // eslint-disable-line no-control-regex -- ESC
  /^(?:\u001b\[\d{1,3}m)?(?:\([^()\n]{1,100}pid=[^()\n]{1,60}\)(?:\u001b\[0m)? )?-{20}\r?\n.{0,160}data_source: ?\r?$/m, // eslint-disable-line no-control-regex -- ESC
  /^process: \d{1,9}\/\d{1,9}\r?\n\[all prompt\]: ?\r?$/m,
  /^ACTIVE_TRAJ_NUM: \[/m,
  /^\(?['"]?(?:Initial|Final) validation metrics: /m,
  /^epoch \d{1,9}, step \d{1,12}\r?$/m,
];

/**
 * How a training's standard output is cut: each printed sample is a record, and each line of metrics. What stands
 * between them belongs to none. Null for texts that are no such log.
 */
export function logLayout(head: string): TextLayout | null {
  if (!MARKS.some((mark) => mark.test(head)) && !hasMetrics(head)) return null;
  const chat = head.includes('<|im_start|>');
  const counted = /^[^\n]{0,200}epoch \d{1,9}, step \d{1,12}\r?$/m.test(head);
  return {
    because: 'a record is a printed sample, or a line of metrics',
    skipsHead: true,
    next: (text, from) => lineStart(text, from),
    begins: (text, at, last, open) => beginning(text, at, last, chat, open),
    keysAtBreaks: true,
    keyIn: (text) => keyOf(text, counted),
  };
}

/** Lines of a head that are looked through for metrics. */
const PROBED = 20_000;

function hasMetrics(head: string): boolean {
  for (let at = 0, seen = 0; at < head.length && seen < PROBED; seen++) {
    const line = logLineAt(head, at);
    if (metricsIn(head, line, false)) return true;
    at = line.lf + 1;
  }
  return false;
}

function lineStart(text: Buffer, from: number): number {
  if (from === 0) return 0;
  const lf = text.indexOf(LF, from - 1);
  return lf < 0 || lf + 1 >= text.length ? -1 : lf + 1;
}

/** A line of the log, with its words. */
interface Read extends LogLine {
  readonly whole: string;
  readonly words: string;
  /** Byte offset after the line's LF. */
  readonly next: number;
}

function readLine(text: Buffer, at: number): Read {
  const lf = text.indexOf(LF, at);
  const end = lf < 0 ? text.length : lf;
  const whole = text.toString('utf8', at, Math.min(end, at + LONGEST_LINE));
  const line = logLineAt(whole, 0);
  return { ...line, whole, words: whole.slice(line.start, line.end), next: end + 1 };
}

function beginning(text: Buffer, at: number, last: boolean, chat: boolean, open: boolean): Beginning {
  const line = readLine(text, at);
  const { words } = line;
  if (maySample(words)) return followed(text, line, last, (next) => beginsSample(words, next)) ?? 'no';
  if (isConsole(words)) return 'yes';
  if (isStage(words)) return followed(text, line, last, (next) => isOpening(next, chat)) ?? 'end';
  // The line after the label is asked for with it, so that its text is not taken for one without a label.
  if (isTextLabel(words)) return followed(text, line, last, () => true) === 'undecided' ? 'undecided' : 'no';
  if (isOpening(words, chat)) return headedBefore(text, at) ? 'no' : 'yes';
  const verdict = isValidationMetrics(words)
    ? 'yes'
    : metricsIn(line.whole, line, false)
      ? 'line'
      : endsSample(words)
        ? 'end'
        : 'no';
  return verdict === 'no' || !open ? verdict : (sampleGoesOn(text, line, last, chat) ?? verdict);
}

/** What stands in no line of a log but those of a sample: tags of a rollout, the notice, labels that follow others. */
const OF_SAMPLE =
  /<\/?(?:think|search|answer|information|result)>|My previous action is invalid|^(?:Extracted answer: |Solution string: |ground_truth: ?$|\[gold_answer\]: |\[response\])/;

/** How another text begins that validation prints. */
const HEADER = /^<\|(?:im_start|begin_of_text|start_header_id|system|user)\|>/;

/**
 * Whether a sample goes on after a line as trainers print them (`no`), since the text itself holds it, or another
 * process printed it in between: lines of a sample follow before another one begins. Null where the line is the
 * trainer's, which ends the sample.
 */
function sampleGoesOn(text: Buffer, { next }: Read, last: boolean, chat: boolean): 'no' | 'undecided' | null {
  let at = next;
  for (let passed = 0; at < text.length; passed++) {
    const { words, next: after } = readLine(text, at);
    if (maySample(words) || isConsole(words) || isStage(words) || isOpening(words, chat)) return null;
    if (HEADER.test(words)) return null;
    if (OF_SAMPLE.test(words)) return 'no';
    if (passed >= LONGEST_WAIT || at - next > WAIT_BYTES) return null;
    at = after;
  }
  return last ? null : 'undecided';
}

/** Whether the next line of the same process is the one that makes this one a beginning; null where it is not. */
function followed(
  text: Buffer,
  { source, next }: Read,
  last: boolean,
  fits: (words: string) => boolean,
): 'yes' | 'undecided' | null {
  let at = next;
  for (let passed = 0; at < text.length; passed++) {
    const line = readLine(text, at);
    const noise = line.source !== source || (line.bar !== null && line.words.trim() === '');
    if (!noise) return fits(line.words) ? 'yes' : null;
    if (passed >= LONGEST_WAIT || at - next > WAIT_BYTES) return null;
    at = line.next;
  }
  return last ? null : 'undecided';
}

/** Whether a line before is the heading of a validation's sample, or the label of a text: then the sample has begun. */
function headedBefore(text: Buffer, at: number): boolean {
  for (let start = 0; start < at;) {
    const line = readLine(text, start);
    if (isStage(line.words) || isTextLabel(line.words)) return true;
    start = line.next;
  }
  return false;
}

/** The step that samples after a line belong to: said before each step, or else one after the last that was logged. */
function keyOf(text: Buffer, counted: boolean): string | null {
  if (!text.includes(', step ') && (counted || !text.includes('step:'))) return null;
  const end = text.at(-1) === LF ? text.length - 1 : text.length;
  const start = end > 0 ? text.lastIndexOf(LF, end - 1) + 1 : 0;
  const line = readLine(text, start);
  const said = epochStep(line.words);
  if (said) return line.words.trim();
  const logged = counted ? undefined : /^step:(-?\d{1,15}) - /.exec(line.words)?.[1];
  return logged !== undefined && metricsIn(line.whole, line, false) ? `after step ${logged}` : null;
}
