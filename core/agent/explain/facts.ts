import { differ, recordedScore } from '../../reward/recorded';
import { AUTO, profileOf } from '../../reward/profiles';
import { scorerOf } from '../../reward/score';
import type { Rollout } from '../../trace/model';

/**
 * What the scoring code says of a rollout's reward, a line each: every component of the profile with its reason, and
 * how the sum compares with what the file holds. `choice` is a profile's id, or `auto` for that of the dialect. Empty
 * where no profile is known. Throws a `UsageError` for a profile that there is none of.
 */
export function rewardFacts(rollout: Rollout, choice: string = AUTO): readonly string[] {
  const score = scorerOf(choice)(rollout);
  const profile = score.profile === null ? null : profileOf(score.profile);
  if (!profile) return [];
  const components = score.components
    .filter(({ weight }) => weight !== 0)
    .map(
      ({ name, value, weight, reason }) => `${name}: ${shown(value)} (weighs ${shown(weight)}): ${reason}`,
    );
  return [
    `The reward was recomputed as ${profile.title}: ${profile.explanation}`,
    ...components,
    comparison(recordedScore(rollout.recorded), score.total),
  ];
}

function comparison(recorded: number | null, total: number | null): string {
  const recomputed =
    total === null ? 'The reward cannot be recomputed' : `The recomputed reward is ${shown(total)}`;
  if (recorded === null) return `${recomputed}; the file records none.`;
  if (total === null) return `${recomputed}; the file records ${shown(recorded)}.`;
  return differ(recorded, total)
    ? `${recomputed}, but the file records ${shown(recorded)}: it was scored by another reward, or changed afterwards.`
    : `${recomputed}, as the file records.`;
}

/** A number without the noise of 32-bit floats. */
function shown(value: number | null): string {
  return value === null ? 'unknown' : String(Number(value.toPrecision(6)));
}
