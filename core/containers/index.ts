import { autodidactLog } from './autodidact-log';
import type { Container } from './container';
import { jsonRecords } from './json-records';
import { metricLines } from './metric-lines';
import { none } from './none';
import { plainText } from './plain-text';
import { r1Searcher } from './r1-searcher';
import { ragR1Eval } from './rag-r1-eval';
import { researchEval } from './research-eval';
import { researchJsonl } from './research-jsonl';
import { rezeroChatStates } from './rezero-chat-states';
import { rezeroEval } from './rezero-eval';
import { routeragEval } from './routerag-eval';
import { searchR1Log } from './search-r1-log';
import { trlMetrics } from './trl-metrics';
import { verlJsonl } from './verl-jsonl';
import { verlMetrics } from './verl-metrics';

/** Every container, most specific first. A new one is a file beside these and a line here. */
export const containers: readonly Container[] = [
  verlJsonl,
  verlMetrics,
  trlMetrics,
  r1Searcher,
  researchJsonl,
  researchEval,
  rezeroChatStates,
  rezeroEval,
  ragR1Eval,
  routeragEval,
  autodidactLog,
  searchR1Log,
  metricLines,
  jsonRecords,
  plainText,
];

/** Finds a container by its id; null when there is none of that name. */
export function containerOf(id: string): Container | null {
  return [...containers, none].find((container) => container.id === id) ?? null;
}
