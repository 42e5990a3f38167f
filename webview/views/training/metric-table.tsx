import { shown } from '../../chart/series';
import type { CheckedElement } from '../../ui';
import { extentOf, type Points } from './job-model';

interface TableProps {
  readonly metrics: ReadonlyMap<string, Points>;
  readonly over: boolean;
  /** Metrics that are drawn. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** Every metric with its last value and its extent; a box says whether its curve is drawn. */
export function MetricTable({ metrics, over, chosen, onChoose }: TableProps) {
  return (
    <section aria-label="Metrics" class="metrics">
      <h2>Metrics</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Curve</th>
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
          {[...metrics].map(([name, points]) => (
            <Row
              key={name}
              name={name}
              points={points}
              checked={chosen.includes(name)}
              onCheck={(checked) =>
                onChoose(checked ? [...chosen, name] : chosen.filter((each) => each !== name))
              }
            />
          ))}
        </tbody>
      </table>
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
