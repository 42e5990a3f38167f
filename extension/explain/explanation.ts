import * as vscode from 'vscode';
import type { Spent } from '../../core/agent/cost';
import type { ChatResult } from '../../core/agent/model';
import type { ExplainMessages } from '../../core/protocol/explain';
import type {
  ExplainArrival,
  Explained,
  ExplainPhase,
  SentMessages,
  SpentHere,
} from '../../core/protocol/panels/explain';
import { requests } from '../../core/protocol/server';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { App } from '../app';
import { UserError, describeError } from '../common/errors';
import type { ReadyModel } from './endpoint';
import type { Kept } from './kept';
import { TextBatch } from './text-batch';
import { inWords } from './words';

/** Most characters of an answer and its thoughts: an endpoint need not keep to the limit of tokens. */
const LONGEST = 200_000;

/** What an explanation tells of itself. */
export interface ExplanationListener {
  /** Anything but the text. */
  readonly changed: () => void;
  readonly arrived: (arrival: ExplainArrival) => void;
  readonly spent: (spent: Spent) => void;
}

type Facts = Pick<
  Explained,
  'run' | 'id' | 'endpoint' | 'model' | 'sent' | 'keptFrom' | 'turns' | 'text' | 'reasoning'
> & { readonly spent: Omit<SpentHere, 'money'> | null };

/** The explanation of one rollout: asked, running or over. It lives as long as its panel, whether that is seen or not. */
export class Explanation {
  private stopper: AbortController | null = null;
  private batch: TextBatch | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private facts: Facts = NOTHING;
  private current: Current = { kind: 'none' };

  constructor(
    private readonly app: App,
    private readonly rollout: RolloutAddress,
    private readonly listener: ExplanationListener,
    kept: Kept | null,
  ) {
    if (!kept) return;
    const { at, phase, id, endpoint, model, text, reasoning, spent, sent } = kept;
    this.facts = { ...NOTHING, id, endpoint, model, text, reasoning, spent, sent, keptFrom: at };
    this.current = phase;
  }

  get running(): boolean {
    return this.stopper !== null;
  }

  /** Whether there is nothing yet that would be lost by asking. */
  get empty(): boolean {
    return this.current.kind === 'none';
  }

  /** What there is now; prices and counters are added by whoever knows them. */
  get state(): Facts & { readonly phase: ExplainPhase } {
    const { batch } = this;
    const text = batch ? { text: batch.text, reasoning: batch.reasoning } : {};
    return { ...this.facts, ...text, phase: phaseNow(this.current) };
  }

  /** Asks the model. Does nothing while an earlier asking runs. What goes wrong becomes the state. */
  async ask({ client, endpoint, maxTokens }: ReadyModel): Promise<void> {
    if (this.stopper) return;
    const stopper = new AbortController();
    const { signal } = stopper;
    this.stopper = stopper;
    const run = this.facts.run + 1;
    const batch = new TextBatch(run, this.listener.arrived);
    this.batch = batch;
    const { id, turns } = this.facts;
    this.facts = { ...NOTHING, run, id, turns, endpoint: endpoint.baseUrl, model: client.model };
    this.set({ kind: 'preparing' });
    let firstMs: number | null = null;
    let asked = performance.now();
    const came = (): void => {
      firstMs ??= performance.now() - asked;
      if (batch.text.length + batch.reasoning.length > LONGEST) stopper.abort(new TooLong());
    };
    try {
      const sent = await this.messages(signal);
      this.take(sent);
      asked = performance.now();
      this.set({ kind: 'asking', since: asked });
      const result = await client.chat(sent.messages, {
        maxTokens,
        signal,
        onText: (text) => (batch.addText(text), came()),
        onReasoning: (text) => (batch.addReasoning(text), came()),
        onRetry: ({ attempt, waitMs, why }) => this.wait(why, attempt, waitMs, asked),
        onSpent: (spent) => this.took(spent, firstMs),
      });
      this.end(batch, { kind: 'done', remark: remarkOn(result) });
    } catch (error) {
      this.end(batch, this.failure(error, signal));
    }
  }

