import type { ProfileChoices } from '../../../core/protocol/panels/rewards';
import type { RewardCurve } from '../../../core/protocol/rewards';
import { counted } from '../../base/words';
import { differenceWords, holdingWords, stepWords } from './words';

interface SummaryProps {
  readonly curve: RewardCurve;
  readonly choices: ProfileChoices;
}

/** Reasons that are named. */
const MOST_REASONS = 5;

/** What the selection holds, and what of it could not be read or recomputed. */
export function Summary({ curve, choices }: SummaryProps) {
  const { points, stepFrom, files, filesWithout, unreadable, broken, unscored, profiles } = curve;
  const used = choices.profiles.filter(({ id }) => profiles.includes(id));
  const others = unscored.slice(MOST_REASONS);
  const notes = [
    ...unscored
      .slice(0, MOST_REASONS)
      .map(
        ({ reason, rollouts }) => `${counted(rollouts, 'rollout')} without a recomputed reward: ${reason}.`,
      ),
    ...(others.length > 0
      ? [`${counted(sumOf(others), 'more rollout')} without one, for other reasons.`]
      : []),
    ...(broken > 0
      ? [`${counted(broken, 'record')} cannot be read, counted at the step of the rollout before.`]
      : []),
    ...(filesWithout > 0 ? [`${counted(filesWithout, 'file')} without rollouts.`] : []),
  ];
  return (
    <div class="summary">
      <p>
        {holdingWords(curve)} {stepWords(stepFrom, files)} {differenceWords(points)}
      </p>
      {notes.length > 0 ? (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <Unreadable files={unreadable} />
      {used.length > 0 ? (
        <details>
          <summary>How rewards are recomputed</summary>
          {used.map(({ id, title, explanation }) => (
            <p key={id}>
              <strong>{title}.</strong> {explanation}
            </p>
          ))}
        </details>
      ) : null}
    </div>
  );
}

function sumOf(reasons: RewardCurve['unscored']): number {
  return reasons.reduce((sum, { rollouts }) => sum + rollouts, 0);
}

/** The files that could not be read, and why. */
export function Unreadable({ files }: { readonly files: RewardCurve['unreadable'] }) {
  if (files.length === 0) return null;
  return (
    <details open={files.length === 1}>
      <summary>{counted(files.length, 'file')} could not be read</summary>
      <ul>
        {files.map(({ file, message }) => (
          <li key={file}>{message}</li>
        ))}
      </ul>
    </details>
  );
}
