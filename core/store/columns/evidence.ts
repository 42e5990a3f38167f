import type { Column, RowSource } from './column';

/** Whether what was retrieved holds a gold. All are unknown without golds, or where finding one says nothing (yes, 12). */
export const evidenceColumns: readonly Column[] = [
  {
    id: 'gold_retrieved',
    title: 'Gold retrieved',
    kind: 'flag',
    family: 'evidence',
    explanation:
      'Whether a retrieved document holds a gold, both normalised; unknown where nothing was retrieved or the golds say nothing (yes, no, numbers of one or two digits).',
    shown: false,
    width: 80,
    of: ({ evidence }) => {
      if (evidence.searchableGolds.length === 0 || !evidence.retrieved) return null;
      return evidence.gold !== null;
    },
  },
  {
    id: 'gold_rank',
    title: 'Gold rank',
    kind: 'integer',
    family: 'evidence',
    explanation: 'Best rank, from 1, of a retrieved document that holds a gold; unknown where none does.',
    shown: true,
    width: 72,
    of: bestRank,
  },
  {
    id: 'gold_turn',
    title: 'Gold turn',
    kind: 'integer',
    family: 'evidence',
    explanation: 'First turn, from 1, that brought a document with a gold; unknown where none did.',
    shown: false,
    width: 72,
    of: ({ evidence: { gold } }) => (gold === null ? null : gold.turn + 1),
  },
];

function bestRank({ rollout: { turns }, evidence }: RowSource): number | null {
  const { gold, passages, needles } = evidence;
  if (gold === null) return null;
  let best = Infinity;
  for (const passage of passages) {
    if (best <= 1) break;
    const rank =
      passage.document === null ? undefined : turns[passage.turn]?.documents[passage.document]?.rank;
    if (rank === undefined || rank >= best) continue;
    if (needles.some((needle) => passage.holds(needle))) best = rank;
  }
  return Number.isFinite(best) ? best : null;
}
