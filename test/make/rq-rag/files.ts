import { pythonJson, type PythonValue } from '../json';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { textLabel, writeTreeLabels, type PathLabel } from '../tree-labels';
import { questions, type Question } from '../world/questions';
import { decode, finalAnswer, promptOf, type Path, type Settings } from './execute';

interface Tree {
  readonly question: Question;
  readonly paths: readonly Path[];
}

/** What the sampler adds to a path. (RQ-RAG: retrieval_lm/output/sample_from_tree.py) */
type More = (path: Path, random: Random) => Readonly<Record<string, PythonValue>>;

const ppl = (path: Path, random: Random): number =>
  Number((1.2 + random.below(100) / 100 + path.text.length / 20_000).toFixed(4));

const sampled: More = (path, random) => ({
  ppl: ppl(path, random),
  confidence: (40 + random.below(60)) / 100,
});

/** Whether one of the answers holds a gold: the script's metric over all of them together. */
const matches = (answers: readonly string[], golds: readonly string[]): number =>
  answers.some((answer) => golds.some((gold) => answer.includes(gold))) ? 1 : 0;

/** `examples/rq-rag/`: a result of the inference with whole trees, and one of the sampler with small ones. */
export function writeRqRag(out: Outputs, retriever: Retriever): void {
  const twoHops = questions.filter(({ hops, yesNo }) => hops.length === 2 && !yesNo);
  write(
    out,
    retriever,
    'examples/rq-rag/final_results.json',
    twoHops.slice(0, 2),
    { maxDepth: 2, ndocs: 2 },
    null,
  );
  write(
    out,
    retriever,
    'examples/rq-rag/sample_from_tree.json',
    twoHops.slice(2, 8),
    { maxDepth: 1, ndocs: 3 },
    sampled,
  );
}

function write(
  out: Outputs,
  retriever: Retriever,
  file: string,
  asked: readonly Question[],
  settings: Settings,
  more: More | null,
): void {
  const random = new Random(file.length * 11);
  const trees: Tree[] = asked.map((question) => ({
    question,
    paths: decode(question, retriever, settings, random),
  }));
  const metrics = trees.map(({ question, paths }) => matches(paths.map(finalAnswer), question.golds));
  const added = trees.map(({ paths }) => paths.map((path) => (more ? more(path, random) : {})));
  const mean = metrics.reduce((sum, each) => sum + each, 0) / metrics.length;
  out.text(
    file,
    pythonJson({
      all_preds: trees.map(({ paths }) => paths.map(finalAnswer).join('\n')),
      prompts: asked.map(promptOf),
      metric_results: metrics,
      all_results: trees.map(({ paths }, item) =>
        paths.map((path, at) => ({ ...kept(path), ...(added[item]?.[at] ?? {}) })),
      ),
      golds: asked.map(({ golds }) => golds),
      metric: 'match',
      metric_mean: mean,
      ...(more
        ? {
            score_lists: added.map((paths) => paths.map((path) => path['confidence'] ?? 0)),
            'oracle metric': mean,
          }
        : {}),
    }),
  );
  const paths: PathLabel[] = [];
  for (const [item, tree] of trees.entries())
    for (const [at, path] of tree.paths.entries())
      paths.push(labelOf(tree.question, path, item, paths.length, added[item]?.[at] ?? {}));
  writeTreeLabels(out, { file, container: 'rq-rag', dialect: 'rq-rag', settings: { ...settings }, paths });
}

function kept(path: Path): Record<string, PythonValue> {
  return {
    prompt: path.text,
    depth: path.depth,
    done: true,
    final_answer: finalAnswer(path),
    retrieved_index: path.shown.map(({ id }) => Number(id)),
  };
}

function labelOf(
  question: Question,
  path: Path,
  item: number,
  sample: number,
  added: Readonly<Record<string, PythonValue>>,
): PathLabel {
  return {
    sample,
    group: String(item),
    question: question.question,
    golds: question.golds,
    ...textLabel(path.text),
    prompt: promptOf(question).length,
    searches: path.searches,
    answer: path.answer,
    marks: [],
    recorded: { depth: path.depth, final_answer: finalAnswer(path), ...added },
    open: path.open,
  };
}
