import type { Beginning, TextLayout } from '../framing/text-layout';
import { labelAt } from './labels';

const LF = 0x0a;
const HYPHENS = /^-{40}\r?$/;
const EQUALS = /^={80}\r?$/;

/** Lines after a separator that are waited for: the label, and blank lines before it. */
const LONGEST_WAIT = 4;

/** Bytes of a line that tell what it is. */
const TELLING = 96;

/**
 * How the logs of questions and verdicts are cut: a block ends with 40 hyphens (`qa_log.txt`) or begins with 80 equals
 * signs (`reward_func.log`). Null for other texts.
 */
export function qaLayout(head: string): TextLayout | null {
  const start = head.trimStart();
  const lines = start.split('\n', 400);
  const first = labelAt(lines[0] ?? '');
  const has = (wanted: string): boolean => lines.some((line) => labelAt(line)?.name === wanted);
  if (!has('Student Answer')) return null;
  const blocks = first?.name === 'Question' && has('Correct Answer');
  const framed = EQUALS.test(lines[0] ?? '') && has('Question') && has('Answer');
  if (!blocks && !framed) return null;
  return {
    because: framed ? 'each block begins with 80 equals signs' : 'each block ends with 40 hyphens',
    next: (text, from) => nextLine(text, from),
    begins: (text, at, last) => (framed ? beginsFramed(text, at, last) : beginsBlock(text, at, last)),
  };
}

function nextLine(text: Buffer, from: number): number {
  if (from === 0) return 0;
  const lf = text.indexOf(LF, from - 1);
  return lf < 0 || lf + 1 >= text.length ? -1 : lf + 1;
}

/** The line at an offset, as far as it tells, and the offset after it. */
function lineAt(text: Buffer, at: number): { readonly words: string; readonly next: number } {
  const lf = text.indexOf(LF, at);
  const end = lf < 0 ? text.length : lf;
  return { words: text.toString('utf8', at, Math.min(end, at + TELLING)), next: end + 1 };
}

/** A separator ends a block only where a question follows: an answer may hold hyphens too. */
function beginsBlock(text: Buffer, at: number, last: boolean): Beginning {
  const { words, next } = lineAt(text, at);
  if (HYPHENS.test(words)) return afterSeparator(text, next, last, 'end');
  return labelAt(words)?.name === 'Question' && separatorBefore(text, at) ? 'yes' : 'no';
}

function beginsFramed(text: Buffer, at: number, last: boolean): Beginning {
  const { words, next } = lineAt(text, at);
  return EQUALS.test(words) ? afterSeparator(text, next, last, 'yes') : 'no';
}

function afterSeparator(text: Buffer, from: number, last: boolean, then: Beginning): Beginning {
  let at = from;
  for (let passed = 0; at < text.length; passed++) {
    const { words, next } = lineAt(text, at);
    if (words.trim() !== '') return labelAt(words)?.name === 'Question' ? then : 'no';
    if (passed >= LONGEST_WAIT) return 'no';
    at = next;
  }
  return last ? 'end' : 'undecided';
}

/** Whether a separator stands before a line, blank lines left aside. */
function separatorBefore(text: Buffer, at: number): boolean {
  return /(?:^|\n)-{40}\r?\n\s{0,16}$/.test(text.toString('latin1', Math.max(0, at - 64), at));
}
