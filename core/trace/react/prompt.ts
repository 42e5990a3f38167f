import type { TextPart } from '../model';
import { responseStart } from '../response';
import { type Label, labelAt, labelsIn } from './labels';

/** What ends a block of examples; the question comes after it. */
const EXAMPLES_END = '(END OF EXAMPLES)';

/** What says in an instruction that examples follow, so that the question is the last one. */
const EXAMPLES = /\bexamples?\b/i;

/** Characters of a text in which an instruction says that examples follow. */
const INSTRUCTION = 4096;

/**
 * Where the response of a ReAct transcript starts: where the container or a chat template says; else at the first step
 * after the question. The question is the first after the examples where their end is marked, the last of all where
 * the instruction announces examples, else the first. 0 where there is no question.
 */
export function reactStart(text: string, parts: readonly TextPart[]): number {
  const known = responseStart(text, parts);
  if (known > 0) return known;
  const examplesEnd = text.indexOf(EXAMPLES_END);
  const from = examplesEnd < 0 ? 0 : examplesEnd + EXAMPLES_END.length;
  const labels = labelsIn(text, from, text.length);
  const questions = labels.flatMap(({ name }, at) => (name === 'Question' ? [at] : []));
  const [first] = questions;
  const bare = labels[0] !== undefined && text.slice(from, labels[0].start).trim() === '';
  // A text that starts with a step has no prompt; a question further down is part of what came back.
  if (first === undefined || (first > 0 && bare)) return from;
  const ahead = text.slice(from, Math.min(labels[first]?.start ?? 0, from + INSTRUCTION));
  const question = examplesEnd < 0 && EXAMPLES.test(ahead) ? (questions.at(-1) ?? first) : first;
  return stepAfter(text, labels, question);
}

/** The first step after a question, which may stand on the question's line (`…?Thought 1: `). */
function stepAfter(text: string, labels: readonly Label[], question: number): number {
  const { end } = labels[question] as Label;
  const next = labels.find(
    ({ name }, at) => at > question && name !== 'Question' && !name.startsWith('Reflection'),
  );
  const feed = text.indexOf('\n', end);
  const line = text.slice(end, feed < 0 ? text.length : feed);
  for (let at = line.indexOf('Thought'); at >= 0; at = line.indexOf('Thought', at + 1)) {
    if (labelAt(text, end + at)) return end + at;
  }
  return next ? next.start : text.length;
}
