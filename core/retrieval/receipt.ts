import type { EngineFacts } from './format';

/** What is needed to repeat a search and get the same documents. Constants of the engine (k1, b) stand beside these. */
export interface Receipt extends EngineFacts {
  /** Identity of the index: see `IndexMeta.identity`. */
  readonly index: string;
  readonly engine: string;
  readonly analyser: string;
}
