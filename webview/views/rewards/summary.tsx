import type { ProfileChoices } from '../../../core/protocol/panels/rewards';
import type { RewardCurve } from '../../../core/protocol/rewards';
import { counted, differenceWords, holdingWords, stepWords } from './words';

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
  return (
    <div class="summary">
      <p>
        {holdingWords(curve)} <span class="quiet">{stepWords(stepFrom, files)}</span>
      </p>
      {used.map(({ id, title, explanation }) => (
        <p key={id} class="quiet">
          {title}: {explanation}
        </p>
      ))}
      <p>{differenceWords(points)}</p>
      {unscored.slice(0, MOST_REASONS).map(({ reason, rollouts }) => (
        <p key={reason} class="trace-reason">
          {counted(rollouts, 'rollout')} without a recomputed reward: {reason}.
        </p>
      ))}
      {others.length > 0 ? (
        <p>
          {counted(
            others.reduce((sum, { rollouts }) => sum + rollouts, 0),
            'more rollout',
          )}{' '}
          without one, for other reasons.
        </p>
      ) : null}
      {broken > 0 ? (
        <p>
          {counted(broken, 'record')} cannot be read; the table of the chart counts them at the step of the
          rollout before them.
        </p>
      ) : null}
      {filesWithout > 0 ? <p class="quiet">{counted(filesWithout, 'file')} without rollouts.</p> : null}
      <Unreadable files={unreadable} />
    </div>
  );
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
