import type { Command } from 'commander';
import { count } from '../../core/findings/words';
import { evaluate, EVALUATED_DOCUMENTS, type Evaluation } from '../../core/retrieval/evaluate/evaluate';
import { readQueries, type QueryFile } from '../../core/retrieval/evaluate/queries';
import { withHost } from '../host';
import type { ExitCode, Io } from '../io';
import { fromOne, searching } from '../options';
import { table } from '../table';

interface EvaluateOptions {
  readonly index: string;
  readonly engine: string;
  readonly queries: string;
  readonly topK: number;
  readonly json?: boolean;
}

const HELP = `
Query files are JSON or JSON Lines with "question" and gold documents in HotpotQA's form (supporting_facts), in MuSiQue's
(paragraphs with is_supporting), or as a list of titles (supporting).

Example:
  tracehop evaluate --index corpus.index --engine bm25 --queries examples/corpus/questions.jsonl --json`;

export function addEvaluate(program: Command, io: Io, end: (code: ExitCode) => void): void {
  searching(program.command('evaluate').description('say how many gold documents an engine finds'))
    .requiredOption('--queries <file>', 'questions with the titles of their gold documents')
    .option(
      '--top-k <n>',
      'documents for each query, and so the deepest recall told',
      fromOne,
      EVALUATED_DOCUMENTS,
    )
    .option('--json', 'print one JSON value')
    .addHelpText('after', HELP)
    .action(async (options: EvaluateOptions) => end(await evaluateQueries(io, options)));
}

async function evaluateQueries(io: Io, options: EvaluateOptions): Promise<ExitCode> {
  const { index, engine, queries: path, topK: k, json } = options;
  return withHost(io, { stopped: 'stopped', badIndex: 2 }, async ({ retrieval, signal }) => {
    const file = await readQueries(path, signal);
    const evaluation = await evaluate(retrieval, { index, engine, k }, file, () => undefined, signal);
    const words = wordsOf(path, file, evaluation);
    io.err(words);
    await io.out(json ? `${JSON.stringify(published(evaluation))}\n` : shown(evaluation));
    return evaluation.queries > 0 ? 0 : 1;
  });
}

function published({ engine, queries, recall, mrr, msPerQuery }: Evaluation): unknown {
  return { engine, queries, recall, mrr, msPerQuery };
}

/** What was read, and what of it says nothing about the engine. */
function wordsOf(path: string, { form, queries, broken }: QueryFile, evaluation: Evaluation): string {
  const { withoutGolds } = evaluation;
  const lines = [`${path}: ${count(queries.length, 'question')}; form: ${form.title}`];
  if (withoutGolds > 0) lines.push(`${count(withoutGolds, 'question')} without gold documents, not counted`);
  const [first] = broken;
  if (first)
    lines.push(
      `${count(broken.length, 'broken record')} left out; the first: line ${first.line}: ${first.message}`,
    );
  return `${lines.join('\n')}\n`;
}

function shown({ engine, queries, recall, mrr, msPerQuery }: Evaluation): string {
  const depths = Object.keys(recall);
  const head = ['engine', 'queries', ...depths.map((depth) => `recall@${depth}`), 'MRR', 'ms/query'];
  const values = Object.values(recall).map((value) => value.toFixed(4));
  const cells = [engine, String(queries), ...values, mrr.toFixed(4), msPerQuery.toFixed(1)];
  return table(
    head,
    [{ cells, notes: [] }],
    head.map((_, at) => at).filter((at) => at > 0),
  );
}
