import { isCount, isObject } from '../../core/json';
import type { QueryPlace } from '../../core/protocol/retrieval';
import { readAddress } from '../../core/protocol/rollout-uri';

/** Reads what an earlier window stored; null where it names no search of a rollout. */
export function readSubject(value: unknown): QueryPlace | null {
  if (!isObject(value)) return null;
  const { turn, query } = value;
  const rollout = readAddress(value['rollout']);
  return rollout && isCount(turn) && isCount(query) ? { rollout, turn, query } : null;
}
