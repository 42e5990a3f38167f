import type { RetrievalClient } from '../client';
import { DEPTHS, QualityMeter, type Quality } from './metrics';
import type { QueryFile } from './queries';

/** How good an engine is on a file of questions. */
export interface Evaluation extends Quality {
  readonly engine: string;
  /** Queries without gold documents; they are not asked. */
  readonly withoutGolds: number;
  /** Mean time of a search, in milliseconds. */
  readonly msPerQuery: number;
}

/** Documents asked for where nothing is said. */
export const EVALUATED_DOCUMENTS = 20;

/** Queries sent to the host at a time. */
const BATCH = 16;

/** What to evaluate. */
export interface EvaluationRequest {
  readonly index: string;
  readonly engine: string;
  /** Documents asked for; recall is told at the usual depths up to it, and at itself. */
  readonly k?: number;
}

/** Asks every question that has gold documents, and averages recall and reciprocal rank. */
export async function evaluate(
  retrieval: RetrievalClient,
  { index, engine, k = EVALUATED_DOCUMENTS }: EvaluationRequest,
  { queries }: QueryFile,
  tell: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<Evaluation> {
  const judged = queries.filter(({ golds }) => golds.length > 0);
  const depths = [...new Set([...DEPTHS.filter((depth) => depth <= k), k])].sort((a, b) => a - b);
  const meter = new QualityMeter(depths);
  let ms = 0;
  for (let at = 0; at < judged.length; at += BATCH) {
    const batch = judged.slice(at, at + BATCH);
    const asked = batch.map(({ query }) => ({ query, k }));
    const { results } = await retrieval.retrieve(index, engine, asked, signal);
    for (const [place, { golds }] of batch.entries()) {
      meter.add(results[place]?.hits.map(({ title }) => title) ?? [], golds);
      ms += results[place]?.ms ?? 0;
    }
    tell(at + batch.length, judged.length);
  }
  return {
    engine,
    ...meter.quality,
    withoutGolds: queries.length - judged.length,
    msPerQuery: judged.length > 0 ? ms / judged.length : 0,
  };
}
