import type { QueryPlace } from '../../core/protocol/retrieval';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { Rollout } from '../../core/trace/model';
import type { FileRequest } from './file-request';
import { rolloutIn } from './rollout-text';

/** The query at an offset of a rollout's own text. */
export const queryPlace: FileRequest<RolloutAddress & { readonly offset: number }, QueryPlace | null> = {
  name: requests.queryPlace,
  async answer({ handle, signal }, { file, index, sample, offset }) {
    const record = await handle.existingRecord(index, signal);
    const rollout = { file, index, sample };
    return queryAt(rolloutIn(handle, record, rollout).rollout, rollout, offset);
  },
};

/** A query with its place and the range that counts as being at it. */
interface Placed extends QueryPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * The query at an offset of a rollout's own text: the one whose element covers it, else the last one that begins
 * before it, else the first. Null where there is none.
 */
export function queryAt({ turns }: Rollout, rollout: RolloutAddress, offset: number): QueryPlace | null {
  const queries = turns.flatMap((turn, at): Placed[] =>
    turn.queries.map((query, number) => {
      const own = turn.searches.length === turn.queries.length ? turn.searches[number] : undefined;
      const { start, end } = own ?? query;
      return { rollout, turn: at, query: number, start, end };
    }),
  );
  const before = queries.filter(({ start }) => start <= offset);
  const covering = before.findLast(({ end }) => offset <= end);
  const found = covering ?? before.at(-1) ?? queries[0];
  return found ? { rollout, turn: found.turn, query: found.query } : null;
}
