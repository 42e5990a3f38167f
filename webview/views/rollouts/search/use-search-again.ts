import { useEffect, useRef } from 'preact/hooks';
import { CallFailed } from '../../../../core/protocol/panels/channel';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { Filter, SearchParams } from '../../../../core/protocol/store';
import type { Host } from '../../../base/host';
import type { KeptSearch } from '../state';

/**
 * Searches again where rollouts did not come because the store was started anew since: what searches found is gone with
 * the one before. Once for each search; one that this editor did not begin stays a condition that is told as missing.
 */
export function useSearchAgain(
  { channel }: Pick<Host<RolloutsView>, 'channel'>,
  conditions: readonly Filter[],
  searches: readonly KeptSearch[],
  failed: boolean,
  start: (params: Omit<SearchParams, 'filter'>) => void,
): void {
  const tried = useRef(new Set<number>());
  const latest = useRef(start);
  latest.current = start;
  const kept = failed ? keptOf(conditions, searches) : null;
  const search = kept?.search;
  useEffect(() => {
    if (!kept || tried.current.has(kept.search)) return undefined;
    const own = new AbortController();
    void isGone(channel, kept.search, own.signal).then((gone) => {
      if (!gone || own.signal.aborted) return;
      tried.current.add(kept.search);
      const { text, regex, matchCase } = kept;
      latest.current({ text, regex, matchCase });
    });
    return () => own.abort();
  }, [channel, search]);
}

/** The search of a condition that must hold, as far as it is remembered. */
export function keptOf(conditions: readonly Filter[], searches: readonly KeptSearch[]): KeptSearch | null {
  const named = conditions.find((condition) => condition.kind === 'found');
  return searches.find(({ search }) => search === named?.search) ?? null;
}

/** Whether the store does not know a search. */
async function isGone(
  channel: Host<RolloutsView>['channel'],
  search: number,
  signal: AbortSignal,
): Promise<boolean> {
  const view = { filter: { kind: 'found', search }, sort: [] } as const;
  try {
    await channel.call('rollouts/page', { view, columns: [], snapshot: null, from: 0, count: 1 }, { signal });
    return false;
  } catch (error) {
    return error instanceof CallFailed;
  }
}
