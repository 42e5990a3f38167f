import { showPath, type JsonPath } from './values';

const NAME = '[^.[\\]"\\s](?:[^.[\\]"]*[^.[\\]"\\s])?';
const STEP = '\\[(?:\\d{1,9}|"(?:[^"\\\\]|\\\\.)*")\\]';

/** The grammar of paths as a regular expression without flags, for the published schema too. */
export const FIELD_PATH = `^(?:${NAME}|${STEP})(?:\\.${NAME}|${STEP})*$`;

const WHOLE = new RegExp(FIELD_PATH, 's');
const EACH = new RegExp(`(?:^|\\.)(${NAME})|\\[(\\d{1,9})\\]|\\[("(?:[^"\\\\]|\\\\.)*")\\]`, 'gs');

/** Longest path that is read, in characters. */
const LONGEST = 2_000;

/**
 * Reads a path into a record as people write it: `reward_model.ground_truth.target`, `choices[0].message`; a name with
 * a dot or bracket in it stands in brackets and quotes, as in `meta["a.b"]`. Null for what is no path.
 */
export function parseFieldPath(text: string): JsonPath | null {
  if (text.length > LONGEST || !WHOLE.test(text)) return null;
  const path: (string | number)[] = [];
  for (const [, name, index, quoted] of text.matchAll(EACH)) {
    if (name !== undefined) path.push(name);
    else if (index !== undefined) path.push(Number(index));
    else {
      const read = nameIn(quoted ?? '');
      if (read === null) return null;
      path.push(read);
    }
  }
  return path;
}

/** A path as {@link parseFieldPath} reads it. */
export function fieldPath(path: JsonPath): string {
  const simple = new RegExp(`^${NAME}$`, 's');
  if (path.every((step) => typeof step === 'number' || simple.test(step))) return showPath(path);
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!simple.test(step)) return `[${JSON.stringify(step)}]`;
      return at === 0 ? step : `.${step}`;
    })
    .join('');
}

function nameIn(quoted: string): string | null {
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === 'string' ? name : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
