import { autodidactLog } from './autodidact-log';
import { chatMessages } from './chat-messages';
import type { Container } from './container';
import { drTulu } from './dr-tulu';
import { fireact } from './fireact';
import { inspect } from './inspect/inspect';
import { jsonRecords } from './json-records';
import { latsLog } from './lats-log';
import { metricLines } from './metric-lines';
import { none } from './none';
import { openaiCalls } from './openai-calls';
import { plainText } from './plain-text';
import { r1Searcher } from './r1-searcher';
import { ragR1Eval } from './rag-r1-eval';
import { reactJsonl } from './react-jsonl';
import { reactLog } from './react-log';
import { researchEval } from './research-eval';
import { researchJsonl } from './research-jsonl';
import { rezeroChatStates } from './rezero-chat-states';
import { rezeroEval } from './rezero-eval';
import { routeragEval } from './routerag-eval';
import { rqRag } from './rq-rag';
import { searchR1Log } from './search-r1-log';
import { selfRagFactscore } from './self-rag-factscore';
import { selfRagLong } from './self-rag-long';
import { selfRagShort } from './self-rag-short';
import { selfRagTrain } from './self-rag-train';
import { trlMetrics } from './trl-metrics';
import { verifiers } from './verifiers';
import { verifiersMetadata } from './verifiers-metadata';
import { verifiersTraces } from './verifiers-traces';
import { verlJsonl } from './verl-jsonl';
import { verlMetrics } from './verl-metrics';
import { webdancer } from './webdancer';

/** Every container, most specific first. A new one is a file beside these and a line here. */
export const containers: readonly Container[] = [
  verlJsonl,
  r1Searcher,
  verifiers,
  verifiersTraces,
  verifiersMetadata,
  webdancer,
  drTulu,
  openaiCalls,
  chatMessages,
  fireact,
  reactJsonl,
  reactLog,
  latsLog,
  selfRagTrain,
  selfRagShort,
  selfRagLong,
  selfRagFactscore,
  rqRag,
  inspect,
  verlMetrics,
  trlMetrics,
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
