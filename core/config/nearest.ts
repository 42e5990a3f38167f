/** Longest name that is compared: nobody mistypes a longer one, and the work grows with the square of it. */
const LONGEST = 64;

/** The known name that a mistyped one most likely means, or null: at most a third of its letters may differ. */
export function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > LONGEST) return null;
  const written = name.toLowerCase();
  const most = Math.max(1, Math.floor(name.length / 3));
  const [best] = known
    .map((candidate) => ({ candidate, steps: distance(written, candidate.toLowerCase()) }))
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps);
  return best?.candidate ?? null;
}

/** Letters to put in, take out, replace or swap with their neighbour to make one word of the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
