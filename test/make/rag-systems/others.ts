import type { Outputs } from '../outputs';
import type { Retriever } from '../retriever';
import type { CorpusPassage } from '../world/corpus';
import type { Question } from '../world/questions';
import { writeWithTruth } from './truth';

const four = (value: number): number => Math.round(value * 10_000) / 10_000;
const jsonl = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** CRAG's evaluator file: ten lines a question, labelled by whether the passage supports it; short lists end in `[SEP]`. */
export function writeCrag(out: Outputs, retriever: Retriever, questions: readonly Question[]): void {
  const rows = questions.map(({ question, supporting }) => {
    const found = retriever.search(question, 10);
    const labels = Array.from({ length: 10 }, (_, at) =>
      supporting.includes(found[at]?.title ?? '') ? 1 : 0,
    );
    return { question, found, labels };
  });
  const line = (question: string, passage: CorpusPassage | undefined, label: number): string =>
    passage
      ? `${question} [SEP] ${passage.title} // ${passage.text.replaceAll('\n', ' ')}\t${label}\n`
      : `${question} [SEP]\t${label}\n`;
  writeWithTruth(
    out,
    'crag/test_zorvia.txt',
    rows
      .map(({ question, found, labels }) =>
        labels.map((label, at) => line(question, found[at], label)).join(''),
      )
      .join(''),
    {
      container: 'crag',
      truths: rows.map(({ question, found, labels }) => ({
        question,
        golds: [],
        answer: null,
        searches: [found.map(({ title }) => title)],
        recorded: { passages: 10, labels },
      })),
    },
  );
  // The refinement keeps sentences of supporting passages; what it judged wrong keeps those of the best other one.
  const strips = (passages: readonly CorpusPassage[]): string =>
    passages.map(({ text }) => (text.split(/(?<=\.)\s/)[0] ?? '').replaceAll('\n', ' ')).join('; ');
  out.text(
    'examples/rag-systems/crag/ref/correct',
    rows
      .map(({ found, labels }) => {
        const kept = found.filter((_, at) => labels[at] === 1);
        return `#${strips(kept.length > 0 ? kept : found.slice(0, 1))}\n`;
      })
      .join(''),
  );
}

/** Q-RAG picks a chunk a hop: the best passage for the hop's own query that was not picked yet. */
export function writeQRag(
  out: Outputs,
  retriever: Retriever,
  questions: readonly Question[],
  corpus: readonly CorpusPassage[],
): void {
  const rows = questions.map(({ id, question, golds, supporting, hops }) => {
    const picks: { readonly passage: CorpusPassage; readonly score: number }[] = [];
    for (const hop of hops) {
      const best = retriever
        .scored(hop.query, 5)
        .find(({ passage }) => !picks.some((pick) => pick.passage === passage));
      if (best) picks.push(best);
    }
    const gold = supporting.map((title) => corpus.findIndex((passage) => passage.title === title));
    const chunk = (passage: CorpusPassage | undefined): string =>
      passage ? `${passage.title}. ${passage.text}` : '';
    const right = gold.filter((at) => picks.some(({ passage }) => passage === corpus[at])).length;
    const recall = gold.length === 0 ? 0 : right / gold.length;
    return {
      id,
      question,
      answer: golds[0] ?? '',
      sf_idx: gold,
      pred_idx: picks.map(({ passage }) => corpus.indexOf(passage)),
      q_values: picks.map(({ score }) => four(score / (score + 5))),
      sf_texts: gold.map((at) => chunk(corpus[at])),
      pred_texts: picks.map(({ passage }) => chunk(passage)),
      return: four(recall),
      text_len: 1450,
      f1: four(recall),
      em: recall === 1 ? 1 : 0,
    };
  });
  writeWithTruth(out, 'q-rag/eval_seed42.jsonl', jsonl(rows), {
    container: 'q-rag',
    truths: rows.map(({ question, answer, pred_texts, q_values, return: score, id }) => ({
      question,
      golds: [answer],
      answer: null,
      searches: [pred_texts.map(() => null)],
      recorded: { id, score, q_values },
    })),
  });
}

