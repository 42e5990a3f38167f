import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import type { CorpusPassage } from '../world/corpus';
import { questions } from '../world/questions';
import { writeAdaptiveRag } from './adaptive-rag';
import { writeCrag, writeHippoRag, writeOpenIe, writeQRag, writeR3ag } from './others';

/** Files of retrieval systems that publish none: their steps, run over this corpus. */
export function writeRagSystems(out: Outputs, retriever: Retriever, corpus: readonly CorpusPassage[]): void {
  const chosen = new Random(20_260_105).shuffle(questions).slice(0, 10);
  writeAdaptiveRag(out, retriever, chosen);
  writeCrag(out, retriever, chosen.slice(0, 4));
  writeQRag(out, retriever, chosen, corpus);
  writeHippoRag(out, retriever, chosen.slice(0, 6));
  writeOpenIe(out, chosen.slice(0, 6), corpus);
  writeR3ag(out, retriever, chosen);
}
