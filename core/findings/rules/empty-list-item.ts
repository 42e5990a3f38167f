import { insideOf } from '../places';
import type { Rule } from '../rule';
import { count, quote } from '../words';

/** Lists of queries in one search with pieces that are empty. */
export const emptyListItem: Rule = {
  id: 'empty-list-item',
  title: 'Empty piece in a list of queries',
  severity: 'information',
  explanation:
    'A search that lists queries by comma has pieces without a query. They are dropped without a word; where nothing ' +
    'is left the retriever is asked for nothing and the documents are empty.',
  dialects: ['rag-r1'],
  check({ rollout, dialect }, report) {
    for (const [index, { searches, queries }] of rollout.turns.entries()) {
      for (const search of searches) {
        const inside = insideOf(rollout.text, search, dialect);
        const pieces = inside.split(',');
        const empty = pieces.filter((piece) => piece.trim() === '').length;
        // Where the one query is the whole content, the system does not split.
        if (pieces.length < 2 || empty === 0 || queries.some(({ text }) => text === inside)) continue;
        const left = pieces.length - empty;
        const what =
          left === 0
            ? 'and no query is left'
            : `and ${count(left, 'query', 'queries')} ${left === 1 ? 'remains' : 'remain'}`;
        const message = `${count(empty, 'piece')} of ${quote(inside)} ${empty === 1 ? 'is' : 'are'} empty and dropped, ${what}`;
        report({ start: search.start, end: search.end, turn: index, message });
      }
    }
  },
};