  /** Ends a running asking; what came is kept. */
  stop(): void {
    this.stopper?.abort();
  }

  /** Learns where the turns stand, for an answer that another window got, or once the file changed. */
  async lookAgain(): Promise<void> {
    const { id, turns } = await this.messages(undefined);
    if (this.running) return;
    this.facts = { ...this.facts, id, turns };
    this.listener.changed();
  }

  private messages(signal: AbortSignal | undefined): Promise<ExplainMessages> {
    return this.app.server.request(requests.explainMessages, this.rollout, signal);
  }

  private take({ id, turns, messages, cutTexts, characters, tokens }: ExplainMessages): void {
    const sent: SentMessages = { messages, cutTexts, characters, tokens };
    this.facts = { ...this.facts, id, turns, sent };
  }

  private wait(why: string, attempt: number, waitMs: number, asked: number): void {
    const until = performance.now() + waitMs;
    const waiting: Current = { kind: 'waiting', why, attempt, until };
    this.app.log.info(`explain: ${why} Attempt ${attempt} in ${Math.round(waitMs)} ms`);
    this.set(waiting);
    this.timer = setTimeout(() => {
      if (this.current === waiting) this.set({ kind: 'asking', since: asked });
    }, waitMs);
  }

  private took(spent: Spent, firstTokenMs: number | null): void {
    this.facts = { ...this.facts, spent: { ...spent, firstTokenMs } };
    this.listener.spent(spent);
  }

  private failure(error: unknown, signal: AbortSignal): Current {
    if (signal.reason instanceof TooLong) {
      const message = vscode.l10n.t('The answer was stopped: it has more than {0} characters.', LONGEST);
      return { kind: 'failed', message };
    }
    if (signal.aborted) return { kind: 'stopped' };
    const known = inWords(error);
    if (known instanceof UserError) {
      this.app.log.warn(`explain: ${known.full}`);
      return { kind: 'failed', message: known.message };
    }
    this.app.log.error(`explain: ${describeError(error)}`);
    return { kind: 'failed', message: vscode.l10n.t('This did not work. The log says why.') };
  }

  private end(batch: TextBatch, phase: Current): void {
    clearTimeout(this.timer);
    batch.flush();
    this.facts = { ...this.facts, text: batch.text, reasoning: batch.reasoning };
    this.batch = null;
    this.stopper = null;
    this.set(phase);
  }

  private set(phase: Current): void {
    this.current = phase;
    this.listener.changed();
  }
}

/** A phase with moments in place of durations. */
type Current =
  | Exclude<ExplainPhase, { kind: 'asking' | 'waiting' }>
  | { readonly kind: 'asking'; readonly since: number }
  | { readonly kind: 'waiting'; readonly why: string; readonly attempt: number; readonly until: number };

function phaseNow(current: Current): ExplainPhase {
  const now = performance.now();
  if (current.kind === 'asking') return { kind: 'asking', elapsedMs: now - current.since };
  if (current.kind !== 'waiting') return current;
  const { why, attempt, until } = current;
  return { kind: 'waiting', why, attempt, leftMs: Math.max(0, until - now) };
}

const NOTHING: Facts = {
  run: 0,
  id: null,
  endpoint: null,
  model: null,
  sent: null,
  keptFrom: null,
  turns: [],
  text: '',
  reasoning: '',
  spent: null,
};

/** What is odd about an answer; null where nothing is. */
function remarkOn({ text, finishReason }: ChatResult): string | null {
  if (finishReason === 'length') {
    return vscode.l10n.t(
      'The answer stops at the limit of tokens, which counts thoughts too: the setting tracehop.model.maxTokens.',
    );
  }
  return text.trim() === '' ? vscode.l10n.t('The model answered nothing.') : null;
}

class TooLong extends Error {}
