import { exactMatch } from './answer-match';
import { answerSaid } from './answer-said';
import type { RewardContext, ScoredRollout } from './component';
import { type OfficialAnswer, officialAnswer } from './official-answer';
import type { Profile } from './profile';
import type { Structure } from './search-r1-structure';

/** The facts about one rollout that the components of a profile share. */
export class ProfileContext implements RewardContext {
  readonly answer: OfficialAnswer | null;
  readonly correct: boolean | null;
  #said: string | null = null;
  #structure: Structure | null = null;

  constructor(
    readonly rollout: ScoredRollout,
    private readonly profile: Profile,
  ) {
    this.answer = officialAnswer(rollout.text, profile.minimumAnswers);
    const { golds } = rollout;
    this.correct = golds.length === 0 ? null : this.answer !== null && exactMatch(this.answer.text, golds);
  }

  get answerSaid(): string {
    return (this.#said ??= answerSaid(this.rollout, this.answer, this.profile.minimumAnswers));
  }

  get structure(): Structure {
    return (this.#structure ??= this.profile.structure(this.rollout));
  }
}
