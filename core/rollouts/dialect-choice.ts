import type { Container } from '../containers/container';
import { UsageError } from '../containers/usage-error';
import type { RolloutSource } from '../trace/model';
import type { Dialect, Evidence } from '../trace/dialect';
import { dialectOf, dialects } from '../trace/dialects';
import { plain } from '../trace/dialects/plain';
import type { Choice } from './rollout-file';

/** Rollouts that the choice of a dialect looks at. */
export const SAMPLED_ROLLOUTS = 20;

/** How sure a dialect is that the format names: more than tags which several share, less than a mark. */
const BY_FORMAT = 0.5;

/** The same where tags may stand in the rollouts of other systems: less than any tag. */
const UNTAGGED = 0.02;

/** What a file's format says of the dialect. */
type Format = Pick<Container, 'dialect' | 'untagged'>;

/**
 * Chooses the dialect whose marks stand in the rollouts, or the one the user named. `format` may name a
 * dialect as well.
 */
export function chooseDialect(
  rollouts: readonly RolloutSource[],
  wanted: string | null,
  { dialect: own, untagged }: Format = {},
): Choice<Dialect> {
  const ranked = dialects
    .flatMap((dialect) => {
      const evidence = evidenceIn(rollouts, dialect);
      const weight = dialect.id === own ? BY_FORMAT : dialect.id === untagged ? UNTAGGED : 0;
      if (rollouts.length > 0 && (evidence?.weight ?? 0) < weight)
        return [{ chosen: dialect, evidence: { weight, because: saidBy(evidence) } }];
      return evidence ? [{ chosen: dialect, evidence }] : [];
    })
    .sort((a, b) => b.evidence.weight - a.evidence.weight);
  const first =
    wanted === null
      ? (ranked[0] ?? { chosen: plain, evidence: { weight: 0, because: 'there is no rollout to look at' } })
      : { chosen: dialectNamed(wanted), evidence: { weight: 1, because: 'you named it' } };
  const others = ranked
    .filter(({ chosen }) => chosen !== first.chosen)
    .map(({ chosen, evidence }) => ({ id: chosen.id, evidence }));
  return { ...first, others };
}

function saidBy(evidence: Evidence | null): string {
  return `files of this format are written so${evidence ? `; ${evidence.because}` : ''}`;
}

/** A dialect by its id; an error that names the known ones where there is none. */
export function dialectNamed(id: string): Dialect {
  const dialect = dialectOf(id);
  if (dialect) return dialect;
  throw new UsageError(
    `there is no dialect "${id}"; known are ${dialects.map((each) => each.id).join(', ')}`,
  );
}

/** A dialect's evidence over several rollouts: the weights averaged, the clearest sight said, with its share. */
function evidenceIn(rollouts: readonly RolloutSource[], dialect: Dialect): Evidence | null {
  let sum = 0;
  let seen = 0;
  let best: Evidence | null = null;
  for (const { text, parts } of rollouts) {
    const evidence = dialect.recognise(text, parts);
    if (!evidence) continue;
    sum += evidence.weight;
    seen++;
    if (!best || evidence.weight > best.weight) best = evidence;
  }
  if (!best) return null;
  const share = `in ${seen} of ${rollouts.length} rollouts`;
  return {
    weight: sum / rollouts.length,
    because: rollouts.length === 1 ? best.because : `${best.because}; ${share}`,
  };
}
