import type { Explained, TotalHere } from '../../../core/protocol/panels/explain';
import { whole } from '../../base/words';
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
  const same = JSON.stringify(session) === JSON.stringify(totals);
  return (
    <details class="counters" open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>All explanations</summary>
      {same ? null : <Table title="In this window" rows={session} priced={priced} />}
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
        <caption>
          {title} <span class="quiet">prompt and completion in tokens</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Asked</th>
            <th scope="col">Prompt</th>
            <th scope="col">Completion</th>
            <th scope="col">Requests</th>
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
              <td>
                {withOdd(row.chats, [
                  [row.failed, 'failed'],
                  [row.cancelled, 'stopped'],
                ])}
              </td>
              <td>{whole(row.promptTokens)}</td>
              <td>{whole(row.completionTokens)}</td>
              <td>{withOdd(row.requests, [[row.retries, 'repeated']])}</td>
              <td>{duration(row.ms)}</td>
              {priced ? <td>{row.money === null ? '–' : amount(row.money)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ estimatedTokens }) => estimatedTokens > 0) ? (
        <p class="quiet">
          Some of the tokens are estimates: {whole(rows.reduce((sum, row) => sum + row.estimatedTokens, 0))},
          where the endpoint did not count.
        </p>
      ) : null}
    </div>
  );
}

/** `5 (1 failed, 2 stopped)` */
function withOdd(all: number, parts: readonly (readonly [number, string])[]): string {
  const odd = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return odd.length > 0 ? `${whole(all)} (${odd.join(', ')})` : whole(all);
}
