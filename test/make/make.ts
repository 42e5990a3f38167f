import { configSchema } from '../../core/config/json-schema';
import { writeBroken } from './broken';
import { Outputs } from './outputs';
import { writeRagSystems } from './rag-systems/files';
import { Retriever } from './retriever';
import { writeAutoDidact } from './autodidact/files';
import { writeR1Searcher } from './r1-searcher/files';
import { writeRagR1 } from './rag-r1/files';
import { writeReSearch } from './research/files';
import { writeReZero } from './rezero/files';
import { writeRouteRag } from './routerag/files';
import { writeSearchO1 } from './search-o1/files';
import { writeRqRag } from './rq-rag/files';
import { writeSearchR1 } from './search-r1/files';
import { writeTrainingLog } from './search-r1/stdout';
import { writeSelfRag } from './self-rag/files';
import { buildCorpus } from './world/corpus';
import { questions } from './world/questions';

/** Writes every generated example and its labels below `root`; returns the paths written. */
export function make(root: string): readonly string[] {
  const out = new Outputs(root);
  const corpus = buildCorpus();
  const retriever = new Retriever(corpus);
  out.text(
    'examples/corpus/passages.jsonl',
    corpus
      .map(({ id, title, text }) => `${JSON.stringify({ id, contents: `"${title}"\n${text}` })}\n`)
      .join(''),
  );
  out.text(
    'examples/corpus/questions.jsonl',
    questions
      .map(
        ({ id, question, golds, supporting }) => `${JSON.stringify({ id, question, golds, supporting })}\n`,
      )
      .join(''),
  );
  writeSearchR1(out, retriever);
  writeTrainingLog(out, retriever);
  writeR1Searcher(out, retriever);
  writeRagR1(out, retriever);
  writeRouteRag(out, retriever);
  writeReSearch(out, retriever);
  writeReZero(out, retriever, corpus);
  writeAutoDidact(out, retriever);
  writeSearchO1(out, retriever);
  writeSelfRag(out, retriever);
  writeRqRag(out, retriever);
  writeRagSystems(out, retriever, corpus);
  writeBroken(out);
  out.text('docs/schema/tracehop.schema.json', `${JSON.stringify(configSchema(), null, 2)}\n`);
  return out.written;
}
