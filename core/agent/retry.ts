/** How failed attempts are repeated. Times are milliseconds. */
export interface RetryPolicy {
  /** Further attempts after the first. */
  readonly retries: number;
  /** The n-th wait is a random time below `baseMs` · 2ⁿ, at most `capMs`. */
  readonly baseMs: number;
  readonly capMs: number;
  /** Longest wait that an endpoint may ask for; more ends the chat. */
  readonly longestWaitMs: number;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export const RETRIES: RetryPolicy = {
  retries: 4,
  baseMs: 500,
  capMs: 8_000,
  longestWaitMs: 60_000,
  random: Math.random,
};

/**
 * Milliseconds before the next attempt: exponential backoff with full jitter, so that many who failed together do not
 * come again together (Brooker, “Exponential Backoff And Jitter”, AWS Architecture Blog, 2015). Where the endpoint said
 * how long, that long and a little more. `failed` counts the attempts so far, from 1.
 */
export function waitBefore(policy: RetryPolicy, failed: number, askedMs: number | null): number {
  const { baseMs, capMs, random } = policy;
  if (askedMs !== null) return askedMs + random() * Math.min(baseMs, askedMs);
  return random() * Math.min(capMs, baseMs * 2 ** (failed - 1));
}

/** Statuses after which another attempt may help: too slow, in conflict, too many, and faults of the server. */
export function mayHelp(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Milliseconds that an answer asks to wait: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or the finer
 * `retry-after-ms` of some servers. Null where it says nothing that can be read.
 */
export function askedWait(headers: Headers, now: number): number | null {
  const fine = seconds(headers.get('retry-after-ms'));
  if (fine !== null) return fine;
  const written = headers.get('retry-after');
  const coarse = seconds(written);
  if (coarse !== null) return coarse * 1000;
  const date = written === null ? NaN : Date.parse(written);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function seconds(written: string | null): number | null {
  return written !== null && /^\d{1,9}(?:\.\d{1,9})?$/.test(written.trim()) ? Number(written) : null;
}
