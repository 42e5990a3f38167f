import type { ComponentsParams, RewardComponent, RewardExplanation } from '../../core/protocol/rewards';
import { requests } from '../../core/protocol/server';
import { components } from '../../core/reward/components';
import { profileOf } from '../../core/reward/profiles';
import { differ, recordedScore } from '../../core/reward/recorded';
import type { ComponentScore } from '../../core/reward/component-score';
import { scorerOf } from '../../core/reward/score';
import { shortened } from '../features/words';
import type { FileRequest } from './file-request';
import { rolloutIn } from './rollout-text';

/** Characters of a recorded value, and how many values are given. */
const LONGEST_VALUE = 200;
const MOST_VALUES = 40;

/** Why one rollout got its reward. */
export const rewardComponents: FileRequest<ComponentsParams, RewardExplanation> = {
  name: requests.rewardComponents,
  async answer({ handle, signal, profileFor }, params) {
    const choice = await profileFor(params.file, params.profile);
    const record = await handle.existingRecord(params.index, signal);
    const { rollout } = rolloutIn(handle, record, params);
    const score = scorerOf(choice)(rollout);
    const profile = score.profile === null ? null : profileOf(score.profile);
    const recorded = recordedScore(rollout.recorded);
    return {
      profile: profile && { id: profile.id, title: profile.title, explanation: profile.explanation },
      total: score.total,
      reason: score.reason,
      components: score.components.map((component) => ({
        ...described(component),
        range: component.range ? { start: component.range.start, end: component.range.end } : null,
      })),
      recorded,
      differs: differ(recorded, score.total),
      extracted: score.answer,
      answer: rollout.answer?.text ?? null,
      golds: rollout.golds,
      em: score.em,
      f1: score.f1,
      recordedValues: valuesOf(rollout.recorded),
    };
  },
};

function described({ name, value, weight, reason }: ComponentScore): Omit<RewardComponent, 'range'> {
  const component = components.find((each) => each.name === name);
  return {
    name,
    title: component?.title ?? name,
    explanation: component?.explanation ?? '',
    value,
    weight,
    reason,
  };
}

/** The short values that a file holds about a rollout, as text. */
function valuesOf(recorded: Readonly<Record<string, unknown>>): RewardExplanation['recordedValues'] {
  return Object.entries(recorded)
    .flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [{ name: shortened(name, LONGEST_VALUE), value: shortened(String(value), LONGEST_VALUE) }]
        : [],
    )
    .slice(0, MOST_VALUES);
}
