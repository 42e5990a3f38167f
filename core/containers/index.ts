import type { Container } from './container';
import { datasetFolder } from './dataset-folder';
import { inspect } from './inspect/inspect';
import { jsonRecords } from './json-records';
import { none } from './none';
import { plainText } from './plain-text';
import { r1Searcher } from './r1-searcher';
import { wandbTable } from './tables/wandb-table';
import { trackio } from './trackio';
import { trlParquet } from './trl/trl-parquet';
import { verlData } from './verl-data';
import { verlJsonl } from './verl-jsonl';

/** Every container, most specific first. A new one is a file beside these and a line here. */
export const containers: readonly Container[] = [
  inspect,
  trlParquet,
  trackio,
  wandbTable,
  verlData,
  datasetFolder,
  verlJsonl,
  r1Searcher,
  jsonRecords,
  plainText,
];

/** Finds a container by its id; null when there is none of that name. */
export function containerOf(id: string): Container | null {
  return [...containers, none].find((container) => container.id === id) ?? null;
}
