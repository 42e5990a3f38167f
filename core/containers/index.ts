import { adaptiveRagChains } from './adaptive-rag-chains';
import { adaptiveRagClassifier } from './adaptive-rag-classifier';
import { adaptiveRagLabels } from './adaptive-rag-labels';
import { adaptiveRagPredictions } from './adaptive-rag-predictions';
import { adaptiveRagRouted } from './adaptive-rag-routed';
import { alce } from './alce';
import { autodidactLog } from './autodidact-log';
import { chatMessages } from './chat-messages';
import type { Container } from './container';
import { corpus } from './corpus';
import { crag } from './crag';
import { cragKnowledge } from './crag-knowledge';
import { datasetFolder } from './dataset-folder';
import { drTulu } from './dr-tulu';
import { fanOutQa } from './fanoutqa';
import { fireact } from './fireact';
import { hippoRagResults } from './hipporag-results';
import { inspect } from './inspect/inspect';
import { jsonRecords } from './json-records';
import { latsLog } from './lats-log';
import { mapped } from './mapped';
import { metricLines } from './metric-lines';
import { metrics } from './metrics';
import { none } from './none';
import { openaiCalls } from './openai-calls';
import { openieCache } from './openie-cache';
import { otelSpans } from './otel-spans';
import { plainText } from './plain-text';
import { qRag } from './q-rag';
import { questions } from './questions';
import { r1Searcher } from './r1-searcher';
import { r1SearcherLog } from './r1-searcher-log';
import { r3agRouting } from './r3ag-routing';
import { ragR1Eval } from './rag-r1-eval';
import { ragRecords } from './rag-records';
import { raw } from './raw';
import { reactJsonl } from './react-jsonl';
import { reactLog } from './react-log';
import { reports } from './reports';
import { researchEval } from './research-eval';
import { researchJsonl } from './research-jsonl';
import { rezeroChatStates } from './rezero-chat-states';
import { rezeroEval } from './rezero-eval';
import { routeragEval } from './routerag-eval';
import { rqRag } from './rq-rag';
import { searchCache } from './search-cache';
import { searchO1 } from './search-o1';
import { searchR1Log } from './search-r1-log';
import { selfRagFactscore } from './self-rag-factscore';
import { selfRagLong } from './self-rag-long';
import { selfRagShort } from './self-rag-short';
import { selfRagTrain } from './self-rag-train';
import { settings } from './settings';
import { wandbTable } from './tables/wandb-table';
import { trackio } from './trackio';
import { trackioMetrics } from './trackio-metrics';
import { trlMetrics } from './trl-metrics';
import { trlParquet } from './trl/trl-parquet';
import { twentyQuestions } from './twenty-questions';
import { verifiers } from './verifiers';
import { verifiersMetadata } from './verifiers-metadata';
import { verifiersTraces } from './verifiers-traces';
import { verlData } from './verl-data';
import { verlJsonl } from './verl-jsonl';
import { verlMetrics } from './verl-metrics';
import { webdancer } from './webdancer';

/** Every container, most specific first. A new one is a file beside these and a line here. */
export const containers: readonly Container[] = [
  verlJsonl,
  r1Searcher,
  r1SearcherLog,
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
  trlParquet,
  trackio,
  trackioMetrics,
  wandbTable,
  verlData,
  datasetFolder,
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
  searchO1,
  metricLines,
  adaptiveRagPredictions,
  adaptiveRagLabels,
  adaptiveRagClassifier,
  adaptiveRagRouted,
  adaptiveRagChains,
  crag,
  cragKnowledge,
  qRag,
  hippoRagResults,
  openieCache,
  r3agRouting,
  fanOutQa,
  otelSpans,
  ragRecords,
  alce,
  reports,
  twentyQuestions,
  searchCache,
  settings,
  questions,
  corpus,
  metrics,
  mapped,
  jsonRecords,
  plainText,
];

/** Finds a container by its id; null when there is none of that name. */
export function containerOf(id: string): Container | null {
  return [...containers, raw, none].find((container) => container.id === id) ?? null;
}
