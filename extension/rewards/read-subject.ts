import type { RewardsSubject } from '../../core/protocol/panels/rewards';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';

/** Checks what an earlier window stored; null where it is no subject. */
export function readSubject(value: unknown): RewardsSubject | null {
  if (typeof value !== 'object' || value === null) return null;
  const { paths, name, rollout = null } = value as Partial<Record<keyof RewardsSubject, unknown>>;
  if (!Array.isArray(paths) || paths.length === 0 || typeof name !== 'string') return null;
  if (!paths.every(isFileUri)) return null;
  return { paths, name, rollout: isAddress(rollout) ? rollout : null };
}

function isFileUri(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('file://');
}

function isAddress(value: unknown): value is RolloutAddress {
  if (typeof value !== 'object' || value === null) return false;
  const { file, index, sample } = value as Partial<Record<keyof RolloutAddress, unknown>>;
  return isFileUri(file) && isNumber(index) && isNumber(sample);
}

function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}
