import type uPlot from 'uplot';
import type { Theme } from '../base/theme';
import { shown, type ChartData, type Series } from './series';

/** Distances between the marks of an axis of whole numbers: 1, 2 and 5 times powers of ten. */
const WHOLE = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/** Share of a pixel's colour that a band lets through. */
const BAND_ALPHA = 0.18;

/** The rows uPlot draws: x, then each line, then the edges of each band. */
export function plotRows(data: ChartData): uPlot.AlignedData {
  const finite = (values: readonly (number | null)[]): (number | null)[] =>
    values.map((value) => (value !== null && Number.isFinite(value) ? value : null));
  return [
    [...data.x],
    ...data.series.map((series) => finite(series.values)),
    ...data.series.flatMap(({ band }) => (band ? [finite(band.high), finite(band.low)] : [])),
  ];
}

/** Points up to which each is drawn as a dot. */
const DOTS = 100;

/**
 * How uPlot draws them, in the colours of the theme. `now` gives the data as they are when it draws, for they may grow;
 * `open` is told of a click on a point.
 */
export function plotOptions(
  now: () => ChartData,
  theme: Theme,
  open: (index: number) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const data = now();
  const colors = data.series.map((series) => theme.color(series.color, '--vscode-foreground'));
  const axis: uPlot.Axis = {
    stroke: theme.color('--vscode-foreground', '--vscode-editor-foreground'),
    grid: {
      stroke: theme.color('--vscode-editorIndentGuide-background1', '--vscode-widget-border'),
      width: 1,
    },
    ticks: { stroke: theme.color('--vscode-widget-border', '--vscode-foreground'), width: 1 },
    font: `${theme.fontSize - 1}px ${theme.font}`,
  };
  const { bands, edges } = bandsOf(data.series, colors);
  return {
    legend: { show: false },
    scales: { x: { time: false } },
    cursor: { y: false, points: { size: 9 }, drag: { x: false, y: false } },
    axes: [
      {
        ...axis,
        incrs: WHOLE,
        size: 32,
        label: data.xLabel,
        labelSize: 18,
        labelFont: axis.font as string,
      },
      { ...axis, size: 56, values: (_, splits) => splits.map((value) => shown(value)) },
    ],
    series: [
      {},
      ...data.series.map((series, index): uPlot.Series => ({
        label: series.label,
        stroke: colors[index] as string,
        width: 2,
        dash: [...series.dash],
        spanGaps: series.connected ?? false,
        points: { show: () => now().x.length <= DOTS, size: 6 },
      })),
      ...edges,
    ],
    bands,
    hooks: {
      ready: [(plot) => listen(plot, open)],
      draw: [(plot) => drawNonFinite(plot, now(), colors)],
    },
  };
}

function bandsOf(
  series: readonly Series[],
  colors: readonly string[],
): { readonly bands: uPlot.Band[]; readonly edges: uPlot.Series[] } {
  const bands: uPlot.Band[] = [];
  const edges: uPlot.Series[] = [];
  for (const [index, { band, label }] of series.entries()) {
    if (!band) continue;
    const first = 1 + series.length + edges.length;
    bands.push({ series: [first, first + 1], fill: translucent(colors[index] as string) });
    const edge = { width: 0, points: { show: false }, stroke: 'transparent' };
    edges.push({ ...edge, label: `${label} high` }, { ...edge, label: `${label} low` });
  }
  return { bands, edges };
}

function translucent(color: string): string {
  return `color-mix(in srgb, ${color} ${BAND_ALPHA * 100}%, transparent)`;
}

function listen(plot: uPlot, open: (index: number) => void): void {
  plot.over.addEventListener('click', () => {
    if (plot.cursor.idx !== null && plot.cursor.idx !== undefined) open(plot.cursor.idx);
  });
}

/** Draws a cross on the lower edge where a value is NaN or infinite: it must not vanish. */
function drawNonFinite(plot: uPlot, data: ChartData, colors: readonly string[]): void {
  const { ctx, bbox } = plot;
  const arm = 4 * devicePixelRatio;
  const y = bbox.top + bbox.height - arm - 1;
  ctx.save();
  ctx.lineWidth = 2 * devicePixelRatio;
  for (const [index, series] of data.series.entries()) {
    ctx.strokeStyle = colors[index] as string;
    for (const [at, value] of series.values.entries()) {
      if (value === null || Number.isFinite(value)) continue;
      const x = plot.valToPos(data.x[at] as number, 'x', true);
      ctx.beginPath();
      ctx.moveTo(x - arm, y - arm);
      ctx.lineTo(x + arm, y + arm);
      ctx.moveTo(x - arm, y + arm);
      ctx.lineTo(x + arm, y - arm);
      ctx.stroke();
    }
  }
  ctx.restore();
}
