import type { Passage } from '../../core/findings/rule';
import type { DetailDocument, DetailTurn } from '../../core/protocol/rollout-detail';
import { timesOf, turnCosts } from '../../core/rollouts/timing';
import type { Turn } from '../../core/trace/model';
import { Pacer } from '../host/pause';
import type { PlacedRollout } from '../places/placed-rollout';
import { type Cutter, LONGEST_DOCUMENT, LONGEST_THOUGHT } from './cut';

/** The turns of a rollout with what each brought. Golds are looked for as the rules look for them. */
export async function turnsOf(
  { rollout, evidence }: PlacedRollout,
  cutter: Cutter,
  signal: AbortSignal,
): Promise<DetailTurn[]> {
  const { needles } = evidence;
  const passages = new Map<string, Passage>();
  if (needles.length > 0)
    for (const passage of evidence.passages) passages.set(`${passage.turn}.${passage.document}`, passage);
  const costs = turnCosts(timesOf(rollout));
  const pacer = new Pacer();
  const turns: DetailTurn[] = [];
  for (const [index, turn] of rollout.turns.entries()) {
    const documents: DetailDocument[] = [];
    for (const [place, { query, rank, title, text, score, start, end }] of turn.documents.entries()) {
      const passage = passages.get(`${index}.${place}`);
      const golds = passage ? needles.filter((needle) => passage.holds(needle)).map(({ raw }) => raw) : [];
      documents.push({
        query,
        rank,
        title,
        text: cutter.cut(text, LONGEST_DOCUMENT),
        score,
        golds,
        start,
        end,
      });
      await pacer.pause(signal);
    }
    const cost = costs.get(index);
    turns.push({
      ...shownTurn(turn),
      think: turn.think === null ? null : cutter.cut(turn.think, LONGEST_THOUGHT),
      documents,
      tokens: cost?.tokens ?? null,
      ms: cost?.ms ?? null,
    });
    await pacer.pause(signal);
  }
  return turns;
}

function shownTurn({
  queries,
  error,
  start,
  end,
}: Turn): Pick<DetailTurn, 'queries' | 'error' | 'start' | 'end'> {
  return {
    queries: queries.map(({ text, mode, start: from, end: to }) => ({ text, mode, start: from, end: to })),
    error,
    start,
    end,
  };
}
