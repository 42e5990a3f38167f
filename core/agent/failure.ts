/**
 * Why a model gave no whole answer. `key`: refused (401, 403). `model`: it has none of that name. `address`: nothing
 * OpenAI-compatible answers there. `request`: refused as wrong (400 and others). `busy`: 429, or told to come again
 * later. `server`: 5xx. `connection`: none, or it broke. `timeout`: silence. `redirect`: it points elsewhere.
 * `broken`: it answered something that is no chat completion.
 */
export type FailureKind =
  | 'key'
  | 'model'
  | 'address'
  | 'request'
  | 'busy'
  | 'server'
  | 'connection'
  | 'timeout'
  | 'redirect'
  | 'broken';

/** One failed attempt, in words, and whether another may help. */
export interface Failure {
  readonly kind: FailureKind;
  /** A sentence without the key, of one line. */
  readonly message: string;
  readonly retry: boolean;
  /** Milliseconds that the endpoint asks to wait; null where it does not say. */
  readonly waitMs: number | null;
  readonly status: number | null;
}

/** A chat that ended without a whole answer. The message is a sentence for the user and never holds the key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';

  constructor(
    message: string,
    readonly kind: FailureKind,
    /** HTTP status of the last attempt, or null where there was none. */
    readonly status: number | null,
    readonly attempts: number,
    /** What had arrived until then; empty where nothing had. */
    readonly text: string,
  ) {
    super(message);
  }
}

/** The endpoint answered with a status other than 2xx. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';

  constructor(
    readonly status: number,
    readonly headers: Headers,
    /** The beginning of the answer. */
    readonly body: string,
  ) {
    // The library looks for words in messages; this one has none that mean anything to it.
    super('status');
  }
}

/** No answer came, or it stopped; `reason` is what the network said. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(
    readonly reason: unknown,
    readonly begun: boolean,
  ) {
    super('none');
  }
}

/** The endpoint said something that is no chat completion; the message is a clause about what it said. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';

  constructor(
    message: string,
    /** The status that an error inside a stream names. */
    readonly status: number | null = null,
    readonly kind: 'broken' | 'address' = 'broken',
  ) {
    super(message);
  }
}

/** Silence that lasted too long. */
export class Silence extends Error {
  override readonly name = 'Silence';

  constructor(
    readonly ms: number,
    /** Whether the answer had begun. */
    readonly begun: boolean,
  ) {
    super('silence');
  }
}
