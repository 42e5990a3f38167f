import { shown, spreadText, type ChartData } from './series';

interface TableProps {
  readonly label: string;
  readonly data: ChartData;
  readonly selected: number | null;
  readonly onSelect: (index: number) => void;
  readonly onOpen?: ((index: number) => void) | undefined;
}

/** The numbers of a chart. Each row is a button: what a click on the point does, it does. */
export function Table({ label, data, selected, onSelect, onOpen }: TableProps) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{data.xLabel}</th>
            {data.series.map((series) => (
              <th key={series.label} scope="col" class="number">
                {series.label}
              </th>
            ))}
            {data.counts?.map(({ label: name }) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.x.map((x, index) => (
            <tr key={x} class={index === selected ? 'chosen' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    onSelect(index);
                    onOpen?.(index);
                  }}
                >
                  {x}
                </button>
              </th>
              {data.series.map((series) => (
                <td key={series.label} class="number">
                  {shown(series.values[index])}
                  <span class="spread">{spreadText(series, index)}</span>
                </td>
              ))}
              {data.counts?.map(({ label: name, values }) => (
                <td key={name} class="number">
                  {values[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
