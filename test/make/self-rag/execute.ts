import type { Random } from '../random';
import type { Retriever } from '../retriever';
import type { CorpusPassage } from '../world/corpus';
import type { Question } from '../world/questions';
import { judge, retrievalProbability, type Judgement } from './model';

/** Settings of the README: threshold 0.2, weights 1, 1, 0.5, all parts on. */
export const settings = { ndocs: 3, threshold: 0.2, wRel: 1, wSup: 1, wUse: 0.5 } as const;

const UTILITY = [-1, -0.5, 0, 0.5, 1] as const;
const SUPPORT = ['Fully supported', 'Partially supported', 'No support / Contradictory'] as const;

/** A continuation of the prompt. */
export interface Continuation {
  readonly branch: string;
  readonly text: string;
  readonly answer: string;
  readonly marks: readonly string[];
  readonly score: number | null;
  readonly passage: CorpusPassage | null;
}

/** One item of the script's output. */
export interface Item {
  readonly prompt: string;
  readonly tried: readonly Continuation[];
  readonly chosen: Continuation;
  readonly pred: string;
  readonly metric: number;
}

export const promptOf = (question: Question): string =>
  `### Instruction:\n${question.question}\n\n### Response:\n`;

/**
 * Adaptive short-form generation as the paper has it: retrieve where p(Retrieval) relative to both is above the
 * threshold, score every passage's continuation, take the best. (Self-RAG: retrieval_lm/run_short_form.py, whose
 * threshold is applied to log-probabilities instead)
 */
export function execute(question: Question, retriever: Retriever, random: Random): Item {
  const prompt = promptOf(question);
  const wanted = retrievalProbability(question, random);
  const alone = continuation('no_retrieval', judge(question, null, random), null);
  const retrieves = wanted / (wanted + (1 - wanted)) > settings.threshold;
  const passages = retrieves ? retriever.search(question.question, settings.ndocs) : [];
  const paths = passages.map((passage, at) =>
    continuation(`retrieval_${at}`, judge(question, passage, random), passage),
  );
  const best = paths.reduce<Continuation | null>(
    (first, path) => (first && (first.score ?? 0) >= (path.score ?? 0) ? first : path),
    null,
  );
  const chosen = best ?? alone;
  // Without retrieval the script strips the tokens; the text of the best path keeps them.
  const pred = best ? best.text : alone.answer;
  const metric = question.golds.some((gold) => pred.includes(gold)) ? 1 : 0;
  return { prompt, tried: [alone, ...paths], chosen, pred, metric };
}

function continuation(branch: string, judgement: Judgement, passage: CorpusPassage | null): Continuation {
  const { relevant, support, utility, answer, meanLogProb } = judgement;
  const uses = `Utility:${utility.indexOf(Math.max(...utility)) + 1}`;
  if (passage === null) {
    return {
      branch,
      text: `[No Retrieval]${answer}[${uses}]</s>`,
      answer,
      marks: ['No Retrieval', uses],
      score: null,
      passage,
    };
  }
  const verdict = relevant >= 0.5 ? 'Relevant' : 'Irrelevant';
  const supported = SUPPORT[support.indexOf(Math.max(...support))] ?? SUPPORT[2];
  const tokens = verdict === 'Relevant' ? [verdict, supported, uses] : [verdict, uses];
  const tail = verdict === 'Relevant' ? `[${supported}][${uses}]` : `[${uses}]`;
  const [full, partial] = support;
  const total = support.reduce((sum, p) => sum + p, 0);
  const supportScore = verdict === 'Relevant' ? (full + 0.5 * partial) / total : 0;
  const mass = utility.reduce((sum, p) => sum + p, 0);
  const utilityScore = utility.reduce((sum, p, at) => sum + p * (UTILITY[at] ?? 0), 0) / mass;
  const score =
    Math.exp(meanLogProb) +
    settings.wRel * relevant +
    settings.wSup * supportScore +
    settings.wUse * utilityScore;
  return {
    branch,
    text: `[${verdict}]${answer}${tail}</s>`,
    answer,
    marks: ['Retrieval', ...tokens],
    score: Number(score.toFixed(6)),
    passage,
  };
}
