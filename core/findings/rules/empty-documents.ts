import { insideOf, turnAt } from '../places';
import type { Rule } from '../rule';

/** Blocks of R1-Searcher in which the environment says that it found nothing. */
export const emptyDocuments: Rule = {
  id: 'empty-documents',
  title: 'No documents',
  severity: 'information',
  explanation:
    'The retriever found nothing and the block says `None`. R1-Searcher’s rewards count blocks that begin with `(1)`, ' +
    'find one too few and take 1 or 2 off, through no fault of the policy.',
  dialects: ['r1-searcher'],
  check({ rollout, dialect }, report) {
    for (const segment of rollout.segments) {
      if (segment.kind !== 'information' || segment.by !== 'environment') continue;
      if (insideOf(rollout.text, segment, dialect) !== 'None') continue;
      const { start, end } = segment;
      const message =
        'the block holds `None` instead of `(1)…`: the reward counts its markers as unequal and takes 1 or 2 off';
      report({ start, end, turn: turnAt(rollout, start), message });
    }
  },
};
