import type { GraphView } from '../../core/protocol/panels/graph';
import { isObject } from '../../core/json';
import { readAddress } from '../../core/protocol/rollout-uri';

/** Reads what an earlier window stored; null where it names no rollout of a file. */
export function readSubject(value: unknown): GraphView['subject'] | null {
  const rollout = isObject(value) ? readAddress(value['rollout']) : null;
  return rollout && { rollout };
}
