import type { Container } from './container';
import { jsonRecords } from './json-records';
import { none } from './none';
import { plainText } from './plain-text';
import { searchR1Log } from './search-r1-log';
import { metricLines } from './metric-lines';
import { r1Searcher } from './r1-searcher';
import { verlJsonl } from './verl-jsonl';

/** Every container, most specific first. A new one is a file beside these and a line here. */
export const containers: readonly Container[] = [
  verlJsonl,
  r1Searcher,
  searchR1Log,
  metricLines,
  jsonRecords,
  plainText,
];

/** Finds a container by its id; null when there is none of that name. */
export function containerOf(id: string): Container | null {
  return [...containers, none].find((container) => container.id === id) ?? null;
}
