import type { CurvePoint } from '../../../core/protocol/rewards';
import type { Summary } from '../../../core/reward/statistics';
import type { ChartData, Series } from '../../chart/series';
import type { Spread } from './state';

/** A point that stands on the axis of steps. */
type Stepped = CurvePoint & { readonly step: number };

/** The points with a step; that of rollouts without one cannot stand on the axis. */
export function steppedOf(points: readonly CurvePoint[]): readonly Stepped[] {
  return points.filter((point): point is Stepped => point.step !== null);
}

/** What the chart draws of a curve; lines that would hold no value are left out. */
export function chartOf(
  points: readonly CurvePoint[],
  { spread, em }: { readonly spread: Spread; readonly em: boolean },
): ChartData {
  const stepped = steppedOf(points);
  const lines: readonly Series[] = [
    {
      label: 'Recorded',
      color: '--vscode-charts-blue',
      dash: [],
      ...summarised(stepped, 'recorded', spread),
    },
    {
      label: 'Recomputed',
      color: '--vscode-charts-orange',
      dash: [7, 5],
      ...summarised(stepped, 'recomputed', spread),
    },
    {
      label: 'EM',
      color: '--vscode-charts-green',
      dash: [2, 4],
      values: em ? stepped.map((point) => point.em) : [],
    },
  ];
  return {
    xLabel: 'Step',
    x: stepped.map(({ step }) => step),
    series: lines.filter(({ values }) => values.some((value) => value !== null)),
    counts: [
      { label: 'Rollouts', values: stepped.map(({ count }) => count) },
      { label: 'Differing', values: stepped.map(({ differing }) => differing) },
      { label: 'Broken records', values: stepped.map(({ broken }) => broken) },
    ],
  };
}

function summarised(
  points: readonly Stepped[],
  which: 'recorded' | 'recomputed',
  spread: Spread,
): Pick<Series, 'values' | 'band'> {
  const values = points.map((point) => point[which]?.mean ?? null);
  if (spread === 'none') return { values };
  const edge = (side: 'low' | 'high') => points.map((point) => edgeOf(point[which], spread, side));
  return { values, band: { low: edge('low'), high: edge('high') } };
}

/** One edge of the spread: one standard deviation from the mean, or the quartile of that side. */
function edgeOf(summary: Summary | null, spread: 'sd' | 'quartiles', side: 'low' | 'high'): number | null {
  if (!summary) return null;
  if (spread === 'quartiles') return side === 'low' ? summary.q25 : summary.q75;
  const { mean, sd } = summary;
  if (sd === null) return mean;
  return side === 'low' ? mean - sd : mean + sd;
}
