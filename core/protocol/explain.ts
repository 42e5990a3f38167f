import type { Cut } from '../agent/explain/fit';
import type { ChatMessage } from '../agent/tokens';
import type { RolloutAddress } from './rollout-uri';

/** Asks for what would be sent to a model about a rollout. Nothing is sent by asking. */
export interface ExplainParams extends RolloutAddress {
  /** Most tokens of all messages, estimated; a default holds where it is left out. */
  readonly budget?: number;
}

/** What would be sent, and what of the rollout is not in it. */
export interface ExplainMessages {
  /** The rollout's id, for titles. */
  readonly id: string;
  readonly messages: readonly ChatMessage[];
  readonly cuts: readonly Cut[];
  /** The same in words, one sentence a cut. */
  readonly cutTexts: readonly string[];
  /** UTF-16 units of the messages, and their tokens, estimated. */
  readonly characters: number;
  readonly tokens: number;
  /** Number of turns: what an answer may refer to. */
  readonly turns: number;
}
