import type { Explained, TotalHere } from '../../../core/protocol/panels/explain';
import { amount, duration } from './words';

interface CountersProps {
  readonly explained: Explained;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onReset: () => void;
}

/** What all explanations took, by model: in this window, and since the counters were reset. */
export function Counters({ explained, open, onOpen, onReset }: CountersProps) {
  const { session, totals } = explained;
  if (totals.length === 0 && session.length === 0) return null;
  const priced = [...session, ...totals].some(({ money }) => money !== null);
  return (
    <details class="counters" open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>All explanations</summary>
      <Table title="In this window" rows={session} priced={priced} />
      <Table title="Since the counters were reset" rows={totals} priced={priced} />
      <button type="button" class="link" onClick={onReset}>
        Reset Counters
      </button>
    </details>
  );
}

interface TableProps {
  readonly title: string;
  readonly rows: readonly TotalHere[];
  readonly priced: boolean;
}

function Table({ title, rows, priced }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <div class="table-box" role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Asked</th>
            <th scope="col">Prompt tokens</th>
            <th scope="col">Completion tokens</th>
            <th scope="col">Requests</th>
            <th scope="col">Repeated</th>
            <th scope="col">Time</th>
            {priced ? <th scope="col">Cost</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.endpoint} ${row.model}`}>
              <th scope="row">
                {row.model} <span class="quiet">{row.endpoint}</span>
              </th>
              <td>{askedWords(row)}</td>
              <td>{row.promptTokens.toLocaleString()}</td>
              <td>{row.completionTokens.toLocaleString()}</td>
              <td>{row.requests.toLocaleString()}</td>
              <td>{row.retries.toLocaleString()}</td>
              <td>{duration(row.ms)}</td>
              {priced ? <td>{row.money === null ? '–' : amount(row.money)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ estimatedTokens }) => estimatedTokens > 0) ? (
        <p class="quiet">
          Some of the tokens are estimates:{' '}
          {rows.reduce((sum, row) => sum + row.estimatedTokens, 0).toLocaleString()}, where the endpoint did
          not count.
        </p>
      ) : null}
    </div>
  );
}

/** `5 (1 failed, 2 stopped)` */
function askedWords({ chats, failed, cancelled }: TotalHere): string {
  const odd = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} stopped`] : []),
  ];
  return odd.length > 0 ? `${chats} (${odd.join(', ')})` : String(chats);
}
