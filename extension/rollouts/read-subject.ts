import { isObject } from '../../core/json';
import type { RolloutsSubject } from '../../core/protocol/panels/rollouts';
import { readAddress } from '../../core/protocol/rollout-uri';

/** Checks what an earlier window stored; null where it is no subject. */
export function readSubject(value: unknown): RolloutsSubject | null {
  if (!isObject(value)) return null;
  const { paths, name, filter } = value;
  if (!isPaths(paths) || typeof name !== 'string') return null;
  const rollout = readAddress(value['rollout']);
  return {
    paths,
    name,
    rollout: rollout && isFileUri(rollout.file) ? rollout : null,
    filter: typeof filter === 'string' ? filter : '',
  };
}

/** Whether these are addresses of files on a disk, at least one. */
export function isPaths(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFileUri);
}

function isFileUri(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('file://');
}
