import type { Filter } from '../../protocol/store';
import { ROLLOUTS } from './layout';
import { filterSql, where, type Moment, type Reads } from './reads';
import type { RowPlace } from './row-store';

/** Rows of one answer. */
const AT_A_TIME = 4096;

/**
 * Places of the rows that pass, in order of file, record and sample, as they were when it was asked. No query outlives an
 * answer: a search takes minutes, and a transaction that long would keep the log from being written back.
 */
export async function* placesOf(
  reads: Reads,
  filter: Filter | null,
  signal?: AbortSignal,
): AsyncGenerator<readonly RowPlace[]> {
  const moment = reads.now();
  const passes = filterSql(filter, moment);
  const bound = `row < ${moment.state.next}`;
  if (moment.state.ordered) {
    yield* walk((last) => [where(`row > ${last?.row ?? -1}`, bound, passes), '']);
    return;
  }
  for (const file of await filesIn(reads, moment, signal))
    yield* walk((last) => [
      where(`file = ${file}`, bound, passes, last && `(idx, sample) > (${last.index}, ${last.sample})`),
      'ORDER BY idx, sample',
    ]);

  async function* walk(
    query: (last: RowPlace | null) => readonly [conditions: string, order: string],
  ): AsyncGenerator<readonly RowPlace[]> {
    for (let last: RowPlace | null = null; ;) {
      const [conditions, order] = query(last);
      const rows = await reads.select(
        `SELECT row, file, idx, sample, byte_start, byte_end FROM ${ROLLOUTS} ${conditions} ${order} LIMIT ${AT_A_TIME}`,
        signal,
      );
      const places = rows.map((row): RowPlace => {
        const [number = 0, file = 0, index = 0, sample = 0, byteStart = 0, byteEnd = 0] = row.map(Number);
        return { row: number, file, index, sample, byteStart, byteEnd };
      });
      if (places.length > 0) yield places;
      last = places.at(-1) ?? null;
      if (!last || places.length < AT_A_TIME) return;
    }
  }
}

async function filesIn(reads: Reads, { state }: Moment, signal?: AbortSignal): Promise<number[]> {
  const rows = await reads.select(
    `SELECT DISTINCT file FROM ${ROLLOUTS} WHERE row < ${state.next} ORDER BY file`,
    signal,
  );
  return rows.map(([file]) => Number(file));
}
