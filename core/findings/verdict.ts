/** Under which names evaluations keep what a judge said, in the order in which they count. */
const VERDICTS = ['gpt4o_output', 'score', 'reward'] as const;

/**
 * Whether the values that a file holds about a rollout say that its answer is right; null where they do not say. A
 * judge's word counts before numbers; numbers between 0 and 1 are a part of a reward and no verdict.
 */
export function judgedRight(recorded: Readonly<Record<string, unknown>>): boolean | null {
  for (const name of VERDICTS) {
    const verdict = verdictOf(recorded[name]);
    if (verdict !== null) return verdict;
  }
  return null;
}

function verdictOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  return word === '' ? null : fromNumber(Number(word));
}

function fromNumber(value: number): boolean | null {
  if (value >= 1) return true;
  return value <= 0 ? false : null;
}
