import type { LogEntry } from './entries';

/** The prompt of a node: examples, question, the steps so far, and the label of the step to come. */
export interface NodePrompt {
  /** Where the prompt's text begins and where its question ends; the steps so far stand after it. */
  readonly start: number;
  readonly asked: number;
  /** Where the steps so far end. */
  readonly steps: number;
  /** `Thought 3: ` at the end, whose step the candidates are. */
  readonly label: { readonly start: number; readonly end: number; readonly number: number } | null;
  readonly question: string | null;
  /** The last action of the steps so far: what the candidates follow; null at the root. */
  readonly parent: string | null;
}

const MARK = 'PROMPT:';
const QUESTION = '\nQuestion: ';
const LABEL = /Thought (\d{1,4}): ?$/;
const STEP = /Thought \d{1,4}:/;
const LAST_ACTION = /^Action \d{1,4}: ?(.+)$/gm;

/** Characters at the end of a prompt in which the label of the next step stands. */
const TAIL = 24;

/** Reads a `PROMPT:` entry; null for other entries. `end` is where the next entry begins. */
export function promptIn(text: string, { start: message, end }: LogEntry): NodePrompt | null {
  if (!text.startsWith(MARK, message)) return null;
  const start = message + MARK.length + (/^\s{0,4}/.exec(text.slice(message + MARK.length))?.[0].length ?? 0);
  const from = text.lastIndexOf(QUESTION, end);
  const question = from < start ? start : from + QUESTION.length;
  const feed = text.indexOf('\n', question);
  const lineEnd = feed < 0 || feed > end ? end : feed;
  const inline = STEP.exec(text.slice(question, lineEnd))?.index;
  const asked = inline === undefined ? lineEnd : question + inline;
  const tail = Math.max(asked, end - TAIL);
  const found = LABEL.exec(text.slice(tail, end));
  const label = found ? { start: tail + found.index, end, number: Number(found[1]) } : null;
  const steps = label?.start ?? end;
  const parent =
    Array.from(text.slice(asked, steps).matchAll(LAST_ACTION), ([, action]) => action).at(-1) ?? null;
  return {
    start,
    asked,
    steps,
    label,
    question: from < start ? null : text.slice(question, asked).trim(),
    parent: parent === null ? null : parent.trim(),
  };
}
