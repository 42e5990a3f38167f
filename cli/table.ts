/** A row and the lines that stand indented below it. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly notes: readonly string[];
}

/** Lays out rows in columns two blanks apart; the columns in `right` are set to the right. */
export function table(head: readonly string[], rows: readonly TableRow[], right: readonly number[]): string {
  const all = [head, ...rows.map(({ cells }) => cells)];
  const widths = head.map((_title, column) =>
    all.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), 0),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const lines = rows.flatMap(({ cells, notes }) => [line(cells), ...notes.map((note) => `    ${note}`)]);
  return [line(head), ...lines, ''].join('\n');
}
