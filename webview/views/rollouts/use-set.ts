import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CallGivenUp } from '../../../core/protocol/panels/channel';
import type { ColumnChoice, RolloutsView } from '../../../core/protocol/panels/rollouts';
import type { ColumnInfo, FirstRows, StoreState } from '../../../core/protocol/store';
import { messageOf } from '../../../core/message-of';
import type { Host } from '../../base/host';
import { useCall } from '../../base/use-call';

/** What is known of the set, from its files and from the store. */
export interface SetKnowledge {
  readonly state: StoreState | null;
  readonly first: FirstRows | null;
  readonly columns: readonly ColumnInfo[];
  /** Why the set cannot be opened, or null. */
  readonly message: string | null;
  readonly retry: () => void;
}

/** Holds the set open as long as the page is there, and reads its first rows at once. */
export function useSet(host: Host<RolloutsView>): SetKnowledge {
  const [state, setState] = useState<StoreState | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const own = new AbortController();
    setMessage(null);
    host.channel
      .call('rollouts/open', null, { signal: own.signal, onProgress: setState, timeout: Infinity })
      .then(
        () => undefined,
        (error: unknown) => {
          if (!own.signal.aborted && !(error instanceof CallGivenUp)) setMessage(messageOf(error));
        },
      );
    return () => own.abort();
  }, [host, attempt]);
  const held = useCall<FirstRows>(
    ({ signal }) => host.channel.call('rollouts/first', null, { signal, timeout: Infinity }),
    [host, attempt],
  );
  const first = held.state === 'ready' ? held.value : held.stale;
  // States come several times a second, nearly always with the same columns.
  const columns = useSame(state && state.columns.length > 0 ? state.columns : (first?.columns ?? NONE));
  return {
    state,
    first,
    columns,
    message: message ?? (state === null && held.state === 'failed' ? held.message : null),
    retry: () => setAttempt((count) => count + 1),
  };
}

const NONE: readonly ColumnInfo[] = [];

/** The same object as long as its JSON is the same. */
export function useSame<T>(value: T): T {
  const json = JSON.stringify(value);
  return useMemo(() => value, [json]);
}

/** Milliseconds after which a change of the columns is kept: a drag makes many. */
const KEEP_MS = 300;

/** The columns that the reader chose: from the extension, and kept there. */
export function useColumns(host: Host<RolloutsView>): {
  /** Undefined until it is known. */
  readonly choice: ColumnChoice | null | undefined;
  readonly choose: (choice: ColumnChoice | null) => void;
} {
  const [choice, setChoice] = useState<ColumnChoice | null | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const own = new AbortController();
    host.channel.call('rollouts/columns', null, { signal: own.signal }).then(
      (kept) => setChoice((now) => now ?? kept),
      // Without what was kept there are still the columns that are shown by themselves.
      () => {
        if (!own.signal.aborted) setChoice((now) => now ?? null);
      },
    );
    return () => own.abort();
  }, [host]);
  const choose = (next: ColumnChoice | null): void => {
    setChoice(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The extension says what went wrong; the page goes on with the choice.
      host.channel.call('rollouts/keepColumns', next).catch(() => undefined);
    }, KEEP_MS);
  };
  return { choice, choose };
}
