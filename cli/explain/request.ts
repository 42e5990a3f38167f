import type { Endpoint } from '../../core/agent/endpoint';
import { cutText } from '../../core/agent/explain/fit';
import type { Explanation } from '../../core/agent/explain/messages';

/** One question about one rollout, ready to be sent. */
export interface ExplainRequest {
  readonly id: string;
  readonly explanation: Explanation;
  /** Null where none was named, which a dry run may leave out. */
  readonly endpoint: Endpoint | null;
  readonly model: string | null;
  readonly apiKey: string | null;
}

/** Options that both ways of answering look at. */
export interface ExplainPrinting {
  readonly json?: boolean;
  readonly maxTokens: number;
  readonly apiKeyEnv: string;
}

/** A line on what was cut; empty where nothing was. */
export function cutLine({ cuts }: Explanation): string {
  return cuts.length === 0 ? '' : `not all of the rollout fits: ${cuts.map(cutText).join('. ')}\n`;
}
