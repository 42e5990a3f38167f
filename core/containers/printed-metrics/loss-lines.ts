import { CUT_LINE, pythonNumber, valuesOf, type MetricPattern } from './metric-pattern';

/** What Python's logging puts before a message: `03/14/2025 09:26:53 - INFO - __main__ - `. */
const LOGGED =
  /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d - [A-Z]{1,10} - [^\s-][^\s]{0,200} - {1,8}|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:,\d{3})? - [A-Z]{1,10} - {1,8}/;

/** Longest line that is read, in characters. */
const LONGEST_LINE = 1000;

/** A form of line: what of it is the step, and how its numbers are called. */
interface Form {
  readonly line: RegExp;
  readonly names: readonly string[];
  /** Whether the line counts only behind the head of a logged message. */
  readonly logged: boolean;
}

/** RQ-RAG and Self-RAG (accelerate), CRAG's evaluator, Adaptive-RAG's classifier, AutoDidact's evaluation. */
const FORMS: readonly Form[] = [
  { line: /^Step: (\d{1,15}), LR: (\S+), Loss: (\S+)$/, names: ['step', 'LR', 'Loss'], logged: false },
  { line: /^step: (\d{1,15}) {1,4}loss: (\S+)$/, names: ['step', 'loss'], logged: false },
  { line: /^Epoch (\d{1,15}) avg_loss: (\S+)$/, names: ['epoch', 'avg_loss'], logged: false },
  { line: /^Epoch (\d{1,15}) Loss:(\S+)$/, names: ['epoch', 'Loss'], logged: true },
  { line: /^Loss:(\S+)$/, names: ['Loss'], logged: true },
  { line: /^percentage of correct answers: (\S+)$/, names: ['percentage of correct answers'], logged: false },
];

/** The lines that trainings and evaluations of retrieval agents print at each step or epoch, or at their end. */
export const lossLines: MetricPattern = {
  title: '`Step: N, LR: x, Loss: y` lines, or others of their kind',
  read(line, last) {
    if (line.length > LONGEST_LINE || !/loss:|correct answers:/i.test(line)) return null;
    const head = LOGGED.exec(line)?.[0] ?? '';
    const text = line.slice(head.length).trim();
    for (const form of FORMS) {
      if (form.logged && head === '') continue;
      const match = form.line.exec(text);
      if (!match) continue;
      const pairs: [string, number][] = [];
      for (const [at, name] of form.names.entries()) {
        const value = pythonNumber(match[at + 1] ?? '');
        if (value === null) return null;
        pairs.push([name, value]);
      }
      // The number that ends the line may be cut.
      const kept = last ? pairs.slice(0, -1) : pairs;
      const { step = null, ...values } = valuesOf(kept);
      return { measured: { step, values }, losses: last ? [CUT_LINE] : [] };
    }
    return null;
  },
};
