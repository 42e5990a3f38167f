import type { Container } from './container';
import { fireact } from './fireact';
import { chatMessages } from './chat-messages';
import { drTulu } from './dr-tulu';
import { jsonRecords } from './json-records';
import { latsLog } from './lats-log';
import { none } from './none';
import { openaiCalls } from './openai-calls';
import { plainText } from './plain-text';
import { r1Searcher } from './r1-searcher';
import { reactJsonl } from './react-jsonl';
import { reactLog } from './react-log';
import { rqRag } from './rq-rag';
import { selfRagFactscore } from './self-rag-factscore';
import { selfRagLong } from './self-rag-long';
import { selfRagShort } from './self-rag-short';
import { selfRagTrain } from './self-rag-train';
import { verifiers } from './verifiers';
import { verifiersMetadata } from './verifiers-metadata';
import { verifiersTraces } from './verifiers-traces';
import { verlJsonl } from './verl-jsonl';
import { webdancer } from './webdancer';

/** Every container, most specific first. A new one is a file beside these and a line here. */
export const containers: readonly Container[] = [
  verlJsonl,
  r1Searcher,
  fireact,
  reactJsonl,
  reactLog,
  latsLog,
  selfRagTrain,
  selfRagShort,
  selfRagLong,
  selfRagFactscore,
  rqRag,
  verifiers,
  verifiersTraces,
  verifiersMetadata,
  webdancer,
  drTulu,
  openaiCalls,
  chatMessages,
  jsonRecords,
  plainText,
];

/** Finds a container by its id; null when there is none of that name. */
export function containerOf(id: string): Container | null {
  return [...containers, none].find((container) => container.id === id) ?? null;
}
