import { isObject } from '../fields/values';
import { readPythonRepr } from '../python/repr';
import { pythonNumber, valuesOf, type MetricPattern } from './metric-pattern';

/** RAG-R1's totals; the first name is misspelt by its author. (RAG-R1: `evaluation/eval.py`) */
const TOTAL =
  /^\[(Accuarcy|Accuracy|Time cost|Time cost per sample|Retrieval count per sample)\]: (\S{1,64})(?: s)?$/;

/** What Python's logging puts before a message of RouteRAG and HippoRAG: time, logger, level. */
const LOGGED = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:,\d{3})? - \S{1,200} - [A-Z]{1,10} - /;

const RESULTS = 'Evaluation results for QA: ';
const TIME = /^(Total Retrieval Time):? (\S{1,64}?) ?s?$/;

/** Longest line that is read, in characters. */
const LONGEST_LINE = 100_000;

/** The totals that evaluations print at their end: RAG-R1's, and those in the log of RouteRAG's test. */
export const evaluationTotals: MetricPattern = {
  title: 'totals of an evaluation (`[Accuarcy]: x`, `Evaluation results for QA: {…}`)',
  read(line, last) {
    if (line.length > LONGEST_LINE || !/^[\d[E]/.test(line)) return null;
    const total = line.startsWith('[') ? TOTAL.exec(line.trimEnd()) : null;
    const named = total ?? (line.includes(' - Total Retrieval Time') ? logged(line, TIME) : null);
    if (named) {
      const value = last ? null : pythonNumber(named[2] ?? '');
      return value === null
        ? null
        : { measured: { step: null, values: { [named[1] ?? '']: value } }, losses: [] };
    }
    return line.includes(RESULTS) ? results(line) : null;
  },
};

function logged(line: string, message: RegExp): RegExpExecArray | null {
  const head = LOGGED.exec(line)?.[0];
  return head === undefined ? null : message.exec(line.slice(head.length).trimEnd());
}

function results(line: string): ReturnType<MetricPattern['read']> {
  const head = LOGGED.exec(line)?.[0] ?? '';
  const message = line.slice(head.length);
  if (!message.startsWith(RESULTS)) return null;
  const parsed = readPythonRepr(message.slice(RESULTS.length).trimEnd());
  if (!parsed.ok || !isObject(parsed.value)) return null;
  const pairs = Object.entries(parsed.value).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number' ? [[name, value]] : [],
  );
  return pairs.length === 0 ? null : { measured: { step: null, values: valuesOf(pairs) }, losses: [] };
}
