import type { ExplainedReward } from '../../../core/protocol/panels/rewards';
import { shown } from '../../chart/series';

type Compared = Pick<ExplainedReward, 'recorded' | 'total' | 'reason' | 'differs' | 'matching'> & {
  readonly profile: { readonly title: string } | null;
};

/** How the recorded and the recomputed reward of a rollout compare, in words. */
export function comparedWords(explained: Compared): string {
  const { recorded, total, reason, differs, profile } = explained;
  const title = profile?.title ?? 'the profile';
  if (total === null) {
    const why = `No reward can be recomputed: ${reason ?? 'the reason is not known'}.`;
    return recorded === null
      ? `${why} The file records none either.`
      : `${why} ${otherWords(explained)}`.trim();
  }
  if (recorded === null) return 'The file records no reward to compare with.';
  if (!differs) {
    return recorded === total
      ? 'The recorded reward is the recomputed one.'
      : 'The recorded reward is the recomputed one, up to the rounding of 32-bit floats.';
  }
  const by = Math.abs(recorded - total);
  const way = recorded > total ? 'more' : 'less';
  return `The file records ${shown(recorded)}, which is ${shown(by)} ${way} than “${title}” gives. ${otherWords(explained)}`;
}

/** Which other profiles give the recorded reward. */
function otherWords({ matching, differs }: Compared): string {
  if (matching.length > 0) {
    const names = matching.map((name) => `“${name}”`).join(' and ');
    return `${names} ${matching.length === 1 ? 'gives' : 'give'} exactly the recorded reward.`;
  }
  return differs
    ? 'No other profile gives the recorded one: it may come from another reward, from other golds or from other text.'
    : '';
}

/** A difference with its sign: `+0.2`, `−1`, `0`. */
export function signed(value: number): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${shown(Math.abs(value))}`;
}
