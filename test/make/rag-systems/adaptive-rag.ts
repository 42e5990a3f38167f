import type { Outputs } from '../outputs';
import type { Retriever } from '../retriever';
import type { Question } from '../world/questions';
import { writeWithTruth, type Truth } from './truth';

/** Retrieval counts of the published runs, smaller: the corpus is small. */
const ONE_STEP = 5;
const EACH_STEP = 3;

/** What one system made of one question. */
interface Executed {
  readonly id: string;
  readonly answer: string;
  readonly block: string | null;
  readonly truth: Truth;
}

/** Adaptive-RAG's three systems, its classifier, and the routed answers. */
export function writeAdaptiveRag(out: Outputs, retriever: Retriever, questions: readonly Question[]): void {
  const none = questions.map(withoutRetrieval);
  const single = questions.map((question) => oneStep(question, retriever));
  const multi = questions.map((question) => interleaved(question, retriever));
  for (const [system, runs] of [
    ['nor_qa', none],
    ['oner_qa', single],
    ['ircot_qa', multi],
  ] as const) {
    const stem = `adaptive-rag/${system}/prediction__zorvia_to_zorvia__test_subsampled`;
    const bare = runs.map(({ id, answer }) => ({
      question: null,
      golds: [],
      answer,
      searches: [],
      recorded: { key: id },
    }));
    writeWithTruth(
      out,
      `${stem}.json`,
      `${JSON.stringify(Object.fromEntries(runs.map(({ id, answer }) => [id, answer])), null, 4)}\n`,
      { container: 'adaptive-rag-predictions', truths: bare },
    );
    if (system === 'nor_qa') continue;
    writeWithTruth(out, `${stem}_chains.txt`, runs.map(({ block }) => `\n${block ?? ''}\n`).join(''), {
      container: 'adaptive-rag-chains',
      truths: runs.map(({ truth }) => truth),
    });
  }
  writeRouting(out, questions, { A: none, B: single, C: multi });
}

/** The classifier takes questions with `and` or `whose` for hard ones; labels say which system is the cheapest that is right. */
function writeRouting(
  out: Outputs,
  questions: readonly Question[],
  runs: Readonly<Record<'A' | 'B' | 'C', readonly Executed[]>>,
): void {
  const classes = questions.map((question, at) => {
    const right = (['A', 'B', 'C'] as const).find((name) =>
      question.golds.includes(runs[name][at]?.answer ?? ''),
    );
    const guess = question.question.length > 70 ? 'C' : question.question.length > 45 ? 'B' : 'A';
    return { id: question.id, label: right ?? 'C', guess } as const;
  });
  writeWithTruth(
    out,
    'adaptive-rag/classifier/dict_id_pred_results.json',
    `${JSON.stringify(Object.fromEntries(classes.map(({ id, label, guess }) => [id, { prediction: guess, answer: label, dataset_name: 'zorvia' }])), null, 4)}\n`,
    {
      container: 'adaptive-rag-classifier',
      truths: classes.map(({ id, label, guess }) => ({
        question: null,
        golds: [label],
        answer: guess,
        searches: [],
        recorded: { key: id, dataset_name: 'zorvia' },
      })),
    },
  );
  const routed = classes.map(({ id, guess }, at) => ({
    id,
    prediction: runs[guess][at]?.answer ?? '',
    option: guess,
    stepNum: runs[guess][at]?.truth.searches.length ?? 0,
  }));
  writeWithTruth(
    out,
    'adaptive-rag/classifier/zorvia_option.json',
    `${JSON.stringify(Object.fromEntries(routed.map(({ id, ...rest }) => [id, rest])), null, 4)}\n`,
    {
      container: 'adaptive-rag-routed',
      truths: routed.map(({ id, prediction, option, stepNum }) => ({
        question: null,
        golds: [],
        answer: prediction,
        searches: [],
        recorded: { key: id, option, stepNum },
      })),
    },
  );
}

/** System A knows the answers of the shortest questions. */
function withoutRetrieval({ id, question, golds, wrong }: Question): Executed {
  const answer = question.length < 40 ? (golds[0] ?? wrong) : wrong;
  return { id, answer, block: null, truth: { question, golds: [], answer, searches: [], recorded: { id } } };
}

/** System B: one retrieval with the question, then the reader, who answers where the last supporting passage came back. */
function oneStep({ id, question, golds, supporting, wrong }: Question, retriever: Retriever): Executed {
  const titles = retriever.search(question, ONE_STEP).map(({ title }) => title);
  const answer = titles.includes(supporting.at(-1) ?? '') ? (golds[0] ?? wrong) : wrong;
  const lines = [
    id,
    question,
    `A: ${JSON.stringify(titles)}`,
    `Q: ${question}`,
    `A: ${JSON.stringify(answer)}`,
    'Q: [EOQ]',
    'S: 0.0',
  ];
  const truth = { question, golds: [], answer, searches: [titles], recorded: { id, steps: 1 } };
  return { id, answer, block: lines.join('\n'), truth };
}

/** System C: retrieve, reason one sentence, test for the end, until the hops are through (IRCoT). */
function interleaved({ id, question, golds, hops, wrong }: Question, retriever: Retriever): Executed {
  const kept: string[] = [];
  const searches: string[][] = [];
  const lines = [id, question];
  let reasoning = '';
  for (const [at, hop] of hops.entries()) {
    const query = at === 0 ? question : hop.query;
    const fresh = retriever
      .search(query, EACH_STEP)
      .map(({ title }) => title)
      .filter((title) => !kept.includes(title));
    kept.push(...fresh);
    searches.push(fresh);
    lines.push(`A: ${JSON.stringify(kept)}`);
    const last = at === hops.length - 1;
    const end = last ? ` So the answer is: ${golds[0] ?? wrong}.` : '';
    reasoning += `${reasoning === '' ? '' : ' '}${hop.fact.charAt(0).toUpperCase()}${hop.fact.slice(1)}.${end}`;
    lines.push(`A: ${reasoning}`);
    if (!last) lines.push('A: Exit? No.');
  }
  const answer = golds[0] ?? wrong;
  const paragraphs = kept.map((_, at) => `p${at}`);
  lines.push(`A: ${JSON.stringify(paragraphs)}`, `Q: ${question}`, `A: ${JSON.stringify(answer)}`, 'S: 0.0');
  const truth = { question, golds: [], answer, searches, recorded: { id, steps: hops.length, paragraphs } };
  return { id, answer, block: lines.join('\n'), truth };
}
