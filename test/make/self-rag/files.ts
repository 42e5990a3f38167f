import { pythonJson, type PythonValue } from '../json';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { textLabel, writeTreeLabels, type PathLabel } from '../tree-labels';
import { questions } from '../world/questions';
import { execute, settings, type Continuation, type Item } from './execute';

/** Questions in the file. */
const ITEMS = 14;

/** What the script keeps of a continuation. (Self-RAG: retrieval_lm/run_short_form.py `all_results`) */
function kept({ branch, text, score, passage }: Continuation): readonly [string, PythonValue] {
  if (passage === null) return [branch, text];
  const { id, title, text: body } = passage;
  return [branch, { pred: text, score: score ?? 0, ctx: { id, title, text: body } }];
}

function labelOf(item: Item, each: Continuation, group: number, sample: number, question: string): PathLabel {
  const { passage, text, branch, score } = each;
  const block = passage ? `[Retrieval]<paragraph>${passage.title}\n${passage.text}</paragraph>` : '';
  return {
    sample,
    group: String(group),
    question,
    golds: [],
    ...textLabel(item.prompt + block + text),
    prompt: item.prompt.length,
    searches: passage ? [{ operator: null, query: null, titles: [passage.title] }] : [],
    answer: each.answer,
    marks: each.marks,
    recorded: {
      branch,
      chosen: each === item.chosen,
      ...(score === null ? {} : { path_score: score }),
      ...(each === item.chosen ? { score: item.metric } : {}),
    },
    open: [],
  };
}

/** `examples/self-rag/short_form.json`: results of adaptive short-form generation, as the script writes them. */
export function writeSelfRag(out: Outputs, retriever: Retriever): void {
  const random = new Random(310);
  const asked = random
    .shuffle(questions)
    .filter(({ yesNo }) => !yesNo)
    .slice(0, ITEMS);
  const items = asked.map((question) => ({ question, item: execute(question, retriever, random) }));
  const metrics = items.map(({ item }) => item.metric);
  const file = 'examples/self-rag/short_form.json';
  out.text(
    file,
    pythonJson({
      preds: items.map(({ item }) => item.pred),
      prompts: items.map(({ item }) => item.prompt),
      metric_results: metrics,
      all_results: items.map(({ item }) => Object.fromEntries(item.tried.map(kept))),
      golds: [],
      metric: 'match',
      metric_mean: metrics.reduce((sum, each) => sum + each, 0) / metrics.length,
      scores: [],
    }),
  );
  const paths: PathLabel[] = [];
  for (const [group, { question, item }] of items.entries())
    for (const each of item.tried) paths.push(labelOf(item, each, group, paths.length, question.question));
  writeTreeLabels(out, {
    file,
    container: 'self-rag-short',
    dialect: 'self-rag',
    settings: { ...settings },
    paths,
  });
}
