import type { Spent, Total } from '../../agent/cost';
import type { ChatMessage } from '../../agent/tokens';
import type { Range } from '../../trace/model';
import type { RolloutAddress } from '../rollout-uri';
import type { Call } from './channel';
import type { ViewContract } from './page';

/** How an explanation is. Times are milliseconds as of the moment in which this was sent. */
export type ExplainPhase =
  /** Nothing was asked in this window, and nothing is kept of an earlier one. */
  | { readonly kind: 'none' }
  /** The messages are made; nothing was sent yet. */
  | { readonly kind: 'preparing' }
  | { readonly kind: 'asking'; readonly elapsedMs: number }
  /** An attempt failed, and another follows. */
  | {
      readonly kind: 'waiting';
      readonly why: string;
      readonly attempt: number;
      readonly leftMs: number;
    }
  /** `remark`: what is odd about the answer, or null. */
  | { readonly kind: 'done'; readonly remark: string | null }
  /** The user stopped it; what had come is kept. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

/** What was sent, or would be. */
export interface SentMessages {
  /** Empty where they are not kept: after a reload of the window. */
  readonly messages: readonly ChatMessage[];
  /** What of the rollout is not in them, one sentence each. */
  readonly cutTexts: readonly string[];
  readonly characters: number;
  /** Estimated. */
  readonly tokens: number;
}

/** What one chat took, for the reader. */
export interface SpentHere extends Spent {
  readonly firstTokenMs: number | null;
  /** In the currency of the setting `tracehop.model.prices`; null without a price. */
  readonly money: number | null;
}

/** What all chats with one model took. */
export interface TotalHere extends Total {
  readonly money: number | null;
}

/** Everything that a page shows. */
export interface Explained {
  /** Grows with each asking; text that arrives belongs to one of them. */
  readonly run: number;
  /** The rollout's id; null until it is known. */
  readonly id: string | null;
  readonly phase: ExplainPhase;
  /** Base URL and model that are asked, or were. */
  readonly endpoint: string | null;
  readonly model: string | null;
  readonly sent: SentMessages | null;
  /** The answer so far: text that nobody vouches for. */
  readonly text: string;
  /** What the model thought before, where the endpoint keeps that apart. */
  readonly reasoning: string;
  /** When an answer that an earlier window got came, ISO 8601; null for one of this window. */
  readonly keptFrom: string | null;
  /** The rollout's turns as ranges of its own text; empty while they are not known. */
  readonly turns: readonly Range[];
  readonly spent: SpentHere | null;
  /** What was spent in this window, and since the counters were last reset. */
  readonly session: readonly TotalHere[];
  readonly totals: readonly TotalHere[];
}

/** Text that arrived: `add` follows the first `at` characters of what was there. */
export interface Arrived {
  readonly at: number;
  readonly add: string;
}

export interface ExplainArrival {
  readonly run: number;
  readonly text: Arrived;
  readonly reasoning: Arrived;
}

/** The panel in which a model explains one rollout. */
export interface ExplainView extends ViewContract {
  readonly subject: { readonly rollout: RolloutAddress };
  readonly toHost: {
    readonly 'explain/load': Call<null, Explained>;
    /** Asks the model, after what that takes (endpoint, permission). Settles once it is asked, or is not. */
    readonly 'explain/ask': Call<null, void>;
    readonly 'explain/stop': Call<null, void>;
    readonly 'explain/setEndpoint': Call<null, void>;
    readonly 'explain/showLog': Call<null, void>;
    readonly 'explain/resetCounters': Call<null, void>;
  };
  readonly toPage: {
    /** Something other than the text changed: the page loads again. */
    readonly 'explain/changed': Call<null, void>;
    /** More of the answer, at most one message a frame. */
    readonly 'explain/arrived': Call<ExplainArrival, void>;
  };
}
