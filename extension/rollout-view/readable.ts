import type { RolloutSummary } from '../../core/protocol/server';

/** Whether there is nothing to show: a record with a fault may still hold a rollout. */
export function isUnreadable({ fault, turns, question, answer, opening }: RolloutSummary): boolean {
  return fault !== null && turns === 0 && question === null && answer === null && opening === '';
}
