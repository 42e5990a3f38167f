import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../../chart/chart';
import { shown } from '../../chart/series';
import type { CheckedElement } from '../../ui';
import { chartDataOf, defaultChoice, groupsOf, type MetricGroup } from './chart-data';
import { extentOf, type Points } from './job-model';

interface MetricsProps {
  readonly metrics: ReadonlyMap<string, Points>;
  readonly over: boolean;
  /** Metrics that the reader chose; null for those that are shown by themselves. */
  readonly chosen: readonly string[] | null;
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The curves of a job: a chart for metrics that measure the same, and a table of them all. */
export function Metrics({ metrics, over, chosen, onChoose }: MetricsProps) {
  const names = [...metrics.keys()];
  const shownNames = chosen ?? defaultChoice(names);
  if (names.length === 0)
    return (
      <section aria-label="Metrics">
        <h2>Metrics</h2>
        <p class="quiet">{over ? 'The job measured nothing.' : 'Curves appear with the first step.'}</p>
      </section>
    );
  return (
    <section aria-label="Metrics" class="metrics">
      <h2>Metrics</h2>
      <div class="charts">
        {groupsOf(names, shownNames).map((group) => (
          <GroupChart key={group.names.join(' ')} group={group} metrics={metrics} />
        ))}
      </div>
      <div class="table-box" tabIndex={0} role="region" aria-label="Values of the metrics">
        <table>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col" class="number">
                {over ? 'Final' : 'Last'}
              </th>
              <th scope="col" class="number">
                Lowest
              </th>
              <th scope="col" class="number">
                Highest
              </th>
              <th scope="col" class="number">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <Row
                key={name}
                name={name}
                points={metrics.get(name) ?? { steps: [], values: [] }}
                checked={shownNames.includes(name)}
                onCheck={(checked) =>
                  onChoose(checked ? [...shownNames, name] : shownNames.filter((each) => each !== name))
                }
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly points: Points;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
}

function Row({ name, points, checked, onCheck }: RowProps) {
  const { last, least, greatest, count } = extentOf(points);
  return (
    <tr data-metric={name}>
      <th scope="row">
        <vscode-checkbox
          checked={checked}
          aria-label={`Curve of ${name}`}
          onChange={(event) => {
            const now = (event.currentTarget as unknown as CheckedElement).checked;
            // Setting the property in code is a change too.
            if (now !== checked) onCheck(now);
          }}
        >
          {name}
        </vscode-checkbox>
      </th>
      <td class="number">{shown(last)}</td>
      <td class="number">{shown(least)}</td>
      <td class="number">{shown(greatest)}</td>
      <td class="number">{count}</td>
    </tr>
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
