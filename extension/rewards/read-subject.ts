import { isObject } from '../../core/json';
import type { RewardsSubject } from '../../core/protocol/panels/rewards';
import { readAddress } from '../../core/protocol/rollout-uri';

/** Checks what an earlier window stored; null where it is no subject. */
export function readSubject(value: unknown): RewardsSubject | null {
  if (!isObject(value)) return null;
  const { paths, name } = value;
  if (!Array.isArray(paths) || paths.length === 0 || typeof name !== 'string') return null;
  if (!paths.every(isFileUri)) return null;
  const rollout = readAddress(value['rollout']);
  return { paths, name, rollout: rollout && isFileUri(rollout.file) ? rollout : null };
}

function isFileUri(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('file://');
}
