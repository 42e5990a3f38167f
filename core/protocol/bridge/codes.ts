/** Every error that the bridge answers with. */
export const ERROR_CODES = [
  'auth.missing',
  'auth.invalid',
  'auth.rate',
  'auth.role',
  'proto.version',
  'proto.bad_json',
  'proto.unknown_type',
  'proto.too_large',
  'proto.no_hello',
  'proto.duplicate_id',
  'recipe.unknown',
  'recipe.digest_mismatch',
  'recipe.invalid',
  'param.unknown',
  'param.required',
  'param.type',
  'param.range',
  'param.pattern',
  'param.check',
  'launch.key_conflict',
  'launch.busy',
  'launch.no_gpu',
  'launch.disk',
  'job.unknown',
  'job.state',
  'job.terminal',
  'path.outside',
  'path.symlink',
  'path.missing',
  'file.changed',
  'engine.unavailable',
  'limit.rate',
  'limit.subscriptions',
  'limit.metrics',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Why a websocket was closed. */
export const CLOSE = {
  normal: 1000,
  leaving: 1001,
  too_large: 1009,
  internal: 1011,
  restarting: 1012,
  auth: 4401,
  origin: 4403,
  version: 4406,
  hello_timeout: 4408,
  replaced: 4409,
  limit: 4413,
  slow: 4429,
} as const;

/** What an `error` reply carries. */
export interface ErrorData {
  readonly code: ErrorCode;
  /** A sentence for the user: what was wrong and what to do. No token, no path outside the job. */
  readonly message: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Milliseconds to wait before asking again. */
  readonly after_ms?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** An error with a code of the protocol; thrown by the bridge's handlers and by the client for an `error` reply. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly more: {
      readonly retryable?: boolean;
      readonly after_ms?: number;
      readonly details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
  }

  get data(): ErrorData {
    return { code: this.code, message: this.message, ...this.more, retryable: this.more.retryable ?? false };
  }
}