/** HippoRAG's results: the five best passages by a walk from the facts that the filter kept. */
export function writeHippoRag(out: Outputs, retriever: Retriever, questions: readonly Question[]): void {
  const rows = questions.map(({ question, golds, supporting, hops, wrong }) => {
    const found = retriever.scored([question, ...hops.map(({ query }) => query)].join(' '), 5);
    const mass = found.reduce((sum, { score }) => sum + score, 0);
    const answered = found.some(({ passage }) => passage.title === supporting.at(-1));
    return {
      question,
      answer: answered ? (golds[0] ?? wrong) : wrong,
      gold_answers: [...golds],
      docs: found.map(({ passage }) => `${passage.title}\n${passage.text}`),
      doc_scores: found.map(({ score }) => four(score / mass)),
      gold_docs: null,
      graph_seeds: hops.map(({ title, fact }) => [title.toLowerCase(), 'is told of in', fact.toLowerCase()]),
    };
  });
  writeWithTruth(out, 'hipporag/results.json', `${JSON.stringify(rows, null, 2)}\n`, {
    container: 'hipporag-results',
    truths: rows.map(({ question, answer, gold_answers, docs, graph_seeds }) => ({
      question,
      golds: gold_answers,
      answer,
      searches: [docs.map((doc) => doc.slice(0, doc.indexOf('\n')))],
      recorded: { graph_seeds },
    })),
  });
}

/** A router between BM25 and no retrieval: it retrieves where the best passage scores well. */
export function writeR3ag(out: Outputs, retriever: Retriever, questions: readonly Question[]): void {
  const rows = questions.map(({ id, question, golds, supporting, wrong }) => {
    const found = retriever.scored(question, 5);
    const top = found[0]?.score ?? 0;
    const probs = { bm25: four(top / (top + 6)), none: four(6 / (top + 6)) };
    const chosen = probs.bm25 >= probs.none ? 'bm25' : 'none';
    const docs =
      chosen === 'none' ? [] : found.map(({ passage, score }) => ({ id: passage.id, score: four(score) }));
    const answered = chosen === 'bm25' && found.some(({ passage }) => passage.title === supporting.at(-1));
    return {
      qid: id,
      query: question,
      probs,
      chosen,
      docs,
      answer: answered ? (golds[0] ?? wrong) : wrong,
      golds: [...golds],
    };
  });
  writeWithTruth(out, 'r3ag/router_pred.jsonl', jsonl(rows), {
    container: 'r3ag-routing',
    truths: rows.map(({ qid, query, chosen, probs, docs, answer, golds }) => ({
      question: query,
      golds,
      answer,
      searches: docs.length > 0 ? [docs.map(({ id }) => id)] : [],
      recorded: { group: qid, chosen, probs },
    })),
  });
}

/** The extraction that the graph is built from: the facts of the hops, by passage. */
export function writeOpenIe(
  out: Outputs,
  questions: readonly Question[],
  corpus: readonly CorpusPassage[],
): void {
  const docs = questions.flatMap(({ hops }) =>
    hops.flatMap(({ title, fact }) => {
      const passage = corpus.find((each) => each.title === title);
      if (!passage) return [];
      const triples = [[title, 'is told of in', fact]];
      return [
        {
          idx: `chunk-${passage.id}`,
          passage: `${title}\n${passage.text}`,
          extracted_entities: [title],
          extracted_triples: triples,
        },
      ];
    }),
  );
  const characters = docs.map(({ extracted_entities: [name = ''] }) => name.length);
  const mean = characters.reduce((sum, length) => sum + length, 0) / characters.length;
  out.text(
    'examples/rag-systems/hipporag/openie_results_ner_none.json',
    `${JSON.stringify({ docs, avg_ent_chars: four(mean), avg_ent_words: 1 }, null, 2)}\n`,
  );
}
