import type { Container } from './container';
import { NOTHING } from './reading';

/**
 * Records that nobody recognised: each can be looked at as it is, and a field map can make rollouts of them. It stands
 * in where every other container declined; the evidence beside it says why.
 */
export const raw: Container = {
  id: 'raw',
  title: 'Records without a known rollout in them',
  holds: 'records',
  framings: ['lines', 'json', 'rows'],
  recognise: () => null,
  reader: () => () => NOTHING,
};
