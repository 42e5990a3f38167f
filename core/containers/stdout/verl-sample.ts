import { setMember } from '../fields/values';
import { readPythonRepr } from '../python/repr';
import { logLines } from './log-line';
import { MappedText } from './mapped-text';

/** A sample as verl's reward managers print it to the console. (`verl/workers/reward_manager/naive.py`) */
export interface ConsoleSample {
  readonly prompt: MappedText;
  readonly response: MappedText | null;
  readonly golds: string | null;
  /** `[score] 1.0`, or one value for each key that the reward function returned. */
  readonly values: Readonly<Record<string, unknown>>;
}

const LABELS = ['[prompt]', '[response]', '[ground_truth]'] as const;

/** A value that was printed under its name. */
const VALUE = /^\[([\w./@-]{1,64})\] (.{0,4096})$/;

/** Reads a record that begins with `[prompt] `. A value goes on until the next label; after the values it is over. */
export function readConsoleSample(record: string): ConsoleSample {
  const texts = [new MappedText()];
  const values: Record<string, unknown> = {};
  let own: string | null | undefined;
  let lf: number | null = null;
  for (const line of logLines(record)) {
    own = own === undefined ? line.source : own;
    if (line.source !== own || (line.bar !== null && line.end === line.start)) continue;
    const words = record.slice(line.start, line.end);
    const next = lf === null ? '[prompt]' : LABELS[texts.length];
    const value = texts.length === LABELS.length ? VALUE.exec(words) : null;
    if (value) {
      setMember(values, value[1] ?? '', valueOf(value[2] ?? ''));
      lf = null;
      continue;
    }
    if (Object.keys(values).length > 0) break;
    if (next !== undefined && (words === next || words.startsWith(`${next} `))) {
      if (lf !== null) texts.push(new MappedText());
      texts.at(-1)?.add(record, Math.min(line.end, line.start + next.length + 1), line.end);
    } else {
      if (lf !== null) texts.at(-1)?.add(record, lf, lf + 1);
      texts.at(-1)?.add(record, line.start, line.end);
    }
    lf = line.lf;
  }
  const [prompt = new MappedText(), response = null, golds = null] = texts;
  return { prompt, response, golds: golds?.text ?? null, values };
}

function valueOf(words: string): unknown {
  const parsed = readPythonRepr(words);
  return parsed.ok ? parsed.value : words;
}
