/** Commands of the extension that the server's lenses name, and what they are given. */
import type { RolloutAddress } from './rollout-uri';
import type { Position } from './server';

/** Shows what a search brought back. */
export const SHOW_DOCUMENTS = 'tracehop.showDocuments';

/**
 * `target` is the rollout, or the URI of a text document that stands in no file of rollouts. `offset` is a UTF-16
 * offset of the search: in the rollout's own text, or in the document. `position` is where the search stands in the
 * document that shows the lens.
 */
export type ShowDocumentsArguments = readonly [
  target: RolloutAddress | string,
  offset: number,
  position: Position,
];

/** Replays a search on an index; given the rollout and an offset of the search in its own text. */
export const REPLAY_SEARCH = 'tracehop.replaySearch';

export type ReplaySearchArguments = readonly [rollout: RolloutAddress, offset: number];
