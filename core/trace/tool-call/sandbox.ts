import { readResult, type Result } from './results';
import { within, type View } from './view';

/** What the sandbox puts before each part of what a call gave, on a line of its own. */
const LABELS = ['result: ', 'output: ', 'error: '] as const;

/**
 * Reads what ReCall's sandbox says of a call: the parts `result: `, `output: ` and `error: `, each optional and with
 * its value on the lines below; or a bare `error: …` where the sandbox could not be reached.
 * (ReCall `src/verl/workers/rollout/vllm_rollout/vllm_rollout_spmd.py`)
 */
export function readSandboxResult(view: View): Result {
  const { text } = view;
  const label = LABELS.find((each) => startsPart(text, 0, each));
  if (label === undefined) return readResult(view);
  const part = (name: (typeof LABELS)[number]): View | null => {
    const start = startsPart(text, 0, name) ? 0 : lineOf(text, name);
    return start === null ? null : within(view, start + name.length, endOfPart(text, start + name.length));
  };
  const error = part('error: ');
  const shown = part('result: ') ?? part('output: ');
  const result = shown ? readResult(shown) : { sections: [], error: null, cut: null };
  return error === null || error.text === '' ? result : { ...result, error: error.text };
}

function startsPart(text: string, at: number, label: string): boolean {
  return (
    text.startsWith(label, at) && /^\r?(?:\n|$)/.test(text.slice(at + label.length, at + label.length + 2))
  );
}

/** Where a label stands as a line of its own; null where it does not. */
function lineOf(text: string, label: string): number | null {
  const at = text.indexOf(`\n${label}\n`);
  return at < 0 ? null : at + 1;
}

function endOfPart(text: string, from: number): number {
  const ends = LABELS.map((label) => text.indexOf(`\n${label}\n`, from)).filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : text.length;
}
