import { useCallback, useEffect, useState } from 'preact/hooks';
import { CallGivenUp } from '../../../core/protocol/panels/channel';
import type { ExplainView } from '../../../core/protocol/panels/explain';
import { messageOf } from '../../../core/message-of';
import type { ViewProps } from '../../base/view';
import { arrived, loaded, type Shown } from './state';

interface UseExplained {
  readonly shown: Shown | null;
  /** Why it could not be loaded, or null. */
  readonly failed: string | null;
  readonly load: () => void;
}

/** The explanation as the extension has it: loaded whenever something changed, its text as it arrives. */
export function useExplained({
  host,
  events,
}: Pick<ViewProps<ExplainView>, 'host' | 'events'>): UseExplained {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const load = useCallback(() => {
    host.channel.call('explain/load', null, { latest: true }).then(
      (explained) => {
        setFailed(null);
        setShown((before) => loaded(before, explained, performance.now()));
      },
      (error: unknown) => {
        if (!(error instanceof CallGivenUp)) setFailed(messageOf(error));
      },
    );
  }, [host]);
  useEffect(() => {
    load();
    const offChanged = events.on('explain/changed', load);
    const offArrived = events.on('explain/arrived', (arrival) =>
      setShown((before) => {
        const next = arrived(before, arrival);
        if (next) return next;
        load();
        return before;
      }),
    );
    return () => {
      offChanged();
      offArrived();
    };
  }, [events, load]);
  return { shown, failed, load };
}

/** A clock that ticks while somebody looks: `performance.now()`, so many times a second. */
export function useClock(runs: boolean, perSecond: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!runs) return undefined;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000 / perSecond);
    return () => clearInterval(timer);
  }, [runs, perSecond]);
  return now;
}
