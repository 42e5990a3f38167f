import type { Filter } from '../../protocol/store';

/** Whether a filter looks through texts, which takes far longer than to compare. */
export function readsTexts(filter: Filter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.of.some(readsTexts);
  if (filter.kind === 'not') return readsTexts(filter.of);
  return filter.kind === 'contains' || filter.kind === 'matches' || filter.kind === 'has';
}
