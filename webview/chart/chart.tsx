import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';
import { announce } from '../base/announce';
import { useTheme } from '../base/theme';
import { plotOptions, plotRows } from './options';
import { nonFinite, shown, spreadText, type ChartData } from './series';
import { Table } from './table';

interface ChartProps {
  readonly label: string;
  readonly data: ChartData;
  /** Pixels. */
  readonly height?: number;
  /** Index of the point that is chosen, or null. */
  readonly selected: number | null;
  readonly onSelect: (index: number) => void;
  /** Enter, or a click on a point. */
  readonly onOpen?: (index: number) => void;
}

/**
 * Lines over a whole-number axis, each with its spread. The pointer or the arrow keys choose a point, Enter or a click
 * opens it, and the same numbers stand in a table one key (T) away.
 */
export function Chart({ label, data, height = 260, selected, onSelect, onOpen }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useTheme();
  const [table, setTable] = useState(false);
  const last = useRef({ data, onSelect, onOpen });
  last.current = { data, onSelect, onOpen };
  const shape = data.series.map((series) => `${series.label}${series.band ? '±' : ''}`).join('|');

  useEffect(() => {
    const element = box.current;
    if (!element || table) return;
    const opened = (index: number): void => {
      last.current.onSelect(index);
      last.current.onOpen?.(index);
    };
    const size = { width: Math.max(element.clientWidth, 200), height };
    const made = new uPlot(
      { ...plotOptions(() => last.current.data, theme, opened), ...size },
      plotRows(last.current.data),
      element,
    );
    plot.current = made;
    const resized = new ResizeObserver(() =>
      made.setSize({ width: Math.max(element.clientWidth, 200), height }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [theme, table, shape, height, data.xLabel]);

  useEffect(() => {
    plot.current?.setData(plotRows(data));
  }, [data]);

  useEffect(() => {
    const chart = plot.current;
    const x = selected === null ? undefined : data.x[selected];
    if (!chart) return;
    // The chart takes new data and a new size in a microtask of its own, and only then knows where a value stands.
    queueMicrotask(() => {
      if (plot.current !== chart) return;
      chart.setCursor(x === undefined ? { left: -10, top: -10 } : { left: chart.valToPos(x, 'x'), top: 10 });
    });
  }, [selected, data, theme, table]);

  const go = (index: number): void => {
    const next = Math.min(Math.max(index, 0), data.x.length - 1);
    onSelect(next);
    announce(pointText(data, next));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = selected ?? -1;
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: data.x.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined && data.x.length > 0) go(step);
    else if (event.key === 'Enter' && selected !== null) onOpen?.(selected);
    else if (event.key === 't' || event.key === 'T') setTable(true);
    else return;
    event.preventDefault();
  };

  const odd = data.series.reduce((sum, series) => sum + nonFinite(series), 0);
  return (
    <figure class="chart">
      <figcaption>
        <span class="legend">
          {data.series.map((series) => (
            <span key={series.label} class="key">
              <Swatch color={theme.color(series.color, '--vscode-foreground')} dash={series.dash} />
              {series.label}
            </span>
          ))}
        </span>
        {odd > 0 ? <vscode-badge>{odd} not finite</vscode-badge> : null}
        <vscode-button appearance="secondary" onClick={() => setTable(!table)}>
          {table ? 'Show Chart' : 'Show Table'}
        </vscode-button>
      </figcaption>
      {table ? (
        <Table label={label} data={data} selected={selected} onSelect={onSelect} onOpen={onOpen} />
      ) : (
        <div
          class="plot"
          ref={box}
          role="application"
          aria-label={`${label}. Arrow keys walk the points, Enter opens one, T shows a table.`}
          tabIndex={0}
          onKeyDown={onKeyDown}
        />
      )}
      <p class="point">{selected === null ? '\u00a0' : pointText(data, selected)}</p>
    </figure>
  );
}

/** A piece of a line as its key: the dashes of the line, in its colour. */
function Swatch({ color, dash }: { readonly color: string; readonly dash: readonly number[] }) {
  return (
    <svg width="22" height="8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="22"
        y2="4"
        stroke={color}
        stroke-width="2"
        stroke-dasharray={dash.join(' ') || undefined}
      />
    </svg>
  );
}

function pointText(data: ChartData, index: number): string {
  const x = data.x[index];
  if (x === undefined) return '\u00a0';
  const values = data.series.map((series) => {
    return `${series.label} ${shown(series.values[index])}${spreadText(series, index)}`;
  });
  const counts = (data.counts ?? []).map(
    ({ label, values }) => `${label.toLowerCase()} ${values[index] ?? 0}`,
  );
  return `${data.xLabel} ${x}: ${[...values, ...counts].join(', ')}`;
}
