import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../core/protocol/panels/rollouts';
import type { FirstRows, StoreView } from '../../../core/protocol/store';
import type { Host } from '../../base/host';
import { RowSource } from './table/row-source';

interface Wish {
  /** Null while it is not known what is wanted, such as behind a filter with a fault. */
  readonly view: StoreView | null;
  readonly columns: readonly string[];
  readonly first: FirstRows | null;
  /** Where rows are wanted first. */
  readonly from: number;
}

/** The rows of the table, drawn again whenever they change; `orders` counts the orders there were. */
export function useRows(
  host: Host<RolloutsView>,
  { view, columns, first, from }: Wish,
): { readonly source: RowSource; readonly version: number } {
  const [version, setVersion] = useState(0);
  const source = useMemo(
    () =>
      new RowSource(
        (params, signal) => host.channel.call('rollouts/page', params, { signal, timeout: Infinity }),
        () => setVersion((count) => count + 1),
      ),
    [host],
  );
  useEffect(() => () => source.close(), [source]);
  useEffect(() => source.choose(columns), [source, columns]);
  useEffect(() => {
    if (view) source.show(view, from);
  }, [source, view]);
  useEffect(() => {
    if (first) source.seed(first);
  }, [source, first]);
  return { source, version };
}
