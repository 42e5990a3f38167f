import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, jsonOrUndefined } from '../json';
import { Answer } from './answer';
import type { Spent, Usage } from './cost';
import { failureOf, looksLikePage } from './describe';
import { type Endpoint, endpointOf, keyOf } from './endpoint';
import { BadAnswer, type Failure, HttpFailure, ModelError, NoAnswer } from './failure';
import { listModels, noSuchModel } from './models';
import { bodyOf, type ChatWish, respelled, USUAL } from './parameters';
import { RETRIES, type RetryPolicy, waitBefore } from './retry';
import { streamEvents } from './sse';
import { type ChatMessage, estimateChat, estimateTokens } from './tokens';
import { bytesOf, libraryFor, startOf } from './transport';
import { Watch } from './watch';

/** Which model, where, and how long to wait for it. Times are milliseconds. */
export interface ModelOptions {
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`; nothing is sent without one, whatever the environment holds. */
  readonly apiKey?: string | null | undefined;
  readonly model: string;
  /** Longest wait for the first token; Node's own limit of five minutes for the head of an answer holds too. */
  readonly timeoutMs?: number;
  /** Longest silence after it. */
  readonly idleTimeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
}

/** How one chat is to go. */
export interface ChatOptions extends ChatWish {
  /** Ends the chat and closes the connection; `chat` then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onText?: (text: string) => void;
  /** What the model thinks before it answers, where the endpoint keeps that apart. */
  readonly onReasoning?: (text: string) => void;
  /** Before the wait for another attempt; `why` is a sentence. */
  readonly onRetry?: (retry: {
    readonly attempt: number;
    readonly waitMs: number;
    readonly why: string;
  }) => void;
  /** Called exactly once, however the chat ended: what it took. */
  readonly onSpent?: (spent: Spent) => void;
}

/** A whole answer. */
export interface ChatResult {
  readonly text: string;
  readonly reasoning: string;
  /** `stop`, `length` (the limit of tokens was met) and others; null where the endpoint did not say. */
  readonly finishReason: string | null;
  readonly usage: Usage;
  readonly ms: number;
  /** Milliseconds until the first token; null for an empty answer. */
  readonly firstTokenMs: number | null;
  readonly attempts: number;
}

/** Three minutes: a local server may have to load the model first. */
const FIRST_TOKEN_MS = 180_000;
const IDLE_MS = 60_000;

/** Most bytes of an answer that comes in one piece. */
const WHOLE_ANSWER_BYTES = 16 * 1024 * 1024;

/** What is known of a chat while it runs. */
interface Running {
  readonly begun: number;
  attempts: number;
  retries: number;
  firstTokenMs: number | null;
  answer: Answer | null;
}

/** Talks to one model of an OpenAI-compatible endpoint (vLLM, SGLang, Ollama, OpenAI). Holds no connection itself. */
export class ModelClient {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Private in fact, so that nothing that prints a client prints it. */
  readonly #apiKey: string | null;
  private readonly firstMs: number;
  private readonly idleMs: number;
  private readonly retry: RetryPolicy;

  /** Throws a `UsageError` for a base URL or key that cannot be used. */
  constructor(options: ModelOptions) {
    this.endpoint = endpointOf(options.baseUrl);
    this.model = options.model;
    this.#apiKey = keyOf(options.apiKey);
    this.firstMs = options.timeoutMs ?? FIRST_TOKEN_MS;
    this.idleMs = options.idleTimeoutMs ?? IDLE_MS;
    this.retry = { ...RETRIES, ...options.retry };
  }

  /** Names of the models that the endpoint offers, in its order. One attempt; rejects with a {@link ModelError}. */
  async listModels(signal?: AbortSignal): Promise<readonly string[]> {
    try {
      return await listModels(this.endpoint, this.#apiKey, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = this.failure(error);
      if (!failure) throw error;
      throw new ModelError(failure.message, failure.kind, failure.status, 1, '');
    }
  }

  /**
   * Sends a chat and gives the answer as it comes. Failed attempts are repeated until the first token is there; after
   * that, and where repeating cannot help, it rejects with a {@link ModelError} that holds what had arrived.
   */
  async chat(messages: readonly ChatMessage[], options: ChatOptions = {}): Promise<ChatResult> {
    const running: Running = {
      begun: performance.now(),
      attempts: 0,
      retries: 0,
      firstTokenMs: null,
      answer: null,
    };
    let outcome: Spent['outcome'] = 'failed';
    try {
      const answer = await this.attempts(messages, options, running);
      outcome = 'done';
      return {
        text: answer.text,
        reasoning: answer.reasoning,
        finishReason: answer.finishReason,
        usage: usageOf(answer, messages),
        ms: performance.now() - running.begun,
        firstTokenMs: running.firstTokenMs,
        attempts: running.attempts,
      };
    } catch (error) {
      if (options.signal?.aborted) outcome = 'cancelled';
      throw error;
    } finally {
      options.onSpent?.(this.spent(messages, running, outcome));
    }
  }

  private async attempts(
    messages: readonly ChatMessage[],
    options: ChatOptions,
    running: Running,
  ): Promise<Answer> {
    const { signal } = options;
    let spelling = USUAL;
    for (;;) {
      signal?.throwIfAborted();
      running.attempts += 1;
      try {
        return await this.attempt(bodyOf(this.model, messages, options, spelling), options, running);
      } catch (error) {
        signal?.throwIfAborted();
        const failure = this.failure(error);
        if (!failure) throw error;
        const other = error instanceof HttpFailure ? respelled(error, spelling, options) : null;
        if (other) {
          spelling = other;
          continue;
        }
        const waitMs = this.waitAfter(failure, running);
        if (waitMs === null) throw await this.final(failure, running, signal);
        running.retries += 1;
        options.onRetry?.({ attempt: running.attempts + 1, waitMs, why: failure.message });
        await sleep(waitMs, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
      }
    }
  }

  /** One request and its answer. */
  private async attempt(
    body: ReturnType<typeof bodyOf>,
    options: ChatOptions,
    running: Running,
  ): Promise<Answer> {
    const watch = new Watch(options.signal, this.firstMs, this.idleMs);
    const answer = new Answer({
      onText: options.onText,
      onReasoning: options.onReasoning,
      onBegin: () => {
        running.firstTokenMs ??= performance.now() - running.begun;
        watch.begin();
      },
    });
    running.answer = answer;
    try {
      const library = libraryFor(this.endpoint, this.#apiKey, watch.active);
      const response = await library.chat.completions.create(body, { signal: watch.signal }).asResponse();
      await read(response, answer, watch);
      return answer;
    } catch (error) {
      throw watch.silence ?? reasonOf(error);
    } finally {
      watch.end();
    }
  }

  private failure(error: unknown): Failure | null {
    const { endpoint, model } = this;
    return failureOf(error, { endpoint, model, apiKey: this.#apiKey }, Date.now());
  }

  /** Milliseconds until the next attempt; null where there is none. */
  private waitAfter({ retry, waitMs }: Failure, running: Running): number | null {
    if (!retry || running.answer?.begun || running.retries >= this.retry.retries) return null;
    if (waitMs !== null && waitMs > this.retry.longestWaitMs) return null;
    return waitBefore(this.retry, running.retries + 1, waitMs);
  }

  /** The error that ends a chat, with what the models of the endpoint tell about it, and what had arrived. */
  private async final(
    failure: Failure,
    running: Running,
    signal: AbortSignal | undefined,
  ): Promise<ModelError> {
    let { message, kind } = failure;
    const text = running.answer?.text ?? '';
    if (running.answer?.begun) message += ` ${text.length} characters of the answer had arrived.`;
    else if (kind === 'address') {
      ({ message, kind } = await noSuchModel(failure, this.endpoint, this.model, this.#apiKey, signal));
    } else if (failure.waitMs !== null && failure.waitMs > this.retry.longestWaitMs) {
      message += ` It asks to come again in ${Math.ceil(failure.waitMs / 1000)} s.`;
    } else if (running.retries > 0) message += ` That was attempt ${running.attempts}, the last.`;
    return new ModelError(message, kind, failure.status, running.attempts, text);
  }

  private spent(messages: readonly ChatMessage[], running: Running, outcome: Spent['outcome']): Spent {
    const { answer, attempts, retries, begun } = running;
    // A request that was refused costs nothing; one that was cut off costs its prompt and what came.
    const used = answer?.begun || outcome === 'done';
    const none: Usage = { promptTokens: 0, completionTokens: 0, estimated: false };
    return {
      endpoint: this.endpoint.origin,
      model: this.model,
      requests: attempts,
      retries,
      ms: performance.now() - begun,
      outcome,
      ...(answer && used ? usageOf(answer, messages) : none),
    };
  }
}

/** Reads an answer: a stream of events, or one completion from an endpoint that does not stream. */
async function read(response: Response, answer: Answer, watch: Watch): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (/^(?:application|text)\/(?:[\w.+-]*json|html)/i.test(type)) {
    const body = await startOf(response, WHOLE_ANSWER_BYTES, watch.active, 'whole');
    const value = jsonOrUndefined(body);
    if (isObject(value)) {
      answer.completion(value);
      if (value['choices'] === undefined)
        throw new BadAnswer('it sent JSON that is no chat completion', null, 'address');
      return;
    }
    const page = looksLikePage(body);
    throw new BadAnswer(page ? 'it sent a web page' : 'it sent no JSON', null, page ? 'address' : 'broken');
  }
  for await (const event of streamEvents(bytesOf(response, watch.active))) {
    answer.event(event);
    if (answer.ended) return;
  }
  if (answer.finishReason !== null) return;
  if (answer.begun) throw new NoAnswer(new Error('the stream ended early'), true);
  throw new BadAnswer('its answer is empty');
}

/** The library wraps what stopped a request; this is what stopped it. */
function reasonOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { cause } = error;
  return cause instanceof HttpFailure || cause instanceof NoAnswer ? cause : error;
}

function usageOf(answer: Answer, messages: readonly ChatMessage[]): Usage {
  return (
    answer.usage ?? {
      promptTokens: estimateChat(messages),
      completionTokens: estimateTokens(answer.text) + estimateTokens(answer.reasoning),
      estimated: true,
    }
  );
}
