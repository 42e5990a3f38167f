/** One line of a chart. */
export interface Series {
  readonly label: string;
  /** Theme variable of its colour. */
  readonly color: `--vscode-${string}`;
  /** Dashes tell lines apart without colour; empty for a full line. */
  readonly dash: readonly number[];
  /** One value an x; null where there is none. NaN and infinities are drawn as marks on the lower edge. */
  readonly values: readonly (number | null)[];
  /** Whether the line goes on over x where it has no value, as of what is measured more seldom than the others. */
  readonly connected?: boolean;
  /** Spread around the line: lower and upper edge, one an x. */
  readonly band?: { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] };
}

export interface ChartData {
  /** What the x axis counts, such as "step". */
  readonly xLabel: string;
  /** Increasing. */
  readonly x: readonly number[];
  readonly series: readonly Series[];
  /** Numbers that are not drawn but said of each point, such as how many values its means are over. */
  readonly counts?: readonly { readonly label: string; readonly values: readonly number[] }[];
}

/** A number as charts and tables show it: at most four digits that matter. */
export function shown(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  return size >= 0.001 && size < 1e6 ? String(Number(value.toPrecision(4))) : value.toExponential(2);
}

/** Values that cannot be drawn on a line. */
export function nonFinite(series: Series): number {
  return series.values.filter((value) => value !== null && !Number.isFinite(value)).length;
}

/** ` (0.1 to 0.5)`: the spread of a line at a point; empty where it has none. */
export function spreadText({ band }: Series, index: number): string {
  const low = band?.low[index];
  return low === undefined || low === null ? '' : ` (${shown(low)} to ${shown(band?.high[index])})`;
}
