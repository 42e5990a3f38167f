import type { Container, FileSample } from './container';
import { NOTHING } from './reading';
import { isKeyedByQuery } from './known/members';
import { jsonFraming } from './framing/json';

/** How ARPO and Tool-Star write what a web search returned. */
const PAGES = /^Page \d+: /;

/**
 * A cache of web searches (ARPO and Tool-Star, `search_cache.json`): one object, query → `Page 1: …\nPage 2: …`. It is
 * a corpus of what searches returned; no rollouts.
 */
export const searchCache: Container = {
  id: 'search-cache',
  title: 'A cache of search results, query by query',
  holds: 'corpus',
  framings: ['json'],
  cut: (head, name) => (isKeyedByQuery(head, name) ? jsonFraming('map') : null),
  recognise({ records }: FileSample) {
    const pages = records.filter(({ value }) => typeof value === 'string' && PAGES.test(value)).length;
    if (pages === 0 || pages * 2 < records.length) return null;
    return {
      weight: (0.9 * pages) / records.length,
      because: `results that begin with \`Page 1: \` under ${pages} of the first ${records.length} queries`,
    };
  },
  reader: () => () => NOTHING,
};
