import type { Part } from './parts';
import type { Random } from './random';
import type { CorpusPassage } from './world/corpus';
import type { Question } from './world/questions';

/** What a policy sees of the environment's last reply. */
export interface Seen {
  readonly documents: readonly CorpusPassage[];
  readonly notice: boolean;
}

/** What a scripted policy knows when it starts. */
export interface Situation {
  readonly question: Question;
  readonly random: Random;
  readonly maxTurns: number;
  /** What it will answer where its name does not say: a gold or, the less skill the likelier, something wrong. */
  readonly reply: string;
}

/** A scripted policy: one named way to behave, good or bad. Each `yield` is the raw text of one turn. */
export interface Policy {
  readonly name: string;
  /** Whether it can be played on this question. */
  readonly fits: (question: Question) => boolean;
  readonly play: (situation: Situation) => Generator<readonly Part[], void, Seen>;
}
