import type { CodeLens, Command, Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  REPLAY_SEARCH,
  SHOW_DOCUMENTS,
  type ReplaySearchArguments,
  type ShowDocumentsArguments,
} from '../../core/protocol/commands';
import type { PlacedRollout } from '../places/placed-rollout';
import { rangeIn } from '../places/places';
import type { RolloutFeature } from './provider';
import { searchSummary } from './searches';

/** What a lens carries until the editor wants its title: which search it stands over. */
export interface LensData {
  readonly uri: string;
  /** Offset of the search in its rollout's own text, and of the rollout among those of the document. */
  readonly offset: number;
  readonly rollout: number;
}

/**
 * Two lenses over each search: what it brought, without its title, since where golds stand is worked out when it is
 * shown; and one to replay it, where the rollout stands in a file.
 */
export function searchLens(
  uri: string,
  numbers: ReadonlyMap<PlacedRollout, number>,
): RolloutFeature<CodeLens> {
  return {
    name: 'code lens',
    *of(placed) {
      for (const { range } of placed.searches) {
        const data: LensData = { uri, offset: range.start, rollout: numbers.get(placed) ?? 0 };
        yield { range: rangeIn(placed.places, range), data };
        if (placed.address) yield replayLens(rangeIn(placed.places, range), [placed.address, range.start]);
      }
    },
  };
}

function replayLens(range: Range, target: ReplaySearchArguments): CodeLens {
  return { range, command: { title: 'Replay', command: REPLAY_SEARCH, arguments: [...target] } };
}

/** The title and the command of a lens; null where its search is gone. */
export function lensCommand(
  placed: PlacedRollout,
  { uri, offset }: LensData,
  document: TextDocument | undefined,
): Command | null {
  const search = placed.searchFrom(offset);
  if (!search) return null;
  const position = placed.places.startAt(offset);
  const target = placed.address ?? uri;
  const inTarget = placed.address ? offset : (document?.offsetAt(position) ?? offset);
  const shown: ShowDocumentsArguments = [target, inTarget, position];
  return { title: searchSummary(placed, search), command: SHOW_DOCUMENTS, arguments: [...shown] };
}

/** Reads what a lens carried; null where it is not one of ours. */
export function lensData(data: unknown): LensData | null {
  if (typeof data !== 'object' || data === null) return null;
  const { uri, offset, rollout } = data as Partial<Record<keyof LensData, unknown>>;
  return typeof uri === 'string' && typeof offset === 'number' && typeof rollout === 'number'
    ? { uri, offset, rollout }
    : null;
}
