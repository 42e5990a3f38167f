import type { Container } from './container';
import { jsonRecords } from './json-records';
import { mapped } from './mapped';
import { none } from './none';
import { plainText } from './plain-text';
import { r1Searcher } from './r1-searcher';
import { raw } from './raw';
import { verlJsonl } from './verl-jsonl';

/**
 * Every container, most specific first. A new one is a file beside these and a line here. `raw` and `none` stand in
 * where all of them decline.
 */
export const containers: readonly Container[] = [verlJsonl, r1Searcher, jsonRecords, plainText, mapped];

/** Finds a container by its id; null when there is none of that name. */
export function containerOf(id: string): Container | null {
  return [...containers, raw, none].find((container) => container.id === id) ?? null;
}
