import { useEffect, useRef, useState } from 'preact/hooks';
import { CallGivenUp } from '../../../../core/protocol/panels/channel';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { SearchParams, SearchProgress } from '../../../../core/protocol/store';
import { messageOf } from '../../../../core/message-of';
import type { Host } from '../../../base/host';

export interface RunningSearch {
  readonly params: SearchParams;
  readonly progress: SearchProgress | null;
  readonly running: boolean;
  readonly message: string | null;
}

/** A search through the texts of all rollouts: one at a time, a new one ends the one before. */
export function useSearch(
  host: Host<RolloutsView>,
  onFound: (found: SearchProgress, params: SearchParams) => void,
): {
  readonly search: RunningSearch | null;
  readonly start: (params: SearchParams) => void;
  readonly cancel: () => void;
  readonly clear: () => void;
} {
  const [search, setSearch] = useState<RunningSearch | null>(null);
  const current = useRef<AbortController>(null);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => () => current.current?.abort(), []);

  const start = (params: SearchParams): void => {
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    const alive = (): boolean => current.current === own;
    setSearch({ params, progress: null, running: true, message: null });
    const onProgress = (progress: SearchProgress): void => {
      if (alive()) setSearch((now) => now && { ...now, progress });
    };
    host.channel.call('rollouts/search', params, { signal: own.signal, onProgress, timeout: Infinity }).then(
      (progress) => {
        if (!alive()) return;
        setSearch({ params, progress, running: false, message: null });
        found.current(progress, params);
      },
      (error: unknown) => {
        if (!alive()) return;
        const message = error instanceof CallGivenUp ? null : messageOf(error);
        // What was found until then can still be looked at.
        setSearch((now) => now && { ...now, running: false, message });
      },
    );
  };
  return {
    search,
    start,
    cancel: () => current.current?.abort(),
    clear: () => {
      current.current?.abort();
      current.current = null;
      setSearch(null);
    },
  };
}
