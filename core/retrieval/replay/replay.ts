import type { RolloutFile } from '../../rollouts/rollout-file';
import type { RetrievalClient } from '../client';
import { compareSearch } from '../compare/compare';
import type { GoldPath } from '../compare/golds';
import type { Receipt } from '../receipt';
import { searchesOf, searchGoldsOf } from './searches';

/** One search, then and now, as `tracehop replay` prints it. */
export interface ReplayedSearch {
  /** Id of the rollout. */
  readonly id: string;
  /** Index of the turn, from 0. */
  readonly turn: number;
  readonly query: string;
  /** Titles in the order of their ranks; null for a document without one. */
  readonly recorded: readonly (string | null)[];
  readonly replayed: readonly (string | null)[];
  /** |recorded ∩ replayed| / |recorded| by normalised title, 0 to 1; null where nothing was recorded. */
  readonly overlap: number | null;
  /** Rank, from 1, of the first gold document; null where there is none. */
  readonly goldRankRecorded: number | null;
  readonly goldRankReplayed: number | null;
  /** How gold was decided; null where the file names no golds that can be looked for. */
  readonly goldPath: GoldPath | null;
  readonly receipt: Receipt & { readonly k: number };
}

/** Documents asked for where the recorded search brought none: what Search-R1 retrieves. */
export const REPLAYED_DOCUMENTS = 3;

/** How to replay. */
export interface ReplayRequest {
  readonly index: string;
  readonly engine: string;
  /** Documents asked for; as many as were recorded for a query where nothing is said. */
  readonly k?: number;
}

/** What a file's replay brings after each record: its searches, and how far the file is read, in bytes. */
export interface ReplayedEntry {
  readonly searches: readonly ReplayedSearch[];
  readonly byteEnd: number;
}

/** Replays every search of every rollout of a file, in order. */
export async function* replayFile(
  retrieval: RetrievalClient,
  file: RolloutFile,
  { index, engine, k: fixed }: ReplayRequest,
  signal?: AbortSignal,
): AsyncGenerator<ReplayedEntry> {
  for await (const { rollouts, place } of file.entries(0, signal)) {
    const searches: ReplayedSearch[] = [];
    for (const rollout of rollouts) {
      const recorded = searchesOf(rollout);
      if (recorded.length === 0) continue;
      const asked = recorded.map(({ query, documents }) => ({
        query,
        k: fixed ?? (documents.length > 0 ? documents.length : REPLAYED_DOCUMENTS),
      }));
      const { results, receipt } = await retrieval.retrieve(index, engine, asked, signal);
      const golds = searchGoldsOf(rollout);
      for (const [at, { id, turn, query, documents }] of recorded.entries()) {
        const hits = results[at]?.hits ?? [];
        const { overlap, goldRankRecorded, goldRankReplayed, goldPath } = compareSearch(
          documents,
          hits,
          golds,
        );
        searches.push({
          id,
          turn,
          query,
          recorded: documents.map(({ title }) => title),
          replayed: hits.map(({ title }) => title),
          overlap,
          goldRankRecorded,
          goldRankReplayed,
          goldPath,
          receipt: { ...receipt, k: asked[at]?.k ?? 0 },
        });
      }
    }
    yield { searches, byteEnd: place.byteEnd };
  }
}
