import type { Container } from './container';
import { NOTHING } from './reading';

/** Stands in for a container where a file holds no rollouts; the evidence beside it says why. */
export const none: Container = {
  id: 'none',
  title: 'Not a file of rollouts',
  holds: 'nothing',
  framings: ['lines', 'json', 'text', 'rows'],
  recognise: () => ({ weight: 0, because: 'nothing in it looks like a rollout' }),
  reader: () => () => NOTHING,
};
