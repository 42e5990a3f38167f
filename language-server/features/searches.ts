import { count } from '../../core/findings/words';
import type { PlacedRollout } from '../places/placed-rollout';
import type { Search } from '../places/turn-searches';

/** Ranks that are named. */
const MOST_RANKS = 10;

/** What a search brought, in a few words: `3 documents · gold at 2`. */
export function searchSummary(placed: PlacedRollout, search: Search): string {
  const number = search.documents.length;
  if (number === 0) return search.observation ? 'no documents' : 'no result';
  const documents = count(number, 'document');
  const ranks = placed.goldRanks(search);
  if (ranks === null) return documents;
  return `${documents} · ${ranks.length > 0 ? `gold at ${named(ranks)}` : 'gold not retrieved'}`;
}

function named(ranks: readonly number[]): string {
  const more = ranks.length - MOST_RANKS;
  const first = ranks.slice(0, MOST_RANKS).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}
