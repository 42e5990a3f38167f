import { basename } from 'node:path';
import {
  MOST_TEXT,
  type ComparedDocument,
  type ReplayParams,
  type SearchReplay,
} from '../../core/protocol/retrieval';
import { goldInDocument } from '../../core/findings/containment';
import type { RetrievalClient } from '../../core/retrieval/client';
import { compareSearch, type ComparedEntry } from '../../core/retrieval/compare/compare';
import type { GoldPath } from '../../core/retrieval/compare/golds';
import type { Hit } from '../../core/retrieval/store/open-index';
import { REPLAYED_DOCUMENTS } from '../../core/retrieval/replay/replay';
import { searchGoldsOf } from '../../core/retrieval/replay/searches';
import type { Document } from '../../core/trace/model';
import { betweenPairs } from '../../core/trace/text';
import { UserError } from '../host/user-error';
import type { PlacedRollout } from '../places/placed-rollout';
import { summaryOf } from './summary';

/** Replays one query of a rollout. Rejects with a `UserError` where the rollout has no such query. */
export async function replaySearch(
  retrieval: RetrievalClient,
  placed: PlacedRollout,
  params: ReplayParams,
  signal: AbortSignal,
): Promise<SearchReplay> {
  const { rollout } = placed;
  const turn = rollout.turns[params.turn];
  const recordedQuery = turn?.queries[params.query];
  if (!turn || !recordedQuery) {
    throw new UserError(`${rollout.id} has no query ${params.query + 1} in turn ${params.turn + 1}`);
  }
  const recorded = turn.documents
    .map((document, number) => ({ ...document, number }))
    .filter(({ query }) => query === params.query)
    .sort((left, right) => left.rank - right.rank);
  const query = params.text?.trim() ?? recordedQuery.text;
  const topK = params.topK ?? (recorded.length > 0 ? recorded.length : REPLAYED_DOCUMENTS);
  const info = await retrieval.describe(params.index, signal);
  const { results, receipt } = await retrieval.retrieve(
    params.index,
    params.engine,
    [{ query, k: topK }],
    signal,
  );
  const [result] = results;
  const golds = searchGoldsOf(rollout);
  const compared = compareSearch(recorded, result?.hits ?? [], golds);
  const entries = compared.rows;
  return {
    id: rollout.id,
    question: rollout.question,
    golds: rollout.golds,
    queries: rollout.turns.flatMap(({ queries }, at) =>
      queries.map(({ text }, number) => ({ turn: at, query: number, text })),
    ),
    recordedQuery: recordedQuery.text,
    query,
    topK,
    engine: params.engine,
    recorded: entries.flatMap((row) =>
      row.recorded ? [shown(placed, row.rank, row.recorded, golds.answers)] : [],
    ),
    replayed: entries.flatMap((row) =>
      row.replayed ? [shown(placed, row.rank, row.replayed, golds.answers)] : [],
    ),
    overlap: compared.overlap,
    goldRankRecorded: compared.goldRankRecorded,
    goldRankReplayed: compared.goldRankReplayed,
    goldPath: GOLD_PATH[compared.goldPath ?? 'unknown'],
    ms: result?.ms ?? 0,
    index: summaryOf(info),
    receipt: JSON.stringify({ ...receipt, k: topK, query, file: basename(params.index) }, null, 2),
  };
}

/** How gold documents were told, for the reader. */
const GOLD_PATH: Readonly<Record<GoldPath | 'unknown', string>> = {
  title: 'A document is gold where its title is among the supporting ones that the file names.',
  'answer-in-text': 'A document is gold where a gold answer stands in it, normalised as the reward does it.',
  unknown: 'The file names no gold that could be looked for in documents.',
};

function shown(
  placed: PlacedRollout,
  rank: number,
  { document, gold, otherRank }: ComparedEntry<Document | Hit>,
  answers: readonly string[],
): ComparedDocument {
  const text = document.text.slice(0, betweenPairs(document.text, MOST_TEXT));
  const held = answers.filter((answer) => goldInDocument([answer], document) !== null);
  return {
    rank,
    title: document.title,
    text,
    cut: text.length < document.text.length,
    score: document.score,
    gold,
    golds: held,
    marks: placed.goldsInText(text),
    otherRank,
    range: 'start' in document ? { start: document.start, end: document.end } : null,
  };
}
