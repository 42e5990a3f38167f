import type { RolloutAddress } from '../../core/protocol/rollout-uri';

/** What is to be shown first of a set that is opened. */
export interface Wish {
  readonly rollout: RolloutAddress | null;
  /** What the filter line is to say; null leaves it as it is. */
  readonly filter: string | null;
}

export const NO_WISH: Wish = { rollout: null, filter: null };

/** A set of files to be opened as a table of rollouts, and what is to be shown of it first. */
export interface RolloutsTarget extends Partial<Wish> {
  /** URIs of files and folders. */
  readonly paths: readonly string[];
}

/** The same text for the same files and folders, in whichever order they were selected. */
export function keyOf(paths: readonly string[]): string {
  return [...new Set(paths)].sort().join('\n');
}
