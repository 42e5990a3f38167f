import { setMember } from '../fields/values';
import { readPythonRepr } from '../python/repr';
import { MappedText } from './mapped-text';
import { addLines, ownLines, type OwnLine } from './own-lines';

/** A sample as verl's reward managers print it to the console. (`verl/workers/reward_manager/naive.py`) */
export interface ConsoleSample {
  readonly prompt: MappedText;
  readonly response: MappedText | null;
  readonly golds: string | null;
  /** `[score] 1.0`, or one value for each key that the reward function returned. */
  readonly values: Readonly<Record<string, unknown>>;
}

const PROMPT = '[prompt]';
const RESPONSE = '[response]';
const GOLDS = '[ground_truth]';

/** A value that was printed under its name. */
const VALUE = /^\[([\w./@-]{1,64})\] (.{0,4096})$/;

/**
 * Reads a record that begins with `[prompt] `. A value goes on until the next label, and after the values it is over. The
 * response may hold the words of a label: the last golds are those of the print.
 */
export function readConsoleSample(record: string): ConsoleSample {
  const lines = ownLines(record);
  const response = lines.findIndex((line, at) => at > 0 && isLabelled(line, RESPONSE));
  const golds =
    response < 0 ? -1 : lines.findLastIndex((line, at) => at > response && isLabelled(line, GOLDS));
  const end = response < 0 ? lines.length : response;
  const prompt = labelled(record, lines, 0, end, PROMPT);
  if (response < 0) return { prompt, response: null, golds: null, values: {} };
  const said = labelled(record, lines, response, golds < 0 ? lines.length : golds, RESPONSE);
  if (golds < 0) return { prompt, response: said, golds: null, values: {} };
  const values: Record<string, unknown> = {};
  const first = lines.findIndex(({ words }, at) => at > golds && VALUE.test(words));
  for (let at = first; at > 0 && at < lines.length; at++) {
    const value = VALUE.exec(lines[at]?.words ?? '');
    if (!value) break;
    setMember(values, value[1] ?? '', valueOf(value[2] ?? ''));
  }
  const gold = labelled(record, lines, golds, first < 0 ? lines.length : first, GOLDS);
  return { prompt, response: said, golds: gold.text, values };
}

function isLabelled({ words }: OwnLine, label: string): boolean {
  return words === label || words.startsWith(`${label} `);
}

/** The lines `[from, to)`, without the label that the first one begins with. */
function labelled(
  record: string,
  lines: readonly OwnLine[],
  from: number,
  to: number,
  label: string,
): MappedText {
  const text = new MappedText();
  const first = lines[from];
  if (!first) return text;
  const start = Math.min(first.end, first.start + label.length + 1);
  addLines(text, record, [{ ...first, start }, ...lines.slice(from + 1, to)], 0, to - from);
  return text;
}

function valueOf(words: string): unknown {
  const parsed = readPythonRepr(words);
  return parsed.ok ? parsed.value : words;
}
