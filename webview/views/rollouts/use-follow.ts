import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { StoreState } from '../../../core/protocol/store';
import { stepFor } from './follow';
import type { RowSource } from './table/row-source';
import type { TableHandle } from './table/grid';
import type { Active } from './use-active';

interface FollowProps {
  readonly source: RowSource;
  readonly state: StoreState | null;
  readonly sorted: boolean;
  readonly table: RefObject<TableHandle | null>;
  readonly active: Active;
}

/** Milliseconds between two looks at rows that are being added. */
const RENEW_MS = 600;

/** Takes rows that came since where nothing moves by it; elsewhere says what the reader may be offered. */
export function useFollow({ source, state, sorted, table, active }: FollowProps): {
  readonly more: number | null;
} | null {
  const { generation, inWork, rows, settled, renewing, message } = source;
  const place = table.current?.place() ?? { atTop: true, atEnd: false };
  const step = state && stepFor(state, { generation, inWork, rows, settled, sorted, ...place });
  const renews = step?.kind === 'renew' && message === null;
  const end = step?.kind === 'renew' && step.end;
  useEffect(() => {
    if (!renews || renewing) return undefined;
    const timer = setTimeout(() => {
      if (end) active.followEnd();
      source.renew();
    }, RENEW_MS);
    return () => clearTimeout(timer);
  }, [source, renews, end, renewing]);
  return step?.kind === 'offer' ? step : null;
}
