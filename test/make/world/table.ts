/** Reads a hand-written table: one row a line, cells between bars, in the order of `columns`. */
export function table<const K extends string>(
  columns: readonly K[],
  text: string,
): Readonly<Record<K, string>>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      if (cells.length !== columns.length) {
        throw new Error(`${cells.length} cells instead of ${columns.length}: ${line}`);
      }
      return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) as Record<K, string>;
    });
}

/** The row whose name is `name`. */
export function row<T extends { readonly name: string }>(rows: readonly T[], name: string): T {
  const found = rows.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no row named ${name}`);
  return found;
}
