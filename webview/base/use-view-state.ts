import { useCallback, useState } from 'preact/hooks';
import type { ViewContract } from '../../core/protocol/panels/page';
import type { Host } from './host';

/**
 * State of a view that survives a reload of the window: a cursor, a choice, never data. `read` makes a state of
 * whatever an earlier version may have stored, and the first one of `undefined`.
 */
export function useViewState<V extends ViewContract, S>(
  host: Host<V>,
  read: (stored: unknown) => S,
): readonly [S, (change: Partial<S>) => void] {
  const [state, setState] = useState(() => read(host.viewState));
  const change = useCallback(
    (part: Partial<S>) =>
      setState((before) => {
        const next = { ...before, ...part };
        host.keep(next);
        return next;
      }),
    [host],
  );
  return [state, change];
}
