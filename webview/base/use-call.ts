import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { CallGivenUp } from '../../core/protocol/panels/channel';
import { messageOf } from '../../core/message-of';

/** How an asynchronous value is. A value that is being renewed stays in sight (`stale`). */
export type Loaded<T, P> =
  | {
      readonly state: 'loading';
      readonly stale: T | null;
      readonly progress: P | null;
      readonly cancel: () => void;
    }
  | { readonly state: 'ready'; readonly value: T; readonly retry: () => void }
  | {
      readonly state: 'failed';
      readonly stale: T | null;
      readonly message: string;
      readonly retry: () => void;
    };

interface Work<P> {
  readonly signal: AbortSignal;
  progress(value: P): void;
}

type Held<T, P> =
  | { readonly state: 'loading'; readonly stale: T | null; readonly progress: P | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly stale: T | null; readonly message: string };

/**
 * Runs `work` whenever one of `inputs` changes, and again on `retry`. What an earlier run brings later is dropped;
 * a run that nobody waits for any more is cancelled.
 */
export function useCall<T, P = never>(
  work: (context: Work<P>) => Promise<T>,
  inputs: readonly unknown[],
): Loaded<T, P> {
  const [held, setHeld] = useState<Held<T, P>>({ state: 'loading', stale: null, progress: null });
  const [attempt, setAttempt] = useState(0);
  const current = useRef<AbortController>(null);

  useEffect(() => {
    const own = new AbortController();
    current.current = own;
    setHeld((before) => ({ state: 'loading', stale: lastValue(before), progress: null }));
    const alive = (): boolean => !own.signal.aborted;
    const progress = (value: P): void => {
      if (alive()) setHeld((now) => (now.state === 'loading' ? { ...now, progress: value } : now));
    };
    work({ signal: own.signal, progress }).then(
      (value) => {
        if (alive()) setHeld({ state: 'ready', value });
      },
      (error: unknown) => {
        if (!alive() && !(own.signal.reason instanceof Stopped)) return;
        const message = error instanceof CallGivenUp ? 'This was cancelled.' : messageOf(error);
        setHeld((before) => ({ state: 'failed', stale: lastValue(before), message }));
      },
    );
    return () => own.abort();
    // The caller names what `work` depends on.
  }, [...inputs, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const cancel = useCallback(() => current.current?.abort(new Stopped('cancelled')), []);
  return held.state === 'loading' ? { ...held, cancel } : { ...held, retry };
}

/** The reader cancelled, which is told; a run that is only superseded is not. */
class Stopped extends Error {}

function lastValue<T, P>(held: Held<T, P>): T | null {
  return held.state === 'ready' ? held.value : held.stale;
}
