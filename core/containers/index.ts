import { adaptiveRagChains } from './adaptive-rag-chains';
import { adaptiveRagClassifier } from './adaptive-rag-classifier';
import { adaptiveRagLabels } from './adaptive-rag-labels';
import { adaptiveRagPredictions } from './adaptive-rag-predictions';
import { adaptiveRagRouted } from './adaptive-rag-routed';
import { alce } from './alce';
import type { Container } from './container';
import { corpus } from './corpus';
import { crag } from './crag';
import { cragKnowledge } from './crag-knowledge';
import { fanOutQa } from './fanoutqa';
import { hippoRagResults } from './hipporag-results';
import { jsonRecords } from './json-records';
import { metrics } from './metrics';
import { none } from './none';
import { openieCache } from './openie-cache';
import { otelSpans } from './otel-spans';
import { plainText } from './plain-text';
import { qRag } from './q-rag';
import { questions } from './questions';
import { r1Searcher } from './r1-searcher';
import { r3agRouting } from './r3ag-routing';
import { ragRecords } from './rag-records';
import { reports } from './reports';
import { searchCache } from './search-cache';
import { settings } from './settings';
import { twentyQuestions } from './twenty-questions';
import { verlJsonl } from './verl-jsonl';

/** Every container, most specific first. A new one is a file beside these and a line here. */
export const containers: readonly Container[] = [
  verlJsonl,
  r1Searcher,
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
  jsonRecords,
  plainText,
];

/** Finds a container by its id; null when there is none of that name. */
export function containerOf(id: string): Container | null {
  return [...containers, none].find((container) => container.id === id) ?? null;
}
