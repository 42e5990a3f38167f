import type { Random } from '../random';
import { contained } from '../text';
import type { CorpusPassage } from '../world/corpus';
import type { Question } from '../world/questions';

/** Probabilities the scripted model gives to the tokens of one judgement. */
export interface Judgement {
  readonly relevant: number;
  /** Fully, partially, not. */
  readonly support: readonly [number, number, number];
  /** Utility 1 to 5. */
  readonly utility: readonly [number, number, number, number, number];
  /** Cumulative log-probability divided by the number of tokens. */
  readonly meanLogProb: number;
  readonly answer: string;
}

/** How sure the model is that it needs a passage: questions of one hop it likes to answer from memory. */
export function retrievalProbability(question: Question, random: Random): number {
  return question.hops.length > 1 ? 0.6 + random.below(39) / 100 : random.below(40) / 100;
}

/** What the model makes of a passage: it copies a gold where one stands there, else it guesses. */
export function judge(question: Question, passage: CorpusPassage | null, random: Random): Judgement {
  const jitter = random.below(10) / 100;
  const held =
    passage === null
      ? undefined
      : question.golds.find((gold) => contained([`${passage.title} ${passage.text}`], [gold]) === 'whole');
  const meanLogProb = -(5 + random.below(60)) / 100;
  if (held !== undefined)
    return {
      relevant: 0.85 + jitter,
      support: [0.7 + jitter, 0.2 - jitter, 0.1],
      utility: [0.02, 0.03, 0.05, 0.2 + jitter, 0.7 - jitter],
      meanLogProb,
      answer: held,
    };
  const known = passage === null && random.below(3) > 0;
  const near = passage !== null && question.supporting.includes(passage.title);
  return {
    relevant: near ? 0.6 + jitter : 0.1 + jitter,
    support: near ? [0.2, 0.5 + jitter, 0.3 - jitter] : [0.05, 0.15 + jitter, 0.8 - jitter],
    utility: [0.1, 0.1, 0.2, 0.2, 0.4],
    meanLogProb,
    answer: known ? (question.golds[0] ?? question.wrong) : question.wrong,
  };
}
