import type { Random } from '../random';
import type { Retriever } from '../retriever';
import { contained } from '../text';
import type { CorpusPassage } from '../world/corpus';
import type { Question } from '../world/questions';

/** The three ways to ask, in the order in which the tree tries them, before the answer. */
const ASKING = ['S_Rewritten_Query', 'S_Decomposed_Query', 'S_Disambiguated_Query'] as const;
type Asking = (typeof ASKING)[number];

export interface Settings {
  readonly maxDepth: number;
  readonly ndocs: number;
}

export interface Search {
  readonly operator: string;
  readonly query: string;
  readonly titles: readonly string[];
}

/** A path of the tree, under way or done. */
export interface Path {
  readonly text: string;
  readonly depth: number;
  readonly done: boolean;
  readonly answer: string | null;
  readonly searches: readonly Search[];
  readonly shown: readonly CorpusPassage[];
  readonly open: readonly string[];
}

const DUMMY_ANSWER = 'dummy results, unable to detect valid answer';

export const promptOf = (question: Question): string =>
  `<s><|system|>\nAnswer the question; search where you must.</s>\n<|user|>\n${question.question}</s>\n<|assistant|>\n`;

/** What `final_answer` says of a path. */
export const finalAnswer = ({ answer }: Path): string => answer ?? DUMMY_ANSWER;

/**
 * Decodes the tree: first in, first out, every action on every path; at the depth limit only the answer. Returns the
 * terminal paths in the order in which they end. (RQ-RAG: retrieval_lm/inference.py)
 */
export function decode(question: Question, retriever: Retriever, settings: Settings, random: Random): Path[] {
  const root: Path = {
    text: promptOf(question),
    depth: 0,
    done: false,
    answer: null,
    searches: [],
    shown: [],
    open: [],
  };
  const queue = [root];
  const results: Path[] = [];
  for (let path = queue.shift(); path; path = queue.shift()) {
    if (path.done) {
      results.push(path);
      continue;
    }
    if (path.depth < settings.maxDepth)
      for (const asking of ASKING) queue.push(search(path, asking, question, retriever, settings, random));
    queue.push(answered(path, question, random));
  }
  return results;
}

/** One search. At times generation stops at `</s>`: then the system finds the query before it, or none. */
function search(
  path: Path,
  asking: Asking,
  question: Question,
  retriever: Retriever,
  { ndocs }: Settings,
  random: Random,
): Path {
  const written = queryOf(asking, question, path.depth);
  const torn = random.below(9) === 0;
  const query = torn ? (path.searches.at(-1)?.query ?? 'dummy') : written;
  const found = retriever.search(query, ndocs);
  const evidence = found.map(({ title, text }) => `Title: ${title}\nText: ${text}\n`).join('');
  return {
    ...path,
    text: `${path.text}[${asking}]${written}${torn ? '</s>' : '[EOS]'}[R_Evidences]${evidence}[/R_Evidences]`,
    depth: path.depth + 1,
    searches: [...path.searches, { operator: asking, query, titles: found.map(({ title }) => title) }],
    shown: [...path.shown, ...found],
    open: torn ? [...path.open, `[${asking}]`] : path.open,
  };
}

function queryOf(asking: Asking, question: Question, depth: number): string {
  const hop = question.hops[Math.min(depth, question.hops.length - 1)];
  if (asking === 'S_Decomposed_Query') return hop?.query ?? question.question;
  if (asking === 'S_Disambiguated_Query') return `${hop?.title ?? question.question}, which one is meant?`;
  return question.question.replace(/\?$/, '').toLowerCase();
}

/** The answer: a gold where the evidence holds one, else a guess; rarely it stops without `[EOS]`. */
function answered(path: Path, question: Question, random: Random): Path {
  const held = question.golds.find(
    (gold) =>
      contained(
        path.shown.map(({ title, text }) => `${title} ${text}`),
        [gold],
      ) === 'whole',
  );
  const said = held ?? question.wrong;
  const torn = random.below(13) === 0;
  return {
    ...path,
    text: `${path.text}[A_Response]${said}${torn ? '</s>' : '[EOS]'}`,
    depth: path.depth + 1,
    done: true,
    answer: torn ? null : said,
    open: torn ? [...path.open, '[A_Response]'] : path.open,
  };
}
