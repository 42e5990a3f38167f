import type { ChartData, Series } from '../../chart/series';
import type { Points } from './job-model';

/** Metrics that share a chart: those whose names end alike, such as `loss` and `validation/loss`. */
export interface MetricGroup {
  readonly title: string;
  readonly names: readonly string[];
}

/** Points that a chart draws of one metric; beyond, it shows the least and the greatest of each stretch. */
const MOST_POINTS = 2000;

const COLORS = ['blue', 'orange', 'green', 'purple', 'red'] as const;
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4]] as const;

/** What a trainer is judged by; shown at first. */
const TELLING = /(?:^|[/_.-])(?:loss|accuracy|acc|reward|score|em|f1)(?:$|[/_.-])/i;

/** The metrics that are shown until the reader chooses. */
export function defaultChoice(names: readonly string[]): readonly string[] {
  const telling = names.filter((name) => TELLING.test(name));
  return telling.length > 0 ? telling : names.slice(0, 2);
}

/** The chosen metrics by what they measure, in the order of the metrics. */
export function groupsOf(names: readonly string[], chosen: readonly string[]): readonly MetricGroup[] {
  const groups = new Map<string, string[]>();
  for (const name of names.filter((each) => chosen.includes(each))) {
    const title = name.slice(name.lastIndexOf('/') + 1);
    groups.set(title, [...(groups.get(title) ?? []), name]);
  }
  return [...groups].map(([title, of]) => ({ title, names: of }));
}

/** The lines of a group over the steps that any of them has. */
export function chartDataOf(group: MetricGroup, metrics: ReadonlyMap<string, Points>): ChartData {
  const thinned = group.names.map((name) => byStep(thin(metrics.get(name) ?? { steps: [], values: [] })));
  const x = [...new Set(thinned.flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
  const series = thinned.map((points, index): Series => {
    const color = COLORS[index % COLORS.length] ?? 'blue';
    return {
      label: group.names[index] ?? '',
      color: `--vscode-charts-${color}`,
      dash: DASHES[index % DASHES.length] ?? [],
      values: x.map((step) => points.get(step) ?? null),
      connected: true,
    };
  });
  return { xLabel: 'step', x, series };
}

/** The last value of each step: a trainer that resumed measures some of them again. */
function byStep({ steps, values }: Points): ReadonlyMap<number, number> {
  return new Map(steps.map((step, index) => [step, values[index] ?? NaN]));
}

/** At most about {@link MOST_POINTS} points: of each stretch the least, the greatest and all that are not finite. */
export function thin(points: Points): Points {
  const { steps, values } = points;
  if (values.length <= MOST_POINTS) return points;
  const stretch = Math.ceil((2 * values.length) / MOST_POINTS);
  const kept: number[] = [];
  for (let start = 0; start < values.length; start += stretch) {
    let least = -1;
    let greatest = -1;
    const odd: number[] = [];
    for (let at = start; at < Math.min(start + stretch, values.length); at++) {
      const value = values[at] ?? NaN;
      if (!Number.isFinite(value)) odd.push(at);
      else {
        if (least < 0 || value < (values[least] ?? NaN)) least = at;
        if (greatest < 0 || value >= (values[greatest] ?? NaN)) greatest = at;
      }
    }
    const own = new Set([least, greatest, ...odd.slice(0, 1)].filter((at) => at >= 0));
    kept.push(...[...own].sort((a, b) => a - b));
  }
  // The last point says where the run is.
  if (kept.at(-1) !== values.length - 1) kept.push(values.length - 1);
  return { steps: kept.map((at) => steps[at] ?? 0), values: kept.map((at) => values[at] ?? NaN) };
}
