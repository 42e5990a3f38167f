import { configSchema } from '../../core/config/json-schema';
import { writeBroken } from './broken';
import { Outputs } from './outputs';
import { Retriever } from './retriever';
import { writeR1Searcher } from './r1-searcher/files';
import { writeRecall } from './recall/files';
import { writeSearchR1 } from './search-r1/files';
import { writeTrainingLog } from './search-r1/stdout';
import { writeVerlSearch } from './verl-search/files';
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
  writeRecall(out, retriever);
  writeVerlSearch(out, retriever);
  writeBroken(out);
  out.text('docs/schema/tracehop.schema.json', `${JSON.stringify(configSchema(), null, 2)}\n`);
  return out.written;
}
