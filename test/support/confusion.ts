/** What a file is, and what it was taken for. */
export interface Detected {
  readonly path: string;
  readonly wanted: string;
  readonly found: string;
}

/** The files that were taken for something else, a line each. */
export function confusions(rows: readonly Detected[]): string[] {
  return rows
    .filter(({ wanted, found }) => wanted !== found)
    .map(({ path, wanted, found }) => `${path}: is ${wanted}, was taken for ${found}`);
}

/** The table of true kind × detected kind, a line a pair that occurs, with how often. */
export function showTable(rows: readonly Detected[]): string {
  const pairs = new Map<string, number>();
  for (const { wanted, found } of rows) {
    const pair = `${wanted.padEnd(44)}${found}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const lines = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `${'files'.padStart(5)}  ${'true kind'.padEnd(44)}detected kind`,
    ...lines.map(([pair, count]) => `${String(count).padStart(5)}  ${pair}`),
  ].join('\n');
}
