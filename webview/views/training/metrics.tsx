import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../../chart/chart';
import { chartDataOf, groupsOf, type MetricGroup } from './chart-data';
import type { Points } from './job-model';

interface CurvesProps {
  readonly metrics: ReadonlyMap<string, Points>;
  readonly over: boolean;
  /** Metrics that are drawn. */
  readonly chosen: readonly string[];
}

/** The curves of a job: a chart for metrics that measure the same. */
export function Curves({ metrics, over, chosen }: CurvesProps) {
  const names = [...metrics.keys()];
  return (
    <section aria-label="Curves">
      {names.length === 0 ? (
        <p class="quiet">{over ? 'The job measured nothing.' : 'Curves appear with the first step.'}</p>
      ) : (
        <div class="charts">
          {groupsOf(names, chosen).map((group) => (
            <GroupChart key={group.names.join(' ')} group={group} metrics={metrics} />
          ))}
        </div>
      )}
    </section>
  );
}

interface GroupChartProps {
  readonly group: MetricGroup;
  readonly metrics: ReadonlyMap<string, Points>;
}

function GroupChart({ group, metrics }: GroupChartProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const data = useMemo(() => chartDataOf(group, metrics), [group.names.join(' '), metrics]);
  return (
    <Chart
      label={`${group.title} by step`}
      data={data}
      height={200}
      selected={selected}
      onSelect={setSelected}
    />
  );
}
