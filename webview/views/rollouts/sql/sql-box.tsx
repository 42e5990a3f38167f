import { useEffect, useRef, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { Cell, ColumnInfo, SqlResult } from '../../../../core/protocol/store';
import { messageOf } from '../../../../core/message-of';
import type { Host } from '../../../base/host';
import { counted } from '../../../base/words';
import { fullText, numberWords } from '../table/cell';

interface SqlBoxProps {
  readonly host: Host<RolloutsView>;
  readonly columns: readonly ColumnInfo[];
  readonly sql: string;
  readonly open: boolean;
  readonly onSql: (sql: string) => void;
  readonly onToggle: (open: boolean) => void;
}

/** Most rows that are asked for. */
const MOST_ROWS = 500;

type Answer =
  | { readonly kind: 'none' | 'running' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly result: SqlResult };

/** A query over the view `rollouts`, and what it yields. */
export function SqlBox({ host, columns, sql, open, onSql, onToggle }: SqlBoxProps) {
  const [answer, setAnswer] = useState<Answer>({ kind: 'none' });
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  const run = (): void => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setAnswer({ kind: 'running' });
    host.channel
      .call('rollouts/sql', { sql, count: MOST_ROWS }, { signal: own.signal, timeout: Infinity })
      .then(
        (result) => {
          if (current.current === own) setAnswer({ kind: 'ready', result });
        },
        (error: unknown) => {
          if (current.current !== own) return;
          setAnswer(own.signal.aborted ? { kind: 'none' } : { kind: 'failed', message: messageOf(error) });
        },
      );
  };
  return (
    <details class="sql" open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>SQL</summary>
      {open ? (
        <div class="sql-body">
          <textarea
            class="text"
            aria-label="A SELECT over the view rollouts"
            rows={3}
            spellcheck={false}
            value={sql}
            onInput={(event) => onSql(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.stopPropagation();
              run();
            }}
          />
          <div class="toolbar">
            {answer.kind === 'running' ? (
              <vscode-button appearance="secondary" onClick={() => current.current?.abort()}>
                Cancel
              </vscode-button>
            ) : (
              <vscode-button onClick={run}>Run</vscode-button>
            )}
            <span class="quiet">
              One SELECT over the view <code>rollouts</code> (Ctrl+Enter runs it)
            </span>
            <span role="status">{answerWords(answer)}</span>
            <details>
              <summary>Columns</summary>
              <p class="quiet names">{columns.map(({ id }) => id).join(', ')}</p>
            </details>
          </div>
          {answer.kind === 'failed' ? (
            <p class="trace" role="alert">
              {answer.message}
            </p>
          ) : null}
          {answer.kind === 'ready' && answer.result.rows.length > 0 ? (
            <Result result={answer.result} />
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

function answerWords(answer: Answer): string {
  if (answer.kind === 'running') return 'Running…';
  if (answer.kind !== 'ready') return '';
  const { rows, more, ms } = answer.result;
  const time = `${Math.round(ms)} ms`;
  return more
    ? `The first ${counted(rows.length, 'row')} of more, in ${time}; a LIMIT or an aggregate narrows them down.`
    : `${counted(rows.length, 'row')} in ${time}`;
}

function Result({ result: { columns, rows } }: { readonly result: SqlResult }) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label="Rows of the query">
      <table>
        <thead>
          <tr>
            {columns.map(({ name, type }, at) => (
              <th key={at} title={type} dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td
                  key={column}
                  class={typeof value === 'number' ? 'number' : undefined}
                  title={fullText(value)}
                  dir="auto"
                >
                  {cellText(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Longest text of a cell. */
const LONGEST = 200;

function cellText(value: Cell): string {
  if (value === null) return '–';
  if (typeof value === 'number') return numberWords(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const text = typeof value === 'string' ? value : value.join(', ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
