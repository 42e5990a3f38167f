import type { CurvePoint, RewardCurve, StepSource } from '../../../core/protocol/rewards';
import { counted } from '../../base/words';

/** Where the steps of a curve come from, as a sentence. */
export function stepWords(from: readonly StepSource[], files: number): string {
  const recorded = from.includes('recorded');
  const named = from.includes('file-name');
  if (recorded && named)
    return 'Steps are recorded with the rollouts, or else read off the names of their files.';
  if (recorded) return 'Steps are recorded with the rollouts.';
  if (named) return 'Steps are read off the names of the files.';
  if (from.length === 0) return '';
  return files === 1
    ? 'The file names no step.'
    : 'No file names its step, so they are numbered in the order of their names.';
}

/** Whether the steps are no more than a numbering, and that of a single file, so that nothing is said of a step. */
export function isUnnumbered({ stepFrom, files }: Pick<RewardCurve, 'stepFrom' | 'files'>): boolean {
  return files === 1 && stepFrom.includes('file-order');
}

/** What the selection holds, as a sentence. */
export function holdingWords(curve: RewardCurve): string {
  const { points, rollouts, files } = curve;
  const steps = points.filter(({ step }) => step !== null).map(({ step }) => step as number);
  const [first] = steps;
  const last = steps.at(-1);
  const held = `${counted(rollouts, 'rollout')} in ${counted(files, 'file')}`;
  if (first === undefined || last === undefined || isUnnumbered(curve)) return `${held}.`;
  return first === last
    ? `${held}, step ${first}.`
    : `${held}, ${counted(steps.length, 'step')} from ${first} to ${last}.`;
}

/** How many rollouts differ, as a sentence; null where there are no two rewards to compare. */
export function differenceWords(points: readonly CurvePoint[]): string | null {
  const compared = points.some(({ recorded, recomputed }) => recorded && recomputed);
  if (!compared) return null;
  const differing = points.reduce((sum, point) => sum + point.differing, 0);
  return differing === 0
    ? 'Recorded and recomputed rewards are the same wherever there are both.'
    : `The two rewards differ for ${counted(differing, 'rollout')}.`;
}

/** What a point is called. */
export function pointWords(step: number | null, unnumbered = false): string {
  if (unnumbered) return 'All';
  return step === null ? 'Rollouts without a step' : `Step ${step}`;
}
