import type { Cell, ColumnKind } from '../../../../core/protocol/store';
import { shown } from '../../../chart/series';

/** Longest text of a cell that is drawn: no screen is wider. */
const LONGEST = 300;
/** Most chips of a list that are drawn. */
const MOST_CHIPS = 12;

interface CellValueProps {
  readonly kind: ColumnKind;
  /** Undefined while it is read. */
  readonly value: Cell | undefined;
}

/** A value as the table shows it. Texts of files become text nodes and nothing else. */
export function CellValue({ kind, value }: CellValueProps) {
  if (value === undefined) return <span class="quiet">…</span>;
  if (value === null || (Array.isArray(value) && value.length === 0))
    return (
      <span class="quiet">
        <span aria-hidden="true">–</span>
        <span class="sr-only">{value === null ? 'unknown' : 'none'}</span>
      </span>
    );
  if (Array.isArray(value)) return <Chips values={value as readonly string[]} />;
  if (typeof value === 'boolean')
    return (
      <span>
        <span aria-hidden="true">{value ? '✓' : '✗'}</span>
        <span class="sr-only">{value ? 'yes' : 'no'}</span>
      </span>
    );
  if (typeof value === 'number') return <span>{kind === 'text' ? String(value) : numberWords(value)}</span>;
  return <span dir="auto">{oneLine(String(value))}</span>;
}

/** A number as cells show it; the whole one is in the cell's title. */
export function numberWords(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size >= 10_000 && size < 1e15) return value.toLocaleString('en');
  // Columns of scores are narrow.
  return size >= 0.001 && size < 1 ? String(Number(value.toFixed(3))) : shown(value);
}

/** What a cell holds in full, for its title. */
export function fullText(value: Cell | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** The beginning of a text without line breaks, which a row has no place for. */
function oneLine(text: string): string {
  const start = text.slice(0, LONGEST).replace(/\s+/g, ' ').trimStart();
  return text.length > LONGEST ? `${start}…` : start;
}

function Chips({ values }: { readonly values: readonly string[] }) {
  return (
    <span class="chips">
      {values.slice(0, MOST_CHIPS).map((value, at) => (
        <span key={at} class="chip" dir="auto">
          {oneLine(value)}
        </span>
      ))}
      {values.length > MOST_CHIPS ? <span class="quiet">+{values.length - MOST_CHIPS}</span> : null}
    </span>
  );
}
