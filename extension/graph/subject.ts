import type { GraphView } from '../../core/protocol/panels/graph';

/** Reads what an earlier window stored; null where it names no rollout of a file. */
export function readSubject(value: unknown): GraphView['subject'] | null {
  if (typeof value !== 'object' || value === null || !('rollout' in value)) return null;
  const { rollout } = value;
  if (typeof rollout !== 'object' || rollout === null) return null;
  const { file, index, sample } = rollout as Record<string, unknown>;
  if (typeof file !== 'string' || !/^[a-z][a-z\d+.-]*:\//i.test(file)) return null;
  return isCount(index) && isCount(sample) ? { rollout: { file, index, sample } } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
